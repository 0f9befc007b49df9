import type {ArchiveReader, ListedSession} from '../archive/archive.ts'
import type {PriceOverrides} from '../prices/index.ts'
import type {ArchiveQueries} from './archive-queries.ts'
import type {LiveSession} from './live-session/live-session.ts'

/** A style sheet, a script or a picture of the viewer, under a name that changes with what is in it. */
export interface WebAsset {
  /** What pages call it: `app.js`. */
  readonly name: string
  /** What it is served as: `app.3f2a9c01.js`. */
  readonly file: string
  readonly type: string
  readonly body: string
}

/** A sentence that stands on every page as long as it is true. */
export interface Notice {
  text(): string | undefined
  /** Calls when it has changed; gives the way to stop listening. */
  onChange(changed: () => void): () => void
}

/** Who may come in. */
export interface Access {
  /** The names under which the server may be asked, without port; any if other machines may come in. */
  readonly hosts: ReadonlySet<string> | undefined
  /** What everyone must know who comes in; nothing if everybody may. */
  readonly token: string | undefined
  /** Tells whether a code lets somebody in, which it does once. */
  readonly redeem?: (code: string) => boolean
}

/** A stream that comes through a pipe, and is on no disk. It is whoever feeds it that opens and closes its room. */
export interface PipedSession {
  readonly id: string
  readonly live: LiveSession
  /** Called each time that somebody looks at it. */
  readonly onVisit?: () => void
}

/** All that the server needs from outside. It reads no clock, no disk and no process by itself. */
export interface ServerOptions {
  readonly archive: Pick<ArchiveReader, 'sessions'>
  /** What may take long. */
  readonly queries: ArchiveQueries
  /** Calls when something new was taken in; gives the way to stop listening. */
  readonly onChange: (changed: () => void) => () => void
  /** What is wrong at the moment and passes, in a sentence for every page; nothing if all is well. */
  readonly notice?: Notice | undefined
  /** Opens the room of a session. */
  readonly openSession: (session: ListedSession) => Promise<LiveSession>
  /** Opens the end of a running session. */
  readonly openTail: (session: ListedSession) => Promise<LiveSession>
  readonly piped: PipedSession | undefined
  /** What is shown are the samples that come with the program, because there is nothing else yet. */
  readonly isSample: boolean
  /** Different each time the server is started. */
  readonly bootId: string
  readonly now: () => number
  /** The time zone that days begin in. */
  readonly zone: string
  readonly assets: readonly WebAsset[]
  readonly access: Access
  readonly overrides?: PriceOverrides | undefined
}
