import {createHash} from 'node:crypto'
import {join} from 'node:path'
import type {Journal, JournalOwner, JournalRecord} from './journal.ts'
import {openJournal} from './journal.ts'
import type {SlackMessageLimits} from './outgoing-message.ts'
import type {RateLimitedClient, SlackClock} from './rate-limited-client.ts'
import {ThreadState} from './thread-state.ts'

/** What everybody who delivers something needs. */
export interface DeliveryContext {
  readonly client: RateLimitedClient
  readonly clock: SlackClock
  readonly channel: string
  /** An existing thread to write into. */
  readonly threadTs: string | undefined
  readonly limits: SlackMessageLimits
  /** What went wrong, each in a sentence. */
  readonly problems: Set<string>
  /** What the app may not do, so that it is not tried again. */
  readonly forbidden: Set<'reactions' | 'files'>
}

/** The thread of one session. */
export interface DeliveryThread {
  readonly session: string
  readonly state: ThreadState
  readonly journal: Journal | undefined
  wantedReaction: string | undefined
}

/** Opens the thread of a session, with what was posted before. Fails where another process writes it. */
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

/** Takes up what has happened, and remembers it. */
export async function recordStep({state, journal}: DeliveryThread, record: JournalRecord): Promise<void> {
  state.apply(record)
  await journal?.write(record)
}

/** Remembers that parts stand in Slack now. */
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

/** Parts with what they say, as they are sent. */
export const listSentParts = (
  {parts}: ThreadState,
  keys: readonly string[],
): readonly (readonly [string, string])[] => keys.map((key) => [key, parts.get(key)?.hash ?? ''] as const)
