import type {Cost, EntryCounts} from '../../page/index.ts'

/** A piece of a turn: what is sent and replaced as one. Long turns have several. */
export interface SliceName {
  /** The number of the turn, from 1. */
  readonly turn: number
  /** Which piece of the turn, from 0. */
  readonly piece: number
}

/** What happens in a room. The newest event of one kind and place says all that the ones before it said. */
export type LiveEvent =
  /** A piece as it is now; without HTML it is gone. */
  | {
      readonly n: number
      readonly type: 'turn'
      readonly turn: number
      readonly piece: number
      readonly html: string
    }
  | {
      readonly n: number
      readonly type: 'header'
      readonly html: string
      readonly title: string
      readonly counts: EntryCounts
    }
  | {readonly n: number; readonly type: 'panel'; readonly html: string}
  /** One turn of the outline. */
  | {readonly n: number; readonly type: 'outline'; readonly turn: number; readonly html: string}
  /** What goes on right now. */
  | {readonly n: number; readonly type: 'running'; readonly html: string; readonly count: number}

/** Which pieces are wanted. Without a beginning or an end it is the newest ones. */
export interface SliceQuery {
  /** The first that is wanted. */
  readonly from?: SliceName | undefined
  /** The last turn that is wanted. */
  readonly to?: number | undefined
  /** The first that is not wanted: then it is those before it. */
  readonly before?: SliceName | undefined
  /** An anchor or the id of a record: then it is those around it. */
  readonly around?: string | undefined
  /** So many characters of HTML are enough. */
  readonly maxCharacters: number
}

/** Some pieces that follow each other. */
export interface RenderedSlices {
  readonly html: string
  readonly count: number
  readonly first: SliceName | undefined
  readonly last: SliceName | undefined
  /** The pieces on both sides; nothing where there is none. */
  readonly previous: SliceName | undefined
  readonly next: SliceName | undefined
  /** The newest event that is in them already. */
  readonly n: number
}

/** What a page of a session begins with. */
export interface LiveSessionView {
  readonly title: string
  readonly header: string
  readonly outline: string
  readonly panel: string
  readonly running: string
  readonly slices: RenderedSlices
  /** How many entries of each group there are, as far as is known. */
  readonly counts: EntryCounts
  /** How many turns there are, and how many things in each piece of each, so that a page knows how long it is. */
  readonly map: readonly TurnMap[]
  readonly n: number
}

/** The number of a turn with how many things stand in each of its pieces. */
export type TurnMap = readonly [turn: number, ...items: readonly number[]]

/** What was written down of one thing: the record itself, and for a call the record that answered it. */
export interface SourceRecord {
  readonly source: string
  readonly line: number
  readonly text: string
}

/** A session as a file. */
export type DocumentFormat = 'html' | 'md' | 'json'

/** A picture out of a session. */
export interface SessionImage {
  readonly mediaType: string
  readonly base64: string
}

/** Everything that can be asked of a room: what is given, and what comes back. */
export interface LiveSessionCalls {
  view: {readonly given: SliceQuery; readonly result: LiveSessionView}
  slices: {readonly given: SliceQuery; readonly result: RenderedSlices | undefined}
  outline: {readonly given?: undefined; readonly result: string}
  /** The slice in which an anchor or a record is. */
  find: {readonly given: string; readonly result: SliceName | undefined}
  /** The records of an anchor, as they were written. */
  raw: {readonly given: string; readonly result: readonly SourceRecord[] | undefined}
  /** One entry by itself, in Markdown. */
  markdown: {readonly given: string; readonly result: string | undefined}
  image: {readonly given: string; readonly result: SessionImage | undefined}
  document: {readonly given: DocumentFormat; readonly result: string}
  /** What is running, in a few words. */
  step: {readonly given?: undefined; readonly result: string | undefined}
}

export type LiveSessionMethod = keyof LiveSessionCalls

/** One function for each of them; the table is total by type. */
export type LiveSessionHandlers = {
  readonly [Method in LiveSessionMethod]: (
    given: LiveSessionCalls[Method]['given'],
  ) => Promise<LiveSessionCalls[Method]['result']>
}

/**
 * One session that someone looks at, shared by all who do. What it shows is HTML. It may be in another thread, so
 * everything is asked by one `call`, which returns a promise.
 */
export interface LiveSession {
  /** Numbers of events mean something only within one of these. It changes when everything must be asked again. */
  readonly incarnation: string
  /** Only the end of the session is here yet. */
  readonly isPartial: boolean
  /** Nothing can be asked of it any more, as after its thread failed. */
  readonly isClosed: boolean
  /** Resolves when there is something to show; rejects if nothing can be read. */
  readonly ready: Promise<void>
  call<Method extends LiveSessionMethod>(
    method: Method,
    given: LiveSessionCalls[Method]['given'],
  ): Promise<LiveSessionCalls[Method]['result']>
  /** What the archive knows of its cost, if the session does not say it. */
  setCost(cost: Cost | undefined): void
  /** Gives what was missed since an event, each thing once as it is now, and then all that comes. Returns the way out. */
  subscribe(after: number, guest: LiveSubscriber): Promise<() => void>
  close(): void
}

/** Who looks at a room. */
export interface LiveSubscriber {
  onEvent(event: LiveEvent): void
  /** Everything must be asked anew: the whole session is there now, or its files were written anew, or it failed. */
  onReset(reason: 'ready' | 'reset' | 'failed'): void
}
