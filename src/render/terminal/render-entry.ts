import {type Entry, formatZonedClock, type Node, truncate} from '../../page/index.ts'
import {agentGutter, shortAgentName} from './entry/agent-gutter.ts'
import {detailLines} from './entry/detail-lines.ts'
import {isSpoken, isTitled} from './entry/entry-heading.ts'
import {actorPen, markPen, terminalMark} from './entry/entry-mark.ts'
import {eventLines} from './entry/event-lines.ts'
import {factLines} from './entry/fact-lines.ts'
import {limitRows} from './entry/limit-rows.ts'
import {renderBox} from './entry/render-box.ts'
import {maxEntryRows} from './entry/row-limits.ts'
import {renderTerminalNodes} from './nodes/render-nodes.ts'
import type {TerminalOptions} from './terminal-options.ts'
import {glyphsFor} from './text/glyphs.ts'
import {measure} from './text/measure.ts'
import {sanitizeTerminalLine} from './text/sanitize.ts'

const timeWidth = 9

/** An entry in one or two lines; messages are shown in full. A new turn has an empty line before it. */
function renderLine(entry: Entry, options: TerminalOptions): string {
  const gutter = agentGutter(entry.lane, options)
  const margin = options.timestamps ? timeWidth : 0
  const width = Math.max(1, options.width - margin - gutter.width)
  const lines = isSpoken(entry) ? spokenLines(entry, options, width) : eventEntryLines(entry, options, width)
  const text = lines.map((line, index) => {
    const time = options.timestamps ? timeBefore(index === 0 ? entry.at : undefined, options) : ''
    return `${time}${gutter.text}${line}`.trimEnd()
  })
  const newTurn = requests.has(entry.kind) && !entry.lane && (entry.turn ?? 1) > 1
  return `${newTurn ? '\n' : ''}${text.join('\n')}\n`
}

/** What a person begins a turn with. */
const requests: ReadonlySet<Entry['kind']> = new Set(['prompt', 'command', 'shell'])

/** Only the first line of an entry has a time; the others keep its columns free. */
const timeBefore = (time: Entry['at'], {paint, zone}: TerminalOptions): string =>
  paint.dim((time === undefined ? '' : (formatZonedClock(time, zone) ?? '--:--:--')).padEnd(timeWidth))

/** `explore ·` before everything a sub-agent says or does; where it starts, its name is the title. */
function nameOf({lane, kind}: Entry, options: TerminalOptions, width: number): Name | undefined {
  if (!lane || kind === 'agent') return undefined
  const alone = options.paint.agent(lane.key, shortAgentName(lane, options, width))
  return {alone, beside: `${alone} ${options.paint.dim(glyphsFor(options).dot)} `}
}

interface Name {
  /** On a separate line. */
  readonly alone: string
  readonly beside: string
}

function spokenLines(entry: Entry, options: TerminalOptions, width: number): readonly string[] {
  const mark = (entry.isError ? markPen : actorPen)(entry, options)(terminalMark(entry, options))
  const titled = isTitled(entry)
  const worded = options.style === 'plain' || titled
  const name = nameOf(entry, options, width)
  const head = [
    ...(worded ? [mark] : []),
    ...(titled ? [options.paint.strong(sanitizeTerminalLine(entry.title))] : []),
  ].join(' ')
  const indent = worded ? '  ' : ' '.repeat(measure(mark) + 1)
  const body = spokenRows(entry, options, Math.max(1, width - indent.length)).map((line, index) =>
    index === 0 && !worded ? `${mark} ${line}` : indent + line,
  )
  if (!name && head === '') return body
  const beside = `${name?.beside ?? ''}${head === '' ? '' : `${head} `}`
  const short = body.length === 1 ? `${beside}${(body[0] ?? '').trimStart()}` : undefined
  if (short !== undefined && measure(short) <= width) return [short]
  const above = `${name?.beside ?? ''}${head}`
  if (name && (head === '' || measure(above) > width))
    return [name.alone, ...(head === '' ? [] : [head]), ...body]
  return [above, ...body]
}

/** What someone said, as much of it as is shown of its kind. */
function spokenRows(entry: Entry, options: TerminalOptions, width: number): readonly string[] {
  const {kind, isError} = entry
  const maxRows = maxEntryRows(entry, options)
  // The entry's own mark says that it is an error.
  const asked = isError ? entry.asked.map(withoutMark) : entry.asked
  const rows =
    maxRows === undefined
      ? renderTerminalNodes(truncate(asked, options.limits), options, width)
      : limitRows(renderTerminalNodes(asked, options, width), maxRows, options, width)
  const pen = kind === 'thinking' ? options.paint.dim : kind === 'prompt' ? options.paint.person : same
  return rows.map(pen)
}

const withoutMark = (node: Node): Node =>
  node.kind === 'note' && node.level === 'error' ? {kind: 'text', text: node.text, tone: 'error'} : node

const same = (text: string): string => text

/** An event next to a name needs more than a few columns. */
const minWidthAfterName = 16

function eventEntryLines(entry: Entry, options: TerminalOptions, width: number): readonly string[] {
  const name = nameOf(entry, options, width)
  const left = name ? width - measure(name.beside) : width
  const beside = left >= minWidthAfterName
  const [first = '', ...more] = eventLines(entry, options, beside ? left : width, width)
  const head = !name ? [first] : beside ? [name.beside + first] : [name.alone, first]
  const below = detailLines(entry, options, width - 2).map((line) => `  ${line}`)
  // The end of a turn is one line if its figures fit on it.
  if (
    entry.kind === 'result' &&
    more.length === 0 &&
    factLines(entry.asked, options, width - 2).length === 1
  ) {
    const line = `${head.join('')}${below[0]}`
    if (measure(line) <= width) return [line, ...below.slice(1)]
  }
  return [...head, ...more, ...below]
}

/** A frame in fewer columns would contain a word or two. */
const minBoxWidth = 24

/** An entry as text for a terminal, with line ends. If there is no room for a frame, the style `line` is used. */
export function renderTerminalEntry(entry: Entry, options: TerminalOptions): string {
  if (options.style !== 'box') return renderLine(entry, options)
  return options.width < minBoxWidth
    ? renderLine(entry, {...options, style: 'line'})
    : renderBox(entry, options)
}
