import {type Entry, finalState, type Node, type ToolRunState} from '../../../page/index.ts'
import {renderTerminalNodes} from '../nodes/render-nodes.ts'
import type {TerminalOptions} from '../terminal-options.ts'
import {measure} from '../text/measure.ts'

/** The label before the result in a box. */
interface ResultLabel {
  readonly icon: string
  /** Without one, only the icon is shown, and all lines are right of it. */
  readonly label: string | undefined
}

const result: ResultLabel = {icon: '📄', label: 'Result'}
const error: ResultLabel = {icon: '🚨', label: 'Error'}
const output: ResultLabel = {icon: '📄', label: 'Output'}

const labels: Readonly<Record<ToolRunState, ResultLabel>> = {
  pending: result,
  running: result,
  completed: result,
  failed: error,
  denied: {icon: '🚫', label: undefined},
  interrupted: {icon: '🚫', label: undefined},
  orphaned: {icon: '🔍', label: undefined},
}

/** The lead of an entry's answer. The text of a session's result needs none: it is the answer. */
export function resultLabel(entry: Entry, options: TerminalOptions): ResultLabel | undefined {
  const end = finalState(entry)
  const lead = end ? labels[end] : entry.kind === 'result' ? (entry.isError ? error : undefined) : output
  return lead && !options.emoji ? {...lead, icon: ''} : lead
}

/** Draws a result after its label: on the same line if it is text that fits, else below. */
export function renderLabelled(
  lead: ResultLabel | undefined,
  nodes: readonly Node[],
  options: TerminalOptions,
  width: number,
): readonly string[] {
  if (!lead || nodes.length === 0) return renderTerminalNodes(nodes, options, width)
  if (lead.label === undefined)
    return besideIcon(lead.icon, width, (room) => renderTerminalNodes(nodes.map(withoutMark), options, room))
  if (nodes.every(({kind}) => kind === 'note')) return renderTerminalNodes(nodes, options, width)
  const label = `${lead.icon === '' ? '' : `${lead.icon} `}${options.paint.strong(`${lead.label}:`)}`
  const [first = '', ...rest] = renderTerminalNodes(nodes, options, width)
  return isRunning(nodes[0]) && measure(label) + 1 + measure(first) <= width
    ? [`${label} ${first}`, ...rest]
    : [label, first, ...rest]
}

/** Remarks lose their own marks here: the icon is theirs. */
const withoutMark = (node: Node): Node =>
  node.kind === 'note' ? {kind: 'text', text: node.text, tone: 'plain'} : node

/** Lines of code and tables are aligned with each other, so none of them may be moved. */
const isRunning = (node: Node | undefined): boolean =>
  node?.kind === 'text' || node?.kind === 'ansi' || node?.kind === 'prose' || node?.kind === 'link'

/** Draws lines right of an icon, if there is one. */
export function besideIcon(
  icon: string,
  width: number,
  draw: (room: number) => readonly string[],
): readonly string[] {
  const left = icon === '' ? 0 : measure(icon) + 1
  return draw(Math.max(1, width - left)).map((line, index) =>
    index === 0 && left > 0 ? `${icon} ${line}` : ' '.repeat(left) + line,
  )
}
