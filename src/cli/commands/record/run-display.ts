import type {Child} from '../../../sources/index.ts'
import type {RunFollower} from './follow-run.ts'

/** How a run is shown while it is recorded. */
export interface RunDisplay {
  readonly follower: RunFollower
  /** The run's standard error is printed by recount, above the running lines. */
  readonly pipesStderr: boolean
  /** Prints the run's standard error to its end. */
  forwardStderr(child: Child): Promise<void>
  /** Prints a message that is not part of the conversation. */
  notify(sentence: string): Promise<void>
  /** Leaves the terminal clean. */
  close(): Promise<void>
  /** The closing line. */
  printClosing(): Promise<void>
}
