import type {Child} from '../../sources/index.ts'
import type {Follower} from './perform-run.ts'

/** How a run is shown while it is recorded. */
export interface Showing {
  readonly follower: Follower
  /** The run's complaints come through us, because they must stand above lines that are redrawn. */
  readonly takesComplaints: boolean
  /** Hands complaints on until there are no more. */
  complaintsOf(child: Child): Promise<void>
  /** Says something beside the conversation. */
  say(sentence: string): Promise<void>
  /** Leaves the terminal clean. */
  close(): Promise<void>
  /** The line that says how it went. */
  closing(): Promise<void>
}
