import type {Node} from '../../page/index.ts'
import type {MarkdownOptions} from './markdown-options.ts'
import type {Places} from './places.ts'

/** What the parts of a file need to know of the file. */
export interface MarkdownContext extends MarkdownOptions {
  /** Where the session was at work; paths below it are linked without it. */
  readonly folder: string | undefined
  /** The level of a session's heading: 1 in a file of its own, 2 among others. Turns stand one below. */
  readonly level: number
  /** The highest heading that somebody's prose may have here. */
  readonly proseLevel: number
  readonly places: Places
  /** How many agents stand above. */
  readonly agents: number
  /** Draws nodes that stand inside another. */
  draw(nodes: readonly Node[], context: MarkdownContext): readonly string[]
}
