import type {Entry, Node} from '../../page/index.ts'
import {excerpt, outputExcerpt, wholeExcerpt} from './excerpt.ts'
import {factLines} from './fact-lines.ts'
import {fewRows} from './few-rows.ts'
import {askedBesides} from './heading.ts'
import type {Look} from './look.ts'
import {endOf} from './mark.ts'
import {measure} from './measure.ts'
import {renderNodes} from './nodes/render-nodes.ts'
import {isFull, rowsFor} from './row-limits.ts'
import {sayNode} from './say-node.ts'

/** What stands under the line of an event: what is part of the story, why it went wrong, else a first look. */
export function detailLines(entry: Entry, look: Look, width: number): readonly string[] {
  const {kind, asked, answered} = entry
  if (kind === 'result')
    return [...factLines(asked, look, width).map(look.paint.dim), ...renderNodes(answered, look, width)]
  if (isFull(look)) return renderNodes([...askedBesides(entry), ...answered], look, width)
  switch (endOf(entry)) {
    case 'pending':
    case 'running':
      return []
    case 'completed':
      return completedLines(entry, look, width)
    case 'failed':
    case 'orphaned':
      return [
        ...tellNodes(toldAsked(entry), look, width, 'untold'),
        ...wholeExcerpt(fresh(entry), look, width, rowsFor('failure', look)),
      ]
    case 'denied':
    case 'interrupted':
      return [
        ...tellNodes(toldAsked(entry), look, width),
        ...wholeExcerpt(answered, look, width, rowsFor('ending', look)),
      ]
    case undefined:
      return eventDetail(entry, look, width)
  }
}

function completedLines(entry: Entry, look: Look, width: number): readonly string[] {
  const {answered, outcome, tells} = entry
  const told = [...toldAsked(entry), ...(tells === 'answered' || tells === 'both' ? fresh(entry) : [])]
  if (told.length > 0) return tellNodes(told, look, width)
  if (outcome !== undefined) return []
  const lines = isCommand(entry)
    ? outputExcerpt(answered, look, width)
    : excerpt(wordsOf(answered), look, width, 1)
  return lines.map(look.paint.dim)
}

const toldAsked = (entry: Entry): readonly Node[] =>
  entry.tells === 'asked' || entry.tells === 'both'
    ? askedBesides(entry)
        .filter(({kind}) => kind !== 'fields')
        .map((node) => withoutHeading(node, entry.subject))
    : []

/** A plan is called by its first line, which then need not be told again. */
function withoutHeading(node: Node, subject: string | undefined): Node {
  if (node.kind !== 'prose' || subject === undefined) return node
  const [first = '', ...rest] = node.markdown.trimStart().split('\n')
  const body = rest.join('\n').trim()
  return body !== '' && first.replace(/^#+\s+/, '').trim() === subject ? {...node, markdown: body} : node
}

/** For a first look: pictures, named values and what is folded only where nothing else was said. */
function wordsOf(nodes: readonly Node[]): readonly Node[] {
  const words = nodes.filter(
    (node) => node.kind !== 'image' && node.kind !== 'fields' && !(node.kind === 'group' && node.folded),
  )
  return words.length === 0 ? nodes : words
}

/** The answer without what only says the outcome once more. */
const fresh = ({answered, outcome}: Entry): readonly Node[] =>
  outcome === undefined ? answered : answered.filter((node) => !repeats(node, outcome))

function repeats(node: Node, outcome: string): boolean {
  if (node.kind === 'ansi') return node.text.replace(/^Exit code (?=\d+$)/, 'exit ') === outcome
  return node.kind === 'note' && node.text.includes(outcome)
}

const isCommand = ({asked}: Entry): boolean =>
  asked.some((node) => node.kind === 'fields' && node.fields.some(({role}) => role === 'command'))

/** What was no call: the report of background work is told like that of an agent, others begin to say what they are. */
function eventDetail(entry: Entry, look: Look, width: number): readonly string[] {
  const {kind, answered, subject} = entry
  const besides = askedBesides(entry)
  if (kind === 'task') {
    // Whoever reads a name needs no number.
    const facts = subject === undefined ? besides : besides.map(withoutTask)
    return [...tellNodes(answered, look, width), ...factLines(facts, look, width).map(look.paint.dim)]
  }
  const rest = [...besides.filter((node) => node.kind !== 'fields'), ...answered]
  const most = rowsFor('event', look)
  // Markdown is no text to be read as it was written.
  const shown = rest.some((node) => node.kind === 'prose' && sayNode(node, look) === node.markdown)
    ? fewRows(renderNodes(rest, look, width).filter(isFilled), most, look, width)
    : excerpt(rest, look, width, most)
  return [...shown, ...factLines(besides, look, width)].map(look.paint.dim)
}

const withoutTask = (node: Node): Node =>
  node.kind === 'fields' ? {...node, fields: node.fields.filter(({role}) => role !== 'task')} : node

const isFilled = (row: string): boolean => row.trim() !== ''

/** The side of a call that is part of the story, drawn in a few rows, with its named values below; of one that failed in fewer. */
function tellNodes(
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
