import type {Node} from '../../page/index.ts'
import type {Html} from './html.ts'
import type {HtmlContext} from './html-context.ts'

/** What drawing one node takes. */
export interface NodeContext extends HtmlContext {
  /** How many groups stand around it. */
  readonly depth: number
  /** Draws nodes inside a node. */
  readonly draw: (nodes: readonly Node[], depth: number) => Html
}
