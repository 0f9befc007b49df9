import {createHash} from 'node:crypto'
import {join} from 'node:path'
import type {Caller, Clock} from './caller.ts'
import type {Journal, JournalOwner, JournalRecord} from './journal.ts'
import {openJournal} from './journal.ts'
import type {CarrierLimits} from './outgoing.ts'
import {ThreadBook} from './thread-book.ts'

/** What everybody who delivers something needs. */
export interface Desk {
  readonly caller: Caller
  readonly clock: Clock
  readonly channel: string
  /** An existing thread to write into. */
  readonly threadTs: string | undefined
  readonly limits: CarrierLimits
  /** What went wrong, each in a sentence. */
  readonly problems: Set<string>
  /** What the app may not do, so that it is not tried again. */
  readonly forbidden: Set<'reactions' | 'files'>
}

/** The thread of one session. */
export interface Thread {
  readonly session: string
  readonly book: ThreadBook
  readonly journal: Journal | undefined
  wantedReaction: string | undefined
}

/** Opens the thread of a session, with what was posted before. Fails where another process writes it. */
export function openThread(
  {channel, threadTs}: Pick<Desk, 'channel' | 'threadTs'>,
  session: string,
  folder: string | undefined,
  owner: JournalOwner,
): Thread {
  const place = createHash('sha256')
    .update(`${channel.replace(/^#/, '')}\n${threadTs ?? ''}\n${session}`)
    .digest('hex')
  const name = `${session.replace(/[^\w-]+/g, '_').slice(0, 40)}-${place.slice(0, 12)}.jsonl`
  const journal = folder === undefined ? undefined : openJournal(join(folder, name), owner)
  return {session, book: new ThreadBook(threadTs, journal?.records ?? []), journal, wantedReaction: undefined}
}

/** Takes up what has happened, and remembers it. */
export async function note({book, journal}: Thread, record: JournalRecord): Promise<void> {
  book.note(record)
  await journal?.write(record)
}

/** Remembers that parts stand in Slack now. */
export async function notePosted(
  {clock}: Desk,
  thread: Thread,
  record: Extract<JournalRecord, {kind: 'posted' | 'updated'}>,
): Promise<void> {
  for (const [key] of record.parts) {
    const part = thread.book.parts.get(key)
    if (part) part.sentAt = clock.now()
  }
  await note(thread, record)
}

/** Parts with what they say, as they are sent. */
export const saidBy = (
  {parts}: ThreadBook,
  keys: readonly string[],
): readonly (readonly [string, string])[] => keys.map((key) => [key, parts.get(key)?.hash ?? ''] as const)
