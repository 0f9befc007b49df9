import type {NodeLimits} from '../truncate.ts'
import {moveBeforeSequence} from './control-sequences.ts'
import {formatNoun} from './format.ts'

/** The part of a text that is shown, and the note on the rest; no note if all of it is shown. */
export interface CutText {
  readonly head: string
  readonly note: string | undefined
}

/** Cuts a text to so many lines and characters; neither a character nor an escape sequence is cut in two. */
export function cutText(text: string, limits: NodeLimits): CutText {
  const lineEnd = endOfLines(text, limits.lines)
  const wanted = Math.min(lineEnd, Math.max(0, limits.characters))
  if (wanted >= text.length) return {head: text, note: undefined}
  const end = moveBeforeSequence(text, beforePair(text, wanted))
  const head = text.slice(0, end)
  if (end < lineEnd) return {head, note: formatOmitted(text.length - end, 'character')}
  return {
    head: head.endsWith('\r') ? head.slice(0, -1) : head,
    note: formatOmitted(countLines(text, limits.lines > 0 ? end + 1 : 0), 'line'),
  }
}

/** The first and the last lines of a text, and how many are between them; undefined if none are. */
export function cutMiddleLines(
  text: string,
  first: number,
  last: number,
): {readonly head: string; readonly tail: string; readonly hidden: number} | undefined {
  const headEnd = endOfLines(text, first)
  const tailStart = startOfLines(text, last)
  if (tailStart <= headEnd + 1) return undefined
  const hidden = countLines(text.slice(0, tailStart), headEnd + 1)
  return {head: text.slice(0, headEnd), tail: text.slice(tailStart), hidden}
}

/** A text that stays one text: cut, with the note at its end. */
export function cutValue(text: string, limits: NodeLimits): string {
  const {head, note} = cutText(text, limits)
  return note === undefined ? text : `${head} ${note}`
}

/** The note on what is not shown. */
export const formatOmitted = (count: number, noun: string): string => `… ${formatNoun(count, `more ${noun}`)}`

/** The end of the last line that is shown; a line break at the end does not begin a line. */
function endOfLines(text: string, lines: number): number {
  if (lines <= 0) return 0
  let end = -1
  for (let line = 0; line < lines; line += 1) {
    end = text.indexOf('\n', end + 1)
    if (end === -1 || end === text.length - 1) return text.length
  }
  return end
}

/** Where the last lines begin. */
function startOfLines(text: string, lines: number): number {
  let start = text.endsWith('\n') ? text.length - 1 : text.length
  for (let line = 0; line < lines; line += 1) {
    if (start <= 0) return 0
    start = text.lastIndexOf('\n', start - 1)
    if (start === -1) return 0
  }
  return start + 1
}

function countLines(text: string, from: number): number {
  let count = 0
  for (let at = from; at < text.length; count += 1) {
    const end = text.indexOf('\n', at)
    at = end === -1 ? text.length : end + 1
  }
  return count
}

function beforePair(text: string, at: number): number {
  const before = text.charCodeAt(at - 1)
  const after = text.charCodeAt(at)
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff ? at - 1 : at
}

const maxFirstLine = 90

/** The first line of a text that someone wrote, without the Markdown around code and bold words. */
export const plainFirstLine = (text: string, max = maxFirstLine): string =>
  firstLine(
    text
      .slice(0, max * 8)
      .replace(/(?<!`)`([^`\n]+)`(?!`)/g, '$1')
      .replace(/\*\*([^*\n]+)\*\*/g, '$1'),
    max,
  )

const uneven = /[\n\r\t\f\v]|\s\s|^\s|\s$/

/** The first line of a text that is not empty, cut if it is long; no character is cut in two. */
export function firstLine(text: string, max = maxFirstLine): string {
  if (text.length <= max && !uneven.test(text)) return text
  const [first = ''] = text
    .slice(0, max * 8)
    .trim()
    .split('\n', 1)
  const line = first.replace(/\s+/g, ' ').trim()
  return line.length <= max ? line : `${line.slice(0, max).replace(/[\uD800-\uDBFF\s]+$/, '')}…`
}
