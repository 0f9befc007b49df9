import {isImageLine} from '../nodes/terminal-image.ts'
import {eachGrapheme, isSingleWidth} from './graphemes.ts'
import {measure} from './measure.ts'
import {readStyled, sliceStyled, type TextRange} from './styled-text.ts'

/**
 * Breaks sanitized text into lines of at most `width` columns: at spaces, inside a word only if it is longer
 * than a line. Lines that go on keep the indentation they started with, up to half the width. A character wider
 * than the width is alone on a line that is then too wide, which only happens at width 1.
 */
export function wrapText(text: string, width: number): readonly string[] {
  if (!text.includes('\n')) return wrapLine(text, width)
  const lines: string[] = []
  for (const line of text.split('\n')) {
    if (line.length <= width && isSingleWidth(line)) lines.push(line)
    else for (const part of wrapLine(line, width)) lines.push(part)
  }
  return lines
}

/**
 * Wraps one line. `hanging` is the indent of continuation lines, if not that of the first; it is at most half
 * the width at most.
 */
export function wrapLine(line: string, width: number, hanging?: number): readonly string[] {
  const room = Math.max(1, Math.floor(width))
  if (line.length <= room && isSingleWidth(line)) return [line]
  if (isImageLine(line)) return [line]
  const styled = line.includes('\u001b') ? readStyled(line) : {plain: line, turns: []}
  const {plain} = styled
  const simple = isSingleWidth(plain)
  if ((simple ? plain.length : measure(plain)) <= room) {
    return sliceStyled(styled, [{from: 0, to: plain.length}])
  }
  const lead = Math.max(0, plain.search(/[^ ]/))
  const deepest = Math.max(0, Math.min(Math.floor(room / 2), room - 2))
  const shown = Math.min(lead, deepest)
  const indent = Math.min(hanging ?? shown, deepest)
  const ranges = (simple ? breakSimple : breakLine)(plain, lead, lead - shown, room, room - indent)
  const before = ' '.repeat(indent)
  return sliceStyled(styled, ranges).map((part, index) => (index === 0 ? part : before + part))
}

/** The same as `breakLine` for text of which each character takes one column. */
function breakSimple(
  plain: string,
  lead: number,
  start: number,
  room: number,
  rest: number,
): readonly TextRange[] {
  const ranges: TextRange[] = []
  let end = plain.length
  while (end > lead && plain.charCodeAt(end - 1) === 0x20) end -= 1
  let from = start
  let limit = room
  while (end - from > limit) {
    const least = ranges.length === 0 ? lead : from
    let to = from + limit
    while (to > least && plain.charCodeAt(to) !== 0x20) to -= 1
    const hard = to <= least
    if (hard) to = from + limit
    ranges.push({from, to: hard ? to : withoutSpaces(plain, to, least)})
    from = to
    while (from < end && plain.charCodeAt(from) === 0x20) from += 1
    limit = rest
  }
  if (end > from || ranges.length === 0)
    ranges.push({from, to: plain.length - from <= limit ? plain.length : end})
  return ranges
}

function withoutSpaces(plain: string, to: number, least: number): number {
  let end = to
  while (end > least && plain.charCodeAt(end - 1) === 0x20) end -= 1
  return end
}

/** The start and end of lines: the first from `start` with `room` columns, the others with `rest`. */
function breakLine(
  plain: string,
  lead: number,
  start: number,
  room: number,
  rest: number,
): readonly TextRange[] {
  const ranges: TextRange[] = []
  let from = start
  let limit = room
  let column = 0
  /** The last spaces of this line: where they start and end, and the column after them. */
  let gap = {from: -1, to: -1, column: 0}
  const endAt = (to: number, next: number, left: number): void => {
    ranges.push({from, to})
    from = next
    column = left
    limit = rest
    gap = {from: -1, to: -1, column: 0}
  }
  eachGrapheme(plain, (grapheme, width, at) => {
    if (at < start) return
    if (grapheme === ' ' && at >= lead) {
      if (at === from && ranges.length > 0) from = at + 1
      else {
        column += 1
        gap = gap.to === at ? {from: gap.from, to: at + 1, column} : {from: at, to: at + 1, column}
      }
      return
    }
    if (column + width > limit) {
      if (gap.from !== -1 && column - gap.column <= rest) endAt(gap.from, gap.to, column - gap.column)
      if (column + width > limit && column > 0) endAt(at, at, 0)
    }
    column += width
  })
  const to = gap.to === plain.length && column > limit ? gap.from : plain.length
  if (to > from || ranges.length === 0) ranges.push({from, to})
  return ranges
}
