import {
  hiddenCharacterPattern,
  lastStateOfLine,
  noSgr,
  readControlSequence,
  readSgr,
  type Sgr,
  sgrBetween,
} from '../../../page/index.ts'
import {eachGrapheme} from './graphemes.ts'
import {measure} from './measure.ts'

/** Everything that must not reach a terminal. */
const hostile = new RegExp(hiddenCharacterPattern('\\n'), 'gu')

/** Whatever ends a line somewhere. */
const lineEnds = /\r\n|[\v\f\u0085\u2028\u2029]/g

const tabStop = 8

/** Text from a transcript as a terminal may have it: no control sequence of any kind, tabs as spaces. */
export const sanitizeTerminalText = (text: string): string => sanitize(text, false)

/**
 * The same, but colours stay. Each line opens what it needs and closes it again, and never by a reset, so that a
 * frame around the lines keeps its own colour.
 */
export const sanitizeTerminalAnsi = (text: string): string => sanitize(text, true)

/** Text from a transcript on one line. */
export function sanitizeTerminalLine(text: string): string {
  const safe = sanitizeTerminalText(text)
  if (!safe.includes('\n')) return safe
  const lines = safe.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}

function sanitize(text: string, colors: boolean): string {
  if (!isHostile(text)) return text
  let sgr = noSgr
  const lines: string[] = []
  for (const line of text.replace(lineEnds, '\n').split('\n')) {
    if (sgr === noSgr && !isHostile(line)) lines.push(line)
    else {
      const cleaned = cleanLine(line, sgr, colors)
      lines.push(cleaned.line)
      sgr = cleaned.sgr
    }
  }
  return lines.join('\n')
}

function isHostile(text: string): boolean {
  hostile.lastIndex = 0
  return hostile.test(text)
}

/** The output of a cleaned line; a line that overwrites itself needs more than a string. */
export interface LineCanvas {
  readonly write: (text: string, sgr: Sgr) => void
  readonly column: () => number
  /** Puts the cursor back by one, or to the start. */
  readonly back: () => void
  readonly home: () => void
  /** Erases from the cursor to the end of the line, or everything. */
  readonly erase: (all: boolean) => void
  readonly line: () => string
}

function cleanLine(given: string, before: Sgr, colors: boolean): {readonly line: string; readonly sgr: Sgr} {
  const text = lastStateOfLine(given, hugeLine)
  const canvas = /[\r\b]|\[[01]?G/.test(text) ? overwrittenLine() : appended()
  let sgr = before
  let at = 0
  while (at < text.length) {
    const next = hostileAt(text, at)
    if (next > at) canvas.write(text.slice(at, next), sgr)
    if (next === text.length) break
    at = next + 1
    const code = text.charCodeAt(next)
    if (code === 0x09) canvas.write(' '.repeat(tabStop - (canvas.column() % tabStop)), sgr)
    else if (code === 0x0d) canvas.home()
    else if (code === 0x08) canvas.back()
    else if (code === 0x1b || (code >= 0x80 && code < 0xa0)) {
      const {end, final, parameters} = readControlSequence(text, next)
      at = end
      if (final === 'm' && colors && /^[\d;:]*$/.test(parameters)) sgr = readSgr(parameters, sgr)
      else if (final === 'K') canvas.erase(parameters === '2')
      else if (final === 'G' && Number(parameters) <= 1) canvas.home()
    } else if (code >= 0xd800 && code < 0xe000) {
      if (isPair(text, next)) at = next + 2
      else canvas.write('\ufffd', sgr)
    }
  }
  return {line: canvas.line(), sgr}
}

/** The state of a huge line that counts is its last one; what was overwritten is not worth the memory. */
const hugeLine = 1_000_000

function hostileAt(text: string, from: number): number {
  hostile.lastIndex = from
  if (!hostile.test(text)) return text.length
  const last = hostile.lastIndex - 1
  return last > from && isPair(text, last - 1) ? last - 1 : last
}

const isPair = (text: string, at: number): boolean =>
  text.charCodeAt(at) >= 0xd800 &&
  text.charCodeAt(at) < 0xdc00 &&
  text.charCodeAt(at + 1) >= 0xdc00 &&
  text.charCodeAt(at + 1) < 0xe000

/** A line that only grows. */
function appended(): LineCanvas {
  let line = ''
  let sgr = noSgr
  let column = 0
  let unmeasured = ''
  return {
    write: (text, wanted) => {
      line += sgrBetween(sgr, wanted) + text
      unmeasured += text
      sgr = wanted
    },
    column: () => {
      column += measure(unmeasured)
      unmeasured = ''
      return column
    },
    back: () => {},
    home: () => {},
    erase: () => {},
    line: () => line + sgrBetween(sgr, noSgr),
  }
}

/** The lines of a text; line ends at its end are none of them. */
export function splitTextLines(text: string): readonly string[] {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === 0x0a) end -= 1
  return end === 0 ? [] : text.slice(0, end).split('\n')
}

/** A line that is overwritten, as by progress bars: its last state, cell by cell. */
function overwrittenLine(): LineCanvas {
  const cells: string[] = []
  const looks: Sgr[] = []
  let cursor = 0

  /** Half of a wide character that was written over is a blank. */
  const put = (grapheme: string, width: number, sgr: Sgr): void => {
    if (width === 0) {
      if (cursor > 0) cells[cursor - 1] += grapheme
      return
    }
    if (cells[cursor] === '' && cursor > 0) cells[cursor - 1] = ' '
    while (cells.length < cursor) cells.push(' ')
    for (let column = 0; column < width; column += 1) {
      cells[cursor + column] = column === 0 ? grapheme : ''
      looks[cursor + column] = sgr
    }
    cursor += width
    if (cells[cursor] === '') cells[cursor] = ' '
  }

  return {
    write: (text, sgr) => eachGrapheme(text, (grapheme, width) => put(grapheme, width, sgr)),
    column: () => cursor,
    back: () => {
      cursor = Math.max(0, cursor - 1)
    },
    home: () => {
      cursor = 0
    },
    erase: (all) => {
      if (all) cursor = 0
      cells.length = Math.min(cells.length, cursor)
    },
    line: () => joined(cells, looks),
  }
}

function joined(cells: readonly string[], looks: readonly Sgr[]): string {
  let line = ''
  let sgr = noSgr
  for (let column = 0; column < cells.length; column += 1) {
    const look = looks[column] ?? noSgr
    line += sgrBetween(sgr, look) + cells[column]
    sgr = look
  }
  return line + sgrBetween(sgr, noSgr)
}
