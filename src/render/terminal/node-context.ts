import type {Node} from '../../page/index.ts'
import type {Glyphs} from './glyphs.ts'
import type {Look} from './look.ts'

/** What it takes to draw a node. */
export interface NodeContext {
  readonly look: Look
  readonly glyphs: Glyphs
  /** In columns; no line may be wider. */
  readonly width: number
  /** Draws nodes that stand inside the node. */
  readonly draw: (nodes: readonly Node[], width: number) => readonly string[]
}
