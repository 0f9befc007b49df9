import type {Pattern, QueryMistake, Span} from './query.ts'

/** One value of a field. */
export interface FieldValue extends Span {
  readonly text: string
  readonly pattern: Pattern
}

/** Something read from a query, up to `end`. */
export interface ScannedPart<Found> {
  readonly found: Found
  readonly end: number
}

const isSpace = (character: string | undefined): boolean => character !== undefined && /^\s$/.test(character)

/** Where the next thing begins. */
export function skipSpaces(text: string, from: number): number {
  let at = from
  while (isSpace(text[at])) at += 1
  return at
}

/** Where a run without spaces ends; `stop` ends it too. */
export function endOfRun(text: string, from: number, stop?: string): number {
  let at = from
  while (at < text.length && !isSpace(text[at]) && text[at] !== stop) at += 1
  return at
}

/** Reads what stands between quotes; a backslash takes the next quote or backslash literally. */
export function scanQuoted(text: string, from: number): ScannedPart<string> | QueryMistake {
  let found = ''
  for (let at = from + 1; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') return {found, end: at + 1}
    const next = text[at + 1]
    if (character === '\\' && (next === '"' || next === '\\')) {
      found += next
      at += 1
    } else found += character
  }
  return {mistake: 'This quote is never closed.', at: {start: from, end: from + 1}}
}

/** A regular expression as it was written. */
interface ScannedRegex {
  readonly source: string
  readonly flags: string
}

/**
 * Reads `/source/flags`. Paths begin with a slash as well: it is a regular expression only where the next slash, with
 * at most flags behind it, ends a word.
 */
export function scanRegex(text: string, from: number): ScannedPart<ScannedRegex> | undefined {
  let inClass = false
  for (let at = from + 1; at < text.length; at += 1) {
    const character = text[at]
    if (character === '\\') at += 1
    else if (character === '[') inClass = true
    else if (character === ']') inClass = false
    else if (character === '/' && !inClass) {
      const end = endOfRun(text, at + 1)
      const flags = text.slice(at + 1, end)
      const isRegex = at > from + 1 && /^[imsu]*$/.test(flags) && new Set(flags).size === flags.length
      return isRegex ? {found: {source: text.slice(from + 1, at), flags}, end} : undefined
    }
  }
  return undefined
}

/** Reads values with commas between them. Those in quotes are taken literally; in others a star stands for anything. */
export function scanFieldValues(
  text: string,
  from: number,
): ScannedPart<readonly FieldValue[]> | QueryMistake {
  const values: FieldValue[] = []
  for (let at = from; ; at += 1) {
    const quoted = text[at] === '"' ? scanQuoted(text, at) : undefined
    if (quoted && 'mistake' in quoted) return quoted
    const end = quoted?.end ?? endOfRun(text, at, ',')
    const value = quoted?.found ?? text.slice(at, end)
    if (value.trim() === '')
      return {mistake: 'A value is missing here.', at: {start: at, end: Math.max(end, at + 1)}}
    values.push({text: value, pattern: quoted ? [value] : value.split('*'), start: at, end})
    at = end
    if (text[at] !== ',') return {found: values, end}
  }
}
