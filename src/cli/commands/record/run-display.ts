import type {Child} from '../../../sources/index.ts'
import type {RunFollower} from './follow-run.ts'

/** How a run is shown while it is recorded. */
export interface RunDisplay {
  readonly follower: RunFollower
  /** The run's complaints come through us, because they must stand above lines that are redrawn. */
  readonly pipesStderr: boolean
  /** Hands complaints on until there are no more. */
  forwardStderr(child: Child): Promise<void>
  /** Says something beside the conversation. */
  notify(sentence: string): Promise<void>
  /** Leaves the terminal clean. */
  close(): Promise<void>
  /** The line that says how it went. */
  printClosing(): Promise<void>
}
