import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  isSpace,
  LF,
  NUL,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from './characters.ts'

/** The first byte of a line that is not blank; else its newline, or the end of the chunk. */
export function findContent(chunk: Uint8Array, start: number, isFirstLine: boolean): number {
  let at = start
  for (; at < chunk.length; at++) {
    const code = chunk[at]
    if (code === LF || !(isSpace(code) || code === NUL || (isFirstLine && isBomByte(code)))) return at
  }
  return at
}

const isBomByte = (code: number | undefined): boolean => code === 0xef || code === 0xbb || code === 0xbf

/** Whether some bytes are only what may precede the first record of a line: a byte order mark, NULs and blanks. */
export function hasOnlyLeadingMarks(bytes: Uint8Array, end: number): boolean {
  let at = hasBom(bytes, 0) ? 3 : 0
  while (at < end && (isSpace(bytes[at]) || bytes[at] === NUL)) at += 1
  return at >= end
}

export const hasBom = (line: Uint8Array, at: number): boolean =>
  line[at] === 0xef && line[at + 1] === 0xbb && line[at + 2] === 0xbf

/** Whether a line begins an object and does not end with one, like the first line of a record over several lines. */
export function opensRecord(line: Uint8Array, start: number, end: number, isFirstLine: boolean): boolean {
  let last = end - 1
  while (last > start && isSpace(line[last])) last -= 1
  return line[last] !== CLOSE_BRACE && line[findContent(line, start, isFirstLine)] === OPEN_BRACE
}

/** True for the punctuation of an array. */
export const isArrayPunctuation = (code: number | undefined): boolean =>
  code === OPEN_BRACKET || code === CLOSE_BRACKET || code === COMMA

/** Whether a line has only the brackets and commas of an array; an empty array is a value. */
export function isBrackets(line: Uint8Array, start: number, end: number): boolean {
  let before: number | undefined
  for (let at = start; at < end; at++) {
    const code = line[at]
    if (isSpace(code)) continue
    if (!isArrayPunctuation(code)) return false
    if (code === CLOSE_BRACKET && before === OPEN_BRACKET) return false
    before = code
  }
  return before !== undefined
}

/** Where each line of some bytes begins and ends. */
export function findLines(
  bytes: Uint8Array,
  from: number,
  to: number,
): readonly {start: number; end: number}[] {
  const lines: {start: number; end: number}[] = []
  for (let start = from; start < to; ) {
    const newline = bytes.indexOf(LF, start)
    const end = newline === -1 || newline >= to ? to : newline
    lines.push({start, end})
    start = end + 1
  }
  return lines
}

/** Whether a line looks like an object that begins in the first column; it may be damaged. */
export const looksLikeRecord = (bytes: Uint8Array, start: number, end: number): boolean =>
  bytes[start] === OPEN_BRACE && bytes[start + 1] === QUOTE && bytes[end - 1] === CLOSE_BRACE

export function isBlankLine(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (!isSpace(bytes[i])) return false
  return true
}

/** A text may contain U+FFFD. If the bytes have fewer of them, the decoder added the others. */
export function hasInvalidBytes(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  let shown = 0
  for (let at = text.indexOf('\ufffd'); at !== -1; at = text.indexOf('\ufffd', at + 1)) shown += 1
  let written = 0
  for (let at = bytes.indexOf(0xef, start); at !== -1 && at + 2 < end; at = bytes.indexOf(0xef, at + 1)) {
    if (bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) written += 1
  }
  return shown > written
}
