import type {ArchiveReader, ListedSession} from '../archive/archive.ts'
import type {PlanLimit, SpendingPlan} from '../archive/usage/spending-plan.ts'
import type {PriceOverrides} from '../prices/index.ts'
import type {ArchiveQueries} from './archive-queries.ts'
import type {LiveSession} from './live-session/live-session.ts'

/** A style sheet, a script or an image of the viewer. */
export interface WebAsset {
  /** Its name: `app.js`. */
  readonly name: string
  /** The name in its address, which changes with its content: `app.3f2a9c01.js`. */
  readonly file: string
  readonly type: string
  readonly body: string
}

/** A message on every page, for as long as it applies. */
export interface Notice {
  text(): string | undefined
  /** Calls `changed` after each change. Returns a function that stops listening. */
  onChange(changed: () => void): () => void
}

/** Who has access. */
export interface Access {
  /** The host names that the server answers to, without port; any if other machines have access. */
  readonly hosts: ReadonlySet<string> | undefined
  /** The token that visitors must supply; `undefined` if everyone has access. */
  readonly token: string | undefined
  /** Whether a code gives access; each code does so once. */
  readonly redeem?: (code: string) => boolean
}

/** A piped stream, which is not on disk. Its owner opens and closes the live session. */
export interface PipedSession {
  readonly id: string
  readonly live: LiveSession
  /** Called when someone opens its page. */
  readonly onVisit?: () => void
}

/** Everything that the server needs. It does not read the clock, the disk or the process itself. */
export interface ServerOptions {
  readonly archive: Pick<ArchiveReader, 'sessions'>
  /** Queries that can take long. */
  readonly queries: ArchiveQueries
  /** Calls `changed` when something was indexed. Returns a function that stops listening. */
  readonly onChange: (changed: () => void) => () => void
  /** A temporary problem, shown on every page. */
  readonly notice?: Notice | undefined
  /** Opens a session. */
  readonly openSession: (session: ListedSession) => Promise<LiveSession>
  /** Opens the end of a running session. */
  readonly openTail: (session: ListedSession) => Promise<LiveSession>
  readonly piped: PipedSession | undefined
  /** The bundled sample is shown, because there are no other sessions. */
  readonly isSample: boolean
  /** Different each time the server is started. */
  readonly bootId: string
  readonly now: () => number
  /** The time zone of days. */
  readonly zone: string
  readonly assets: readonly WebAsset[]
  readonly access: Access
  readonly overrides?: PriceOverrides | undefined
  /** The budget and the subscription that usage is compared with. */
  readonly spendingPlan?: SpendingPlan | undefined
  /** The limits of the subscription that were seen last. */
  readonly planLimits?: (() => readonly PlanLimit[]) | undefined
}
