import type {Instant} from '../../model/index.ts'
import type {SearchKind, Span} from '../query/index.ts'

/** Something that was found. */
export interface Hit {
  readonly sessionId: string
  readonly title: string | undefined
  readonly project: string | undefined
  readonly kind: SearchKind
  /** The tool that was called, or whose result it is. */
  readonly tool: string | undefined
  readonly isError: boolean
  readonly agentId: string | undefined
  readonly at: Instant | undefined
  /** The record's own id. */
  readonly messageId: string | undefined
  /** The call that it is, or whose result it is. */
  readonly callId: string | undefined
  /** Which of the record's texts it is, from 0. */
  readonly part: number
  /** `session#message`, or `session#file:line` if the record has no id. */
  readonly link: string
  readonly snippet: Snippet
  /** How well it matches; more is better. 0 if the query has no words. */
  readonly score: number
}

/** What a search found, the best first. */
export interface SearchResult {
  readonly hits: readonly Hit[]
  /** There may be more: the limit was reached, or the time was up. */
  readonly more: boolean
  /** Why not everything was looked at, in a sentence. */
  readonly stopped: string | undefined
}

/** A part of a text around its matches. */
export interface Snippet {
  /** One line: spaces, line ends and other controls that follow each other are one space. */
  readonly text: string
  /** The matches, as positions in `text`. */
  readonly marks: readonly Span[]
  /** Text before it was left out. */
  readonly cutBefore: boolean
  /** Text after it was left out. */
  readonly cutAfter: boolean
}

/** Characters shown before the first match, and altogether. */
const lead = 40
const length = 160

/** Cuts a snippet that contains the first match; matches can be in any order. */
export function makeSnippet(text: string, matches: readonly Span[]): Snippet {
  const marks = merge(matches)
  const first = marks[0] ?? {start: Math.max(0, text.search(/\S/)), end: 0}
  const start = startOf(text, first.start)
  const {line, places} = squeeze(text, start, length)
  const end = start + places.length
  const whole = end >= text.length ? line.length : endOfWords(line, (places[first.end - start - 1] ?? 0) + 1)
  return {
    text: line.slice(0, whole).trimEnd(),
    marks: marks.flatMap((mark) => {
      const from = places[mark.start - start]
      const to = Math.min((places[mark.end - 1 - start] ?? line.length - 1) + 1, whole)
      return from === undefined || from >= to ? [] : [{start: from, end: to}]
    }),
    cutBefore: text.slice(0, start).trim() !== '',
    cutAfter: whole < line.length || text.slice(end).trim() !== '',
  }
}

/** Places in order, those that touch or overlap made one. */
function merge(matches: readonly Span[]): readonly Span[] {
  const merged: Span[] = []
  for (const {start, end} of [...matches].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1)
    if (last && start <= last.end)
      merged[merged.length - 1] = {start: last.start, end: Math.max(last.end, end)}
    else merged.push({start, end})
  }
  return merged
}

/** A position a little before the match, at the start of a word if possible. */
function startOf(text: string, match: number): number {
  const from = Math.max(0, match - lead)
  const blank = from === 0 ? 0 : text.slice(from, match).search(/[\s\p{Cc}]/u)
  const start = blank === -1 ? notInside(text, from) : from + blank
  return start + Math.max(0, text.slice(start, match + 1).search(/[^\s\p{Cc}]/u))
}

/** A position at the start of a character. */
const notInside = (text: string, at: number): number =>
  /^[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at

/** Makes one line of a text from a place on; `places` has the new position of each unit of the text. */
function squeeze(
  text: string,
  start: number,
  most: number,
): {readonly line: string; readonly places: readonly number[]} {
  let line = ''
  const places: number[] = []
  for (const character of text.slice(start, start + 8 * most)) {
    const isBlank = /^[\s\p{Cc}]$/u.test(character)
    const repeats = isBlank && line.endsWith(' ')
    if (!repeats && line.length + character.length > most) break
    for (let unit = 0; unit < character.length; unit += 1)
      places.push(repeats ? line.length - 1 : line.length + unit)
    if (!repeats) line += isBlank ? ' ' : character
  }
  return {line, places}
}

/** The end of the last complete word, if it is near the end and after the part that must be shown. */
function endOfWords(line: string, shown: number): number {
  const space = line.lastIndexOf(' ')
  return space >= shown && space > line.length - lead ? space : line.length
}
