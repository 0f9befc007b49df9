import {
  type Entry,
  entryKinds,
  type FieldRole,
  formatDuration,
  formatZonedClock,
  type Node,
  truncate,
} from '../../../page/index.ts'
import {renderTerminalNodes} from '../nodes/render-nodes.ts'
import {isImageLine} from '../nodes/terminal-image.ts'
import type {TerminalOptions} from '../terminal-options.ts'
import {glyphsFor} from '../text/glyphs.ts'
import {measure} from '../text/measure.ts'
import {sanitizeTerminalLine} from '../text/sanitize.ts'
import {wrapLine} from '../text/wrap.ts'
import {agentGutter, shortAgentName} from './agent-gutter.ts'
import {drawFrame, widthInFrame} from './box-frame.ts'
import {headingSubject, isTitled} from './entry-heading.ts'
import {actorPen, finalState, markPen, terminalMark} from './entry-mark.ts'
import {limitRows} from './limit-rows.ts'
import {besideIcon, renderLabelled, resultLabel} from './result-label.ts'
import {maxEntryRows} from './row-limits.ts'

/** An entry in a double frame, with an empty line after it. Images have no columns and stand below the frame. */
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

/** A run that came to no end of its own is titled by how it ended. */
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

/** Icons tell apart what was asked of a tool; the start of a session is a list of names and values. */
function askedLines(entry: Entry, options: TerminalOptions, width: number): readonly string[] {
  const {kind, asked} = entry
  const draw = kind === 'session' || !options.emoji ? renderTerminalNodes : renderAsked
  const headed = entry.state !== undefined || isTitled(entry)
  const most = maxEntryRows(entry, options)
  const drawn = (most === undefined ? truncate(asked, options.limits) : asked).flatMap((node, index) => {
    const lines = draw([node], options, width)
    return isClose(node) || (index === 0 && !headed) ? lines : ['', ...lines]
  })
  const lines = most === undefined ? drawn : limitRows(drawn, most, options, width)
  return kind === 'thinking' ? lines.map(options.paint.dim) : lines
}

/** Short things stand directly under what comes before them. */
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

/** What was asked, as boxes show it: each field behind its icon, and a list of things to do under its name. */
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
