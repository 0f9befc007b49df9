import type {Pattern, QueryMistake, Span, TermMap} from './query.ts'

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

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const endOf = (pattern: RegExp, text: string, at: number): number =>
  at + (matchAt(pattern, text, at)?.[0].length ?? 0)

/** Where the next thing begins. */
export const skipSpaces = (text: string, from: number): number => endOf(/\s*/y, text, from)

/** Where a run without spaces ends. */
export const endOfRun = (text: string, from: number): number => endOf(/\S*/y, text, from)

/** Reads a text in quotes; after a backslash a quote or a backslash is literal. */
export function scanQuoted(text: string, from: number): ScannedPart<string> | QueryMistake {
  const [whole, inside] = matchAt(/"((?:\\["\\]|\\(?!["\\])|[^"\\])*)"/y, text, from) ?? []
  if (whole === undefined || inside === undefined)
    return {mistake: 'This quote is never closed.', at: {start: from, end: from + 1}}
  return {found: inside.replaceAll(/\\(["\\])/g, '$1'), end: from + whole.length}
}

/**
 * Reads `/source/flags`. Paths begin with a slash as well: it is a regular expression only if the next slash, with at
 * most flags after it, ends a word.
 */
export function scanRegex(text: string, from: number): ScannedPart<TermMap['regex']> | undefined {
  const regex = /\/((?:\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|[^/\\[])+)\/(\S*)/y
  const [whole, source, flags] = matchAt(regex, text, from) ?? []
  if (whole === undefined || source === undefined || flags === undefined) return undefined
  const isRegex = /^[imsu]*$/.test(flags) && new Set(flags).size === flags.length
  return isRegex ? {found: {source, flags}, end: from + whole.length} : undefined
}

/** Reads values with commas between them. Those in quotes are literal; in others a star matches anything. */
export function scanFieldValues(
  text: string,
  from: number,
): ScannedPart<readonly FieldValue[]> | QueryMistake {
  const values: FieldValue[] = []
  for (let at = from; ; at += 1) {
    const quoted = text[at] === '"' ? scanQuoted(text, at) : undefined
    if (quoted && 'mistake' in quoted) return quoted
    const end = quoted?.end ?? endOf(/[^\s,]*/y, text, at)
    const value = quoted?.found ?? text.slice(at, end)
    if (value.trim() === '')
      return {mistake: 'A value is missing here.', at: {start: at, end: Math.max(end, at + 1)}}
    values.push({text: value, pattern: quoted ? [value] : value.split('*'), start: at, end})
    at = end
    if (text[at] !== ',') return {found: values, end}
  }
}
