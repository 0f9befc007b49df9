import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  isSpace,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from './characters.ts'

/** The range of one JSON value inside a longer text. */
export interface ValueRange {
  readonly start: number
  readonly end: number
  /** The value was closed; otherwise the text broke off inside it. */
  readonly closed: boolean
}

/**
 * Finds the objects and arrays from `from` on that have only white space (and commas, with `commas`) between them.
 * Braces inside strings do not count. It stops at the first other character.
 */
export function scanJsonValues(text: string, from: number, to: number, commas: boolean): ValueRange[] {
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
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = endOfString(text, at, to)
      if (at === -1) return -1
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth += 1
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return -1
}

/**
 * Finds the places where an object begins although JSON does not allow it: inside a string, or after a value. There the
 * next writer appended to a record that was cut off.
 */
export function* findBreaks(text: string): Generator<number> {
  let inString = false
  let before = COLON
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const opens = code === OPEN_BRACE && text.charCodeAt(at + 1) === QUOTE
    if (opens && (inString || !isBeforeValue(before))) yield at
    if (inString) {
      // No escape has a brace; the record was cut after a backslash in front of one.
      if (code === BACKSLASH && text.charCodeAt(at + 1) !== OPEN_BRACE) at += 1
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) inString = true
    if (!inString && !isSpace(code)) before = code
  }
}

const isBeforeValue = (code: number): boolean => code === COLON || code === COMMA || code === OPEN_BRACKET

const isBetween = (code: number, commas: boolean): boolean => isSpace(code) || (commas && code === COMMA)

/**
 * The fields of the first object of a JSON text, which may be an array of objects and may be cut off: strings as they
 * are written, of other values the first character. Other texts have no fields.
 */
export function readFirstFields(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  const opening = /^[\s\ufeff]*(?:\[\s*)?\{/.exec(text)
  if (!opening) return fields
  let depth = 1
  let name: string | undefined
  for (let at = opening[0].length; at < text.length && depth > 0; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      const end = endOfString(text, at)
      if (end === -1) return fields
      const words = text.slice(at + 1, end)
      if (depth === 1 && name !== undefined && !fields.has(name)) fields.set(name, words)
      else if (depth === 1) name = words
      at = end
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (depth === 1 && name !== undefined && !fields.has(name)) fields.set(name, text.charAt(at))
      depth += 1
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth -= 1
    else if (depth !== 1 || code === COLON || /\s/.test(text.charAt(at))) continue
    else if (code === COMMA) name = undefined
    else if (name !== undefined && !fields.has(name)) fields.set(name, text.charAt(at))
  }
  return fields
}

/** Where the string that begins here ends; -1 if the text ends first. */
export function endOfString(text: string, from: number, to = text.length): number {
  for (let at = from + 1; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at += 1
    else if (code === QUOTE) return at
  }
  return -1
}
