/** The range of one JSON value inside a longer text. */
export interface ValueRange {
  readonly start: number
  readonly end: number
  /** The value was closed; otherwise the text broke off inside it. */
  readonly closed: boolean
}

const QUOTE = 34
const BACKSLASH = 92
const OPEN_BRACE = 123
const CLOSE_BRACE = 125
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93

/**
 * Finds the objects and arrays that follow each other from `from` on, with only white space (and commas,
 * where `commas` says so) between them. It knows strings, so braces inside texts do not count; it stops at
 * the first thing that is neither.
 */
export function scanValues(text: string, from: number, to: number, commas: boolean): ValueRange[] {
  const ranges: ValueRange[] = []
  let at = from
  for (;;) {
    while (at < to && isBetween(text.charCodeAt(at), commas)) at += 1
    const first = text.charCodeAt(at)
    if (at >= to || (first !== OPEN_BRACE && first !== OPEN_BRACKET)) return ranges
    const end = endOfValue(text, at, to)
    ranges.push({start: at, end: end === -1 ? to : end, closed: end !== -1})
    if (end === -1) return ranges
    at = end
  }
}

function endOfValue(text: string, from: number, to: number): number {
  let depth = 0
  let inString = false
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === BACKSLASH) at += 1
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) inString = true
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth += 1
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return -1
}

const isBetween = (code: number, commas: boolean): boolean =>
  code === 32 || code === 9 || code === 13 || (commas && code === 44)
