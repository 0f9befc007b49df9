import type {Entry, Node, Running} from '../../page/index.ts'
import {formatDollars, formatDuration, formatTokens} from '../../page/index.ts'
import {shortAgentName} from './entry/agent-gutter.ts'
import {cutSubject} from './entry/cut-subject.ts'
import {actorPen, terminalMark} from './entry/entry-mark.ts'
import {renderTerminalNodes} from './nodes/render-nodes.ts'
import type {TerminalOptions} from './terminal-options.ts'
import {glyphsFor} from './text/glyphs.ts'
import {cut, measure} from './text/measure.ts'
import {sanitizeTerminalLine} from './text/sanitize.ts'

/** Of what is being written, as much as can be read while it grows. */
const maxWrittenRows = 3

const frames = {unicode: ['◐', '◓', '◑', '◒'], ascii: ['|', '/', '-', '\\']} as const
const frameMs = 250

/**
 * What is running now, in at most `rows` lines: what is being written, calls and agents at work with their time, and
 * what was spent. Oldest first, so that lines keep their places while others come and go.
 */
export function renderTerminalRunning(
  running: Running,
  options: TerminalOptions,
  now: number,
  rows: number,
): readonly string[] {
  // Line style's marks in every style: these lines are redrawn, and images are not equally wide everywhere.
  const live: TerminalOptions =
    options.style === 'plain' ? options : {...options, style: 'line', emoji: false, images: 'none'}
  const work = workLines(running, live, now)
  const status = statusLine(running, live)
  const statusRows = status !== '' && (rows > 1 || work.length === 0) ? 1 : 0
  const room = Math.max(0, rows - statusRows)
  const workRows = Math.min(
    work.length,
    running.writing.length > 0 && room > 1 ? Math.max(1, room - maxWrittenRows) : room,
  )
  const written = writtenLines(running.writing, live, Math.min(maxWrittenRows, room - workRows))
  const shown = limited(work, Math.max(workRows, room - written.length), live)
  return [...written, ...shown, ...(statusRows === 0 ? [] : [status])].slice(0, Math.max(0, rows))
}

function limited(lines: readonly string[], rows: number, options: TerminalOptions): readonly string[] {
  if (lines.length <= rows) return lines
  const shown = lines.slice(0, Math.max(0, rows - 1))
  const rest = `  ${glyphsFor(options).ellipsis} ${lines.length - shown.length} more`
  return rows <= 0 ? [] : [...shown, options.paint.dim(cut(rest, options.width))]
}

/** The end of the newest text, under its mark. */
function writtenLines(writing: readonly Entry[], options: TerminalOptions, rows: number): readonly string[] {
  const entry = writing.at(-1)
  if (!entry || rows <= 0) return []
  const lines = renderTerminalNodes(
    entry.asked.slice(-1).map(nodeTail),
    options,
    Math.max(1, options.width - 2),
  )
  const pen = entry.kind === 'thinking' ? options.paint.dim : (text: string) => text
  const mark = actorPen(entry, options)(options.style === 'plain' ? '>' : terminalMark(entry, options))
  return lines.slice(-rows).map((line, index) => `${index === 0 ? mark : ' '} ${pen(line)}`.trimEnd())
}

/** A line for each running call or agent. What an agent does is shown on its own line, or on that of its call. */
function workLines(running: Running, options: TerminalOptions, now: number): readonly string[] {
  const unmatched = [...running.agents]
  const busy = new Set(unmatched.map(({agent}) => agent.lane?.key))
  const callLines = running.tools
    .filter(({lane}) => !lane || !busy.has(lane.key))
    .map((tool) => {
      const index =
        tool.depth === 'agent' ? unmatched.findIndex(({agent}) => agent.title === tool.subject) : -1
      const [worker] = index === -1 ? [] : unmatched.splice(index, 1)
      return workLine(tool, worker && newestOf(worker, running), options, now)
    })
  return [
    ...callLines,
    ...unmatched.map((worker) => workLine(worker.agent, newestOf(worker, running), options, now)),
  ]
}

/** The current step of an agent, else its last one. */
const newestOf = ({agent, step}: Running['agents'][number], {tools}: Running): Entry | undefined =>
  tools.findLast(({lane}) => lane !== undefined && lane.key === agent.lane?.key) ?? step

function workLine(entry: Entry, step: Entry | undefined, options: TerminalOptions, now: number): string {
  const {ellipsis, dot, arrow} = glyphsFor(options)
  const {paint, width} = options
  const {lane, kind, subject} = entry
  const elapsed = entry.at === undefined ? '' : `  ${elapsedTime(now - entry.at)}`
  const name =
    lane && kind !== 'agent'
      ? `${paint.agent(lane.key, shortAgentName(lane, options, width))} ${paint.dim(dot)} `
      : ''
  const title = actorPen(
    entry,
    options,
  )(cut(sanitizeTerminalLine(entry.title), Math.floor(width / 2), ellipsis))
  const head = `${actorPen(entry, options)(spinner(options, now))} ${name}${title}`
  const newest = step && sanitizeTerminalLine([step.title, step.subject].filter(Boolean).join(' '))
  // The subject of an agent is its prompt, which is already known.
  const about = [
    ...(subject === undefined || (kind === 'agent' && newest) ? [] : [sanitizeTerminalLine(subject)]),
    ...(newest ? [`${arrow} ${newest}`] : []),
  ].join(' ')
  const room = width - measure(head) - measure(elapsed) - 2
  const middle = about === '' || room < 4 ? '' : `  ${cutSubject(entry, about, room, ellipsis)}`
  return cut(`${head}${middle}${paint.dim(elapsed)}`, width, ellipsis)
}

function spinner(options: TerminalOptions, now: number): string {
  const turning = options.style === 'plain' ? frames.ascii : frames.unicode
  return turning[Math.floor(Math.max(0, now) / frameMs) % turning.length] ?? turning[0]
}

/** In full seconds, because digits that change quickly cannot be read. */
function elapsedTime(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  return seconds < 60 ? `${seconds}s` : formatDuration(seconds * 1000)
}

function statusLine({spent: {tokens, costUsd, context}}: Running, options: TerminalOptions): string {
  const {dot, ellipsis} = glyphsFor(options)
  const used =
    context &&
    (context.window !== undefined && context.window > 0
      ? `ctx ${Math.round((100 * context.tokens) / context.window)}%`
      : `ctx ${formatTokens(context.tokens)}`)
  const facts = [
    tokens === undefined ? undefined : `${formatTokens(tokens)} tokens`,
    costUsd === undefined ? undefined : formatDollars(costUsd),
    used,
  ].filter((fact) => fact !== undefined)
  return facts.length === 0
    ? ''
    : options.paint.dim(cut(`  ${facts.join(` ${dot} `)}`, options.width, ellipsis))
}

/** More than a few lines of any terminal. */
const maxTailLength = 4000

/** The end of a text that is still growing, so that drawing it again and again costs the same however long it is. */
function nodeTail(node: Node): Node {
  switch (node.kind) {
    case 'prose':
      return {...node, markdown: tail(node.markdown)}
    case 'text':
    case 'ansi':
      return {...node, text: tail(node.text)}
    default:
      return node
  }
}

/** From the start of a line if there is one, and never from inside a surrogate pair. */
function tail(text: string): string {
  if (text.length <= maxTailLength) return text
  const from = text.length - maxTailLength
  const line = text.indexOf('\n', from) + 1
  if (line > 0 && line < text.length) return text.slice(line)
  const code = text.charCodeAt(from)
  return text.slice(code >= 0xdc00 && code <= 0xdfff ? from + 1 : from)
}
