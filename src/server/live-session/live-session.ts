import type {ArchivedSession} from '../../describe/page/describe-head.ts'
import type {EntryCounts, SessionChanges} from '../../page/index.ts'

/** The name of a slice: the part of a turn that is sent and replaced as one. Long turns have several. */
export interface SliceName {
  /** The number of the turn, from 1. */
  readonly turn: number
  /** The number of the slice in its turn, from 0. */
  readonly slice: number
}

/** Where a record is shown. */
export interface FoundRecord extends SliceName {
  /** The anchors of the entries that show it, all in this slice. Only records with several parts have several. */
  readonly anchors: readonly [string, ...string[]]
}

/** A change in a live session. The newest event of a kind and place replaces all earlier ones. */
export type LiveEvent = {readonly n: number; readonly html: string} & (
  | ({readonly type: 'turn'} & SliceName)
  | {readonly type: 'header'; readonly title: string; readonly counts: EntryCounts | undefined}
  | {readonly type: 'panel'}
  /** One turn of the outline. */
  | {readonly type: 'outline'; readonly turn: number}
  /** The whole outline, once all of the session was summarized. */
  | {readonly type: 'outlines'}
  | {readonly type: 'running'; readonly count: number}
)

/** Which slices to return. Without `from`, `to`, `before` and `around`, the newest ones. */
export interface SliceQuery {
  /** The first slice. */
  readonly from?: SliceName | undefined
  /** The last turn. */
  readonly to?: number | undefined
  /** Return the slices before this one. */
  readonly before?: SliceName | undefined
  /** An anchor or a record id: return the slices around it. */
  readonly around?: string | undefined
  /** Stop when this much HTML is collected. */
  readonly maxCharacters: number
}

/** Consecutive slices as HTML. */
export interface RenderedSlices {
  readonly html: string
  readonly first: SliceName | undefined
  readonly last: SliceName | undefined
  /** The neighbours on both sides, if there are any. */
  readonly previous: SliceName | undefined
  readonly next: SliceName | undefined
  /** The number of the newest event that they already contain. */
  readonly n: number
}

/** Everything the page of a session starts with. */
export interface LiveSessionView {
  readonly title: string
  readonly header: string
  readonly outline: string
  readonly panel: string
  readonly running: string
  readonly slices: RenderedSlices
  /** How many entries of each group there are; undefined until all are known. */
  readonly counts: EntryCounts | undefined
  /** The number of items in each slice, so that the page can estimate its length. */
  readonly map: readonly TurnMap[]
  readonly n: number
}

/** The number of a turn, then the number of items in each of its slices. */
export type TurnMap = readonly [turn: number, ...items: readonly number[]]

/** A record exactly as it is in its file. */
export interface SourceRecord {
  readonly source: string
  readonly line: number
  readonly text: string
}

/** The file formats that a session can be downloaded in. */
export type DocumentFormat = 'html' | 'md' | 'json'

/** An image of a session. */
export interface SessionImage {
  readonly mediaType: string
  readonly base64: string
}

/** The requests that a live session answers, with their input and result. */
export interface LiveSessionCalls {
  view: {readonly input: SliceQuery; readonly result: LiveSessionView}
  slices: {readonly input: SliceQuery; readonly result: RenderedSlices | undefined}
  /** Where an anchor or a record is shown: a record by its id, or by `file:line` if it has none. */
  find: {readonly input: string; readonly result: FoundRecord | undefined}
  /** The records behind an anchor: for a call, also the record with its result. */
  raw: {readonly input: string; readonly result: readonly SourceRecord[] | undefined}
  /** One entry as Markdown. */
  markdown: {readonly input: string; readonly result: string | undefined}
  image: {readonly input: string; readonly result: SessionImage | undefined}
  document: {readonly input: DocumentFormat; readonly result: string}
  /** What the whole session changed. */
  changes: {readonly input?: undefined; readonly result: SessionChanges}
  /** What is running now, in a few words. */
  step: {readonly input?: undefined; readonly result: string | undefined}
}

export type LiveSessionMethod = keyof LiveSessionCalls

/** One function per request; the table is total by type. */
export type LiveSessionHandlers = {
  readonly [Method in LiveSessionMethod]: (
    input: LiveSessionCalls[Method]['input'],
  ) => Promise<LiveSessionCalls[Method]['result']>
}

/**
 * A session that someone is looking at, kept current and shared by all viewers. It returns HTML. It may run in another
 * thread, so every request goes through `call`.
 */
export interface LiveSession {
  /** Event numbers are valid within one incarnation only. It changes when clients must load everything again. */
  readonly incarnation: string
  /** Only the end of the session has been read so far. */
  readonly isPartial: boolean
  /** It no longer answers, for example because its thread failed. */
  readonly isClosed: boolean
  /** Resolves when there is something to show; rejects if nothing can be read. */
  readonly ready: Promise<void>
  call<Method extends LiveSessionMethod>(
    method: Method,
    input: LiveSessionCalls[Method]['input'],
  ): Promise<LiveSessionCalls[Method]['result']>
  /** Sets what the archive knows: its cost is shown if the session reports none, the rest until all of it was read. */
  setArchived(archived: ArchivedSession): void
  /** Sends the events after number `after`, each in its current state, and then every new one. Returns the function that unsubscribes. */
  subscribe(after: number, subscriber: LiveSubscriber): Promise<() => void>
  close(): void
}

/** Why clients must load everything again: the whole session is read, its files were rewritten, or reading failed. */
export type ResetReason = 'ready' | 'reset' | 'failed'

/** Receives the events of a live session. */
export interface LiveSubscriber {
  onEvent(event: LiveEvent): void
  /** The last call: to continue, load everything and subscribe again. */
  onReset(reason: ResetReason): void
}

/** Empties a set of subscribers and calls `onReset` of each. */
export function resetSubscribers(subscribers: Set<LiveSubscriber>, reason: ResetReason): void {
  const all = [...subscribers]
  subscribers.clear()
  for (const subscriber of all) subscriber.onReset(reason)
}
