import {
  type Entry,
  entryKinds,
  type FieldRole,
  finalState,
  formatDuration,
  formatZonedClock,
  type Node,
  truncate,
} from '../../../page/index.ts'
import {renderTerminalNodes} from '../nodes/render-nodes.ts'
import {isImageLine} from '../nodes/terminal-image.ts'
import type {TerminalOptions} from '../terminal-options.ts'
import {glyphsFor} from '../text/glyphs.ts'
import {cut, fill, measure} from '../text/measure.ts'
import {sanitizeTerminalLine} from '../text/sanitize.ts'
import {wrapLine} from '../text/wrap.ts'
import {agentGutter, shortAgentName} from './agent-gutter.ts'
import {headingSubject, isTitled} from './entry-heading.ts'
import {actorPen, markPen, terminalMark} from './entry-mark.ts'
import {limitRows} from './limit-rows.ts'
import {besideIcon, renderLabelled, resultLabel} from './result-label.ts'
import {maxEntryRows} from './row-limits.ts'

/** An entry in a double frame, with an empty line after it. Images have no columns and are below the frame. */
export function renderBox(entry: Entry, options: TerminalOptions): string {
  const gutter = agentGutter(entry.lane, options)
  const width = options.width - gutter.width
  const indent = entry.kind === 'session' ? 3 : 2
  const drawn = boxLines(entry, options, widthInFrame(width, indent))
  const lines = drawFrame(
    {
      title: boxTitle(entry, options, width),
      aside:
        options.timestamps && entry.at !== undefined
          ? (formatZonedClock(entry.at, options.zone) ?? '--:--:--')
          : undefined,
      lines: drawn.filter((line) => !isImageLine(line)),
      width,
      indent,
      pen: actorPen(entry, options),
    },
    options,
  )
  return `${[...lines, ...drawn.filter(isImageLine)].map((line) => `${gutter.text}${line}\n`).join('')}\n`
}

/** A run that did not end normally has its state as title. */
function boxTitle({kind, state, lane}: Entry, options: TerminalOptions, width: number): string {
  const ended = state === 'interrupted' || state === 'orphaned' || state === 'denied'
  const word = ended ? state : entryKinds[kind].word
  return lane && kind !== 'agent'
    ? `${shortAgentName(lane, options, width)} ${glyphsFor(options).dot} ${word}`
    : word
}

function boxLines(entry: Entry, options: TerminalOptions, width: number): readonly string[] {
  const above = [...headLines(entry, options, width), ...askedLines(entry, options, width)]
  const shown = entry.kind === 'result' ? entry.answered : truncate(entry.answered, options.limits)
  const answered = renderLabelled(resultLabel(entry, options), shown, options, width)
  return above.length === 0 || answered.length === 0 ? [...above, ...answered] : [...above, '', ...answered]
}

/** Where the heading is too long for a line, what follows is right of its icon. */
function headLines(entry: Entry, options: TerminalOptions, width: number): readonly string[] {
  if (!entry.state && !isTitled(entry)) return []
  const hanging = measure(terminalMark(entry, options)) + 1
  const lines = wrapLine(
    entry.state ? runHeading(entry, options) : plainHeading(entry, options),
    width,
    hanging,
  )
  if (entry.outcome === undefined || entry.state === 'orphaned') return lines
  const outcome = sanitizeTerminalLine(entry.outcome)
  const last = `${lines.at(-1)} ${glyphsFor(options).dot} ${outcome}`
  return measure(last) <= width
    ? [...lines.slice(0, -1), last]
    : [...lines, ...wrapLine(' '.repeat(hanging) + outcome, width)]
}

/** Icons mark the inputs of a tool; the start of a session is a list of names and values. */
function askedLines(entry: Entry, options: TerminalOptions, width: number): readonly string[] {
  const {kind, asked} = entry
  const draw = kind === 'session' || !options.emoji ? renderTerminalNodes : renderAsked
  const headed = entry.state !== undefined || isTitled(entry)
  const maxRows = maxEntryRows(entry, options)
  const drawn = (maxRows === undefined ? truncate(asked, options.limits) : asked).flatMap((node, index) => {
    const lines = draw([node], options, width)
    return isClose(node) || (index === 0 && !headed) ? lines : ['', ...lines]
  })
  const lines = maxRows === undefined ? drawn : limitRows(drawn, maxRows, options, width)
  return kind === 'thinking' ? lines.map(options.paint.dim) : lines
}

/** Short nodes have no empty line before them. */
const isClose = ({kind}: Node): boolean =>
  kind === 'fields' || kind === 'text' || kind === 'note' || kind === 'ansi' || kind === 'link'

/** `✅ Tool: Bash - COMPLETED (0.75s)`; an orphaned call says what it waited for instead of how long it took. */
function runHeading(entry: Entry, options: TerminalOptions): string {
  const {state = 'pending', title, durationMs, kind, outcome} = entry
  const duration = durationMs === undefined ? undefined : formatDuration(durationMs)
  const time = state === 'orphaned' && outcome !== undefined ? sanitizeTerminalLine(outcome) : duration
  const name = options.paint.strong(actorPen(entry, options)(sanitizeTerminalLine(title)))
  const ended = markPen(entry, options)((finalState(entry) ?? state).toUpperCase())
  const label = kind === 'agent' ? 'Agent' : 'Tool'
  return `${terminalMark(entry, options)} ${label}: ${name} - ${ended}${time === undefined ? '' : ` (${time})`}`
}

/** `🚀 Session Initialized`, `💻 Shell: ls`. */
function plainHeading(entry: Entry, options: TerminalOptions): string {
  const subject = entry.kind === 'session' ? undefined : headingSubject(entry)
  const separator = entry.kind === 'command' ? ' ' : ': '
  const title = options.paint.strong(sanitizeTerminalLine(entry.title))
  return `${terminalMark(entry, options)} ${title}${subject === undefined ? '' : separator + sanitizeTerminalLine(subject)}`
}

/** All of them are two columns wide in every terminal, which images made of two characters are not. */
const icons: Readonly<Record<FieldRole, string>> = {
  command: '🔧',
  description: '📝',
  file: '📁',
  folder: '📂',
  pattern: '🔍',
  url: '🌐',
  query: '🔎',
  prompt: '💬',
  agent: '🤖',
  model: '🧠',
  server: '🔌',
  task: '📋',
  time: '⏰',
  number: '🔢',
  money: '💰',
  setting: '🔹',
}

/** The input as boxes show it: each field after its icon, and a to-do list under its name. */
function renderAsked(nodes: readonly Node[], options: TerminalOptions, width: number): readonly string[] {
  return nodes.flatMap((node) => {
    switch (node.kind) {
      case 'fields':
        return node.fields.flatMap((field) =>
          besideIcon(icons[field.role], width, (room) =>
            renderTerminalNodes([{kind: 'fields', fields: [field]}], options, room),
          ),
        )
      case 'todo':
        return ['📝 Todo List:', '', ...renderTerminalNodes([node], options, width)]
      default:
        return renderTerminalNodes([node], options, width)
    }
  })
}

/** What is framed. */
interface BoxFrame {
  readonly title: string
  /** On the right of the title line if there is room, else next to the title. */
  readonly aside: string | undefined
  readonly lines: readonly string[]
  readonly width: number
  readonly indent: number
  /** The colour of the frame. */
  readonly pen: (text: string) => string
}

/** Columns left for the lines in a frame: both sides, the indent, and one column of air at the right. */
const widthInFrame = (width: number, indent: number): number => Math.max(1, width - indent - 3)

/** A double frame around lines, with an empty line above and below them. All lines have the same width. */
function drawFrame(framed: BoxFrame, options: TerminalOptions): readonly string[] {
  const {lines, width, indent, pen} = framed
  const {frame: edge} = glyphsFor(options)
  const inside = width - 2
  const side = pen(edge.down)
  const margin = ' '.repeat(indent)
  const row = (line: string): string => `${side}${margin}${fill(line, inside - indent)}${side}`
  return [
    titleLine(framed, options),
    row(''),
    ...lines.map(row),
    row(''),
    pen(edge.bottomLeft + edge.across.repeat(inside) + edge.bottomRight),
  ]
}

function titleLine({title, aside, width, pen}: BoxFrame, options: TerminalOptions): string {
  const {frame: edge, ellipsis, dot} = glyphsFor(options)
  const inside = width - 2
  const across = (count: number): string => edge.across.repeat(Math.max(0, count))
  const asideWidth = aside === undefined ? 0 : measure(aside) + 4
  const centred = (text: string): {readonly left: number; readonly right: number; readonly shown: string} => {
    const shown = ` ${cut(text, inside - 4, ellipsis)} `
    const free = inside - measure(shown)
    return {left: Math.floor(free / 2), right: Math.ceil(free / 2), shown}
  }
  const alone = centred(title)
  const close = (left: number, shown: string, rest: string): string =>
    pen(edge.topLeft + across(left)) + options.paint.strong(shown) + rest
  if (aside === undefined || alone.right <= asideWidth) {
    const {left, shown, right} = aside === undefined ? alone : centred(`${title} ${dot} ${aside}`)
    return close(left, shown, pen(across(right) + edge.topRight))
  }
  const end = pen(across(alone.right - asideWidth)) + options.paint.dim(` ${aside} `)
  return close(alone.left, alone.shown, end + pen(across(2) + edge.topRight))
}
