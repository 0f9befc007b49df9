import type {Cost, Counts} from '../../page/index.ts'

/** A piece of a turn: what is sent and replaced as one. Long turns have several. */
export interface PieceName {
  /** The number of the turn, from 1. */
  readonly turn: number
  /** Which piece of the turn, from 0. */
  readonly piece: number
}

/** What happens in a room. The newest event of one kind and place says all that the ones before it said. */
export type RoomEvent =
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
      readonly counts: Counts
    }
  | {readonly n: number; readonly type: 'panel'; readonly html: string}
  /** One turn of the outline. */
  | {readonly n: number; readonly type: 'outline'; readonly turn: number; readonly html: string}
  /** What goes on right now. */
  | {readonly n: number; readonly type: 'running'; readonly html: string; readonly count: number}

/** Which pieces are wanted. Without a beginning or an end it is the newest ones. */
export interface PieceWish {
  /** The first that is wanted. */
  readonly from?: PieceName | undefined
  /** The last turn that is wanted. */
  readonly to?: number | undefined
  /** The first that is not wanted: then it is those before it. */
  readonly before?: PieceName | undefined
  /** An anchor or the id of a record: then it is those around it. */
  readonly around?: string | undefined
  /** So many characters of HTML are enough. */
  readonly most: number
}

/** Some pieces that follow each other. */
export interface Pieces {
  readonly html: string
  readonly count: number
  readonly first: PieceName | undefined
  readonly last: PieceName | undefined
  /** The pieces on both sides; nothing where there is none. */
  readonly previous: PieceName | undefined
  readonly next: PieceName | undefined
  /** The newest event that is in them already. */
  readonly n: number
}

/** What a page of a session begins with. */
export interface RoomView {
  readonly title: string
  readonly header: string
  readonly outline: string
  readonly panel: string
  readonly running: string
  readonly pieces: Pieces
  /** How many entries of each group there are, as far as is known. */
  readonly counts: Counts
  /** How many turns there are, and how many things in each piece of each, so that a page knows how long it is. */
  readonly map: readonly TurnMap[]
  readonly n: number
}

/** The number of a turn with how many things stand in each of its pieces. */
export type TurnMap = readonly [turn: number, ...items: readonly number[]]

/** What was written down of one thing: the record itself, and for a call the record that answered it. */
export interface RawRecord {
  readonly source: string
  readonly line: number
  readonly text: string
}

/** A session as a file. */
export type RoomFormat = 'html' | 'md' | 'json'

/** A picture out of a session. */
export interface RoomImage {
  readonly mediaType: string
  readonly base64: string
}

/** Everything that can be asked of a room: what is given, and what comes back. */
export interface RoomCalls {
  view: {readonly given: PieceWish; readonly result: RoomView}
  pieces: {readonly given: PieceWish; readonly result: Pieces | undefined}
  outline: {readonly given?: undefined; readonly result: string}
  /** The slice in which an anchor or a record is. */
  find: {readonly given: string; readonly result: PieceName | undefined}
  /** The records of an anchor, as they were written. */
  raw: {readonly given: string; readonly result: readonly RawRecord[] | undefined}
  /** One entry by itself, in Markdown. */
  markdown: {readonly given: string; readonly result: string | undefined}
  image: {readonly given: string; readonly result: RoomImage | undefined}
  document: {readonly given: RoomFormat; readonly result: string}
  /** What is running, in a few words. */
  step: {readonly given?: undefined; readonly result: string | undefined}
}

export type RoomMethod = keyof RoomCalls

/** One function for each of them; the table is total by type. */
export type RoomHandlers = {
  readonly [Method in RoomMethod]: (given: RoomCalls[Method]['given']) => Promise<RoomCalls[Method]['result']>
}

/**
 * One session that someone looks at, shared by all who do. What it shows is HTML. It may be in another thread, so
 * everything is asked by one `call`, which returns a promise.
 */
export interface Room {
  /** Numbers of events mean something only within one of these. It changes when everything must be asked again. */
  readonly incarnation: string
  /** Only the end of the session is here yet. */
  readonly partial: boolean
  /** Nothing can be asked of it any more, as after its thread failed. */
  readonly isClosed: boolean
  /** Resolves when there is something to show; rejects if nothing can be read. */
  readonly ready: Promise<void>
  call<Method extends RoomMethod>(
    method: Method,
    given: RoomCalls[Method]['given'],
  ): Promise<RoomCalls[Method]['result']>
  /** What the archive knows of its cost, if the session does not say it. */
  noteCost(cost: Cost | undefined): void
  /** Gives what was missed since an event, each thing once as it is now, and then all that comes. Returns the way out. */
  join(after: number, guest: RoomGuest): Promise<() => void>
  close(): void
}

/** Who looks at a room. */
export interface RoomGuest {
  hear(event: RoomEvent): void
  /** Everything must be asked anew: the whole session is there now, or its files were written anew, or it failed. */
  renew(reason: 'ready' | 'reset' | 'failed'): void
}
