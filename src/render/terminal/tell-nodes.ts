import type {Node} from '../../page/index.ts'
import {factLines} from './fact-lines.ts'
import {fewRows} from './few-rows.ts'
import type {Look} from './look.ts'
import {measure} from './measure.ts'
import {renderNodes} from './render-nodes.ts'
import {rowsFor} from './row-limits.ts'
import {sayNode} from './say-node.ts'

/** The side of a call that is part of the story, drawn in a few rows, with its named values below; of one that failed in fewer. */
export function tellNodes(
  nodes: readonly Node[],
  look: Look,
  width: number,
  part: 'told' | 'untold' = 'told',
): readonly string[] {
  const most = rowsFor(part, look)
  const words = nodes.filter(({kind}) => kind !== 'fields').map((node) => shortened(node, look, width))
  // Programs say at the end how it went.
  const shows = words.at(-1)?.kind === 'ansi' ? 'both-ends' : 'beginning'
  const rows = renderNodes(words, look, width)
  const shown = rows.length <= most + 1 ? rows : renderNodes(withoutLinks(words), look, width)
  return [...fewRows(shown, most, look, width, shows), ...factLines(nodes, look, width).map(look.paint.dim)]
}

/** Of many links and what was said of them, the words say more. */
function withoutLinks(words: readonly Node[]): readonly Node[] {
  return words.some(({kind}) => kind === 'prose') ? words.filter(({kind}) => kind !== 'link') : words
}

/** Values that fit on a line stand on one, and questions are told with what was chosen alone. */
function shortened(node: Node, look: Look, width: number): Node {
  if (node.kind === 'choice') return {kind: 'text', text: sayNode(node, look), tone: 'plain'}
  if (node.kind !== 'raw') return node
  const line = sayNode(node, look)
  return line.length <= width && measure(line) <= width
    ? {kind: 'code', code: line, language: 'json', firstLine: undefined}
    : node
}
