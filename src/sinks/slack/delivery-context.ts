import {createHash} from 'node:crypto'
import {join} from 'node:path'
import {type Journal, type JournalOwner, type JournalRecord, openJournal} from './journal.ts'
import type {SlackMessageLimits} from './outgoing-message.ts'
import type {RateLimitedClient, SlackClock} from './rate-limited-client.ts'
import {ThreadState} from './thread-state.ts'

/** What all deliveries share. */
export interface DeliveryContext {
  readonly client: RateLimitedClient
  readonly clock: SlackClock
  readonly channel: string
  /** An existing thread to write into. */
  readonly threadTs: string | undefined
  readonly limits: SlackMessageLimits
  /** Messages about problems. */
  readonly problems: Set<string>
  /** What the app is not allowed to do, so that it is not tried again. */
  readonly forbidden: Set<'reactions' | 'files'>
}

/** The thread of one session. */
export interface DeliveryThread {
  readonly session: string
  readonly state: ThreadState
  readonly journal: Journal | undefined
  wantedReaction: string | undefined
}

/** Opens the thread of a session with its earlier messages. Fails if another process is posting to it. */
export function openDeliveryThread(
  {channel, threadTs}: Pick<DeliveryContext, 'channel' | 'threadTs'>,
  session: string,
  folder: string | undefined,
  owner: JournalOwner,
): DeliveryThread {
  const place = createHash('sha256')
    .update(`${channel.replace(/^#/, '')}\n${threadTs ?? ''}\n${session}`)
    .digest('hex')
  const name = `${session.replace(/[^\w-]+/g, '_').slice(0, 40)}-${place.slice(0, 12)}.jsonl`
  const journal = folder === undefined ? undefined : openJournal(join(folder, name), owner)
  return {
    session,
    state: new ThreadState(threadTs, journal?.records ?? []),
    journal,
    wantedReaction: undefined,
  }
}

/** Applies a step and writes it to the journal. */
export async function recordStep({state, journal}: DeliveryThread, record: JournalRecord): Promise<void> {
  state.apply(record)
  await journal?.write(record)
}

/** Records that parts are now in Slack. */
export async function recordPosted(
  {clock}: DeliveryContext,
  thread: DeliveryThread,
  record: Extract<JournalRecord, {kind: 'posted' | 'updated'}>,
): Promise<void> {
  for (const [key] of record.parts) {
    const part = thread.state.parts.get(key)
    if (part) part.sentAt = clock.now()
  }
  await recordStep(thread, record)
}

/** Parts with their hashes, as sent. */
export const listSentParts = (
  {parts}: ThreadState,
  keys: readonly string[],
): readonly (readonly [string, string])[] => keys.map((key) => [key, parts.get(key)?.hash ?? ''] as const)
