import type {Node, NodeOf} from '../../../page/index.ts'
import {type Html, html} from '../html.ts'
import type {NodeContext} from '../node-context.ts'

/** Groups inside groups beyond this stand flat, one after the other; no tool nests that deep. */
const deepest = 24

/** Nodes under a heading that folds. */
export function group(node: NodeOf<'group'>, context: NodeContext): Html {
  const inner =
    context.depth < deepest
      ? context.draw(node.nodes, context.depth + 1)
      : context.draw(flat(node.nodes), context.depth + 1)
  const title = node.title || 'More'
  return html`<details class="group"${node.folded ? '' : html` open`}><summary>${title}</summary>\n${inner}</details>`
}

/** Without recursion, as deep as the groups may go: their titles between what they hold. */
function flat(nodes: readonly Node[]): readonly Node[] {
  const found: Node[] = []
  const left = [...nodes].reverse()
  for (let node = left.pop(); node; node = left.pop()) {
    if (node.kind !== 'group') found.push(node)
    else {
      found.push({kind: 'text', text: node.title, tone: 'dim'})
      for (let index = node.nodes.length - 1; index >= 0; index -= 1) {
        const inner = node.nodes[index]
        if (inner) left.push(inner)
      }
    }
  }
  return found
}
