import {
  type Entry,
  failureReason,
  fieldsIn,
  finalState,
  isProminentSide,
  type Node,
} from '../../../page/index.ts'
import {renderTerminalNodes} from '../nodes/render-nodes.ts'
import type {TerminalOptions} from '../terminal-options.ts'
import {measure} from '../text/measure.ts'
import {askedWithoutHeading} from './entry-heading.ts'
import {excerptLines, outputExcerpt, wrappedExcerpt} from './excerpt.ts'
import {factLines} from './fact-lines.ts'
import {limitRows} from './limit-rows.ts'
import {plainNodeText} from './plain-node-text.ts'
import {isUnlimited, maxPartRows} from './row-limits.ts'

/** The lines below an event: what is prominent, why it failed, or an excerpt. */
export function detailLines(entry: Entry, options: TerminalOptions, width: number): readonly string[] {
  const {kind, asked, answered} = entry
  if (kind === 'result')
    return [
      ...factLines(asked, options, width).map(options.paint.dim),
      ...renderTerminalNodes(answered, options, width),
    ]
  if (isUnlimited(options))
    return renderTerminalNodes([...askedWithoutHeading(entry), ...answered], options, width)
  switch (finalState(entry)) {
    case 'pending':
    case 'running':
      return []
    case 'completed':
      return completedLines(entry, options, width)
    case 'failed':
    case 'orphaned':
      return [
        ...prominentLines(prominentAsked(entry), options, width, 'unprominent'),
        ...wrappedExcerpt(
          answeredWithoutOutcome(entry),
          options,
          width,
          maxPartRows('failure', options),
          failureReason(entry),
        ),
      ]
    case 'denied':
    case 'interrupted':
      return [
        ...prominentLines(prominentAsked(entry), options, width),
        ...wrappedExcerpt(answered, options, width, maxPartRows('ending', options)),
      ]
    case undefined:
      return eventDetail(entry, options, width)
  }
}

function completedLines(entry: Entry, options: TerminalOptions, width: number): readonly string[] {
  const {answered, outcome} = entry
  const shown = [
    ...prominentAsked(entry),
    ...(isProminentSide(entry, 'answered') ? answeredWithoutOutcome(entry) : []),
  ]
  if (shown.length > 0) return prominentLines(shown, options, width)
  if (outcome !== undefined) return []
  const lines = isCommand(entry)
    ? outputExcerpt(answered, options, width)
    : excerptLines(wordsOf(answered), options, width, 1)
  return lines.map(options.paint.dim)
}

const prominentAsked = (entry: Entry): readonly Node[] =>
  isProminentSide(entry, 'asked')
    ? askedWithoutHeading(entry)
        .filter(({kind}) => kind !== 'fields')
        .map((node) => withoutHeading(node, entry.subject))
    : []

/** A plan is called by its first line, which is then not repeated. */
function withoutHeading(node: Node, subject: string | undefined): Node {
  if (node.kind !== 'prose' || subject === undefined) return node
  const [first = '', ...rest] = node.markdown.trimStart().split('\n')
  const body = rest.join('\n').trim()
  return body !== '' && first.replace(/^#+\s+/, '').trim() === subject ? {...node, markdown: body} : node
}

/** For an excerpt: images, named values and collapsed groups only if there is nothing else. */
function wordsOf(nodes: readonly Node[]): readonly Node[] {
  const words = nodes.filter(
    (node) => node.kind !== 'image' && node.kind !== 'fields' && !(node.kind === 'group' && node.isCollapsed),
  )
  return words.length === 0 ? nodes : words
}

/** The answer without what only says the outcome once more. */
const answeredWithoutOutcome = ({answered, outcome}: Entry): readonly Node[] =>
  outcome === undefined ? answered : answered.filter((node) => !repeats(node, outcome))

function repeats(node: Node, outcome: string): boolean {
  if (node.kind === 'ansi') return node.text.replace(/^Exit code (?=\d+$)/, 'exit ') === outcome
  return node.kind === 'note' && node.text.includes(outcome)
}

const isCommand = ({asked}: Entry): boolean => fieldsIn(asked).some(({role}) => role === 'command')

/** What was no call: the report of background work is shown like that of an agent, of others an excerpt. */
function eventDetail(entry: Entry, options: TerminalOptions, width: number): readonly string[] {
  const {kind, answered, subject} = entry
  const besides = askedWithoutHeading(entry)
  if (kind === 'task') {
    // Whoever reads a name needs no number.
    const facts = subject === undefined ? besides : besides.map(withoutTask)
    return [
      ...prominentLines(answered, options, width),
      ...factLines(facts, options, width).map(options.paint.dim),
    ]
  }
  const rest = [...besides.filter((node) => node.kind !== 'fields'), ...answered]
  const maxRows = maxPartRows('event', options)
  // Markdown is rendered, not shown as it was written.
  const shown = rest.some((node) => node.kind === 'prose' && plainNodeText(node, options) === node.markdown)
    ? limitRows(renderTerminalNodes(rest, options, width).filter(isFilled), maxRows, options, width)
    : excerptLines(rest, options, width, maxRows)
  return [...shown, ...factLines(besides, options, width)].map(options.paint.dim)
}

const withoutTask = (node: Node): Node =>
  node.kind === 'fields' ? {...node, fields: node.fields.filter(({role}) => role !== 'task')} : node

const isFilled = (row: string): boolean => row.trim() !== ''

/** The side of a call that is part of the story, drawn in a few rows, with its named values below; of one that failed in fewer. */
function prominentLines(
  nodes: readonly Node[],
  options: TerminalOptions,
  width: number,
  part: 'shown' | 'unprominent' = 'shown',
): readonly string[] {
  const maxRows = maxPartRows(part, options)
  const words = nodes.filter(({kind}) => kind !== 'fields').map((node) => shortened(node, options, width))
  // Programs say at the end how it went.
  const shows = words.at(-1)?.kind === 'ansi' ? 'both-ends' : 'beginning'
  const rows = renderTerminalNodes(words, options, width)
  const shown = rows.length <= maxRows + 1 ? rows : renderTerminalNodes(withoutLinks(words), options, width)
  return [
    ...limitRows(shown, maxRows, options, width, shows),
    ...factLines(nodes, options, width).map(options.paint.dim),
  ]
}

/** Of many links and what was said of them, the words say more. */
function withoutLinks(words: readonly Node[]): readonly Node[] {
  return words.some(({kind}) => kind === 'prose') ? words.filter(({kind}) => kind !== 'link') : words
}

/** Values that fit on a line are on one, and questions show only the chosen answer. */
function shortened(node: Node, options: TerminalOptions, width: number): Node {
  if (node.kind === 'choice') return {kind: 'text', text: plainNodeText(node, options), tone: 'plain'}
  if (node.kind !== 'raw') return node
  const line = plainNodeText(node, options)
  return line.length <= width && measure(line) <= width
    ? {kind: 'code', code: line, language: 'json', firstLine: undefined}
    : node
}
