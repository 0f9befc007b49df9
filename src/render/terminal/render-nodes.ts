import type {Node} from '../../page/index.ts'
import type {Look} from './look.ts'

/**
 * Draws nodes as lines, none of them wider than `width` columns. The text in nodes is hostile: what leaves here
 * holds no control sequence but colours.
 */
export function renderNodes(nodes: readonly Node[], look: Look, width: number): readonly string[] {
  return nodes.flatMap((node) => JSON.stringify(node).slice(0, Math.min(width, look.width)))
}
