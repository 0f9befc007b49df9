import type {Query, QueryContext, QueryMistake, Term, TermMap} from './query.ts'
import {findSimilarField, queryFields, type TermBody} from './query-fields.ts'
import {endOfRun, type ScannedPart, scanFieldValues, scanQuoted, scanRegex, skipSpaces} from './scan.ts'

const maxQueryLength = 10_000

/**
 * Reads a query: words, "phrases", prefix*, /regex/flags, field:value and field:one,other, each with `-` before it for
 * what must not be; `OR` between alternatives. All that is not special is text to look for.
 */
export function parseQuery(text: string, asked: QueryContext): Query | QueryMistake {
  if (text.length > maxQueryLength)
    return {mistake: 'The query is too long.', at: {start: maxQueryLength, end: maxQueryLength + 1}}
  const alternatives: Term[][] = []
  let terms: Term[] = []
  let or: number | undefined
  for (let at = skipSpaces(text, 0); at < text.length; at = skipSpaces(text, at)) {
    if (text.slice(at, endOfRun(text, at)) === 'OR') {
      if (terms.length === 0) return missingBeside(at)
      alternatives.push(terms)
      terms = []
      or = at
      at += 2
      continue
    }
    if (text[at] === '-' && endOfRun(text, at) === at + 1) return loneMinus(at)
    // Flags and arrows are text to look for.
    const isNot = text[at] === '-' && !/[->]/.test(text.charAt(at + 1))
    const read = scanTerm(text, isNot ? at + 1 : at, asked)
    if ('mistake' in read) return read
    terms.push({...read.found, not: isNot, at: {start: at, end: read.end}})
    at = read.end
  }
  if (terms.length === 0 && or !== undefined) return missingBeside(or)
  return {alternatives: [...alternatives, terms]}
}

const missingBeside = (or: number): QueryMistake => ({
  mistake: '`OR` goes between two search terms. Put it in quotes to search for the word.',
  at: {start: or, end: or + 2},
})

const loneMinus = (at: number): QueryMistake => ({
  mistake: 'A `-` goes right before a term to exclude. Put it in quotes to search for the character.',
  at: {start: at, end: at + 1},
})

type Scanned = ScannedPart<TermBody> | QueryMistake

function scanTerm(text: string, from: number, asked: QueryContext): Scanned {
  if (text[from] === '"') return scanPhrase(text, from)
  const regex = text[from] === '/' ? scanRegex(text, from) : undefined
  if (regex) return checkRegex(regex, from)
  return scanField(text, from, asked) ?? scanWord(text, from)
}

function scanPhrase(text: string, from: number): Scanned {
  const quoted = scanQuoted(text, from)
  if ('mistake' in quoted) return quoted
  const {found, end} = quoted
  if (found.trim() === '') return {mistake: 'These quotes are empty.', at: {start: from, end}}
  const prefix = text[end] === '*'
  return {found: {type: 'text', text: found, prefix}, end: prefix ? end + 1 : end}
}

function checkRegex({found, end}: ScannedPart<TermMap['regex']>, from: number): Scanned {
  try {
    new RegExp(found.source, found.flags)
    return {found: {type: 'regex', ...found}, end}
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*\/[a-z]*: /s, '') : String(error)
    return {mistake: `Invalid regular expression: ${reason}.`, at: {start: from, end}}
  }
}

/** Reads `name:values`, and `cost>1`, which needs no colon. */
function scanField(text: string, from: number, asked: QueryContext): Scanned | undefined {
  const [, name = '', sign] = /^([a-z]+)(:|[<>])/.exec(text.slice(from, from + 40)) ?? []
  if (sign === undefined || (sign !== ':' && name !== 'cost')) return undefined
  const colon = from + name.length
  const field = queryFields.get(name)
  const start = sign === ':' ? colon + 1 : colon
  const isEmpty = endOfRun(text, start) === start
  if (!field)
    return isEmpty || /^[:/\\]/.test(text.slice(start, start + 1)) ? undefined : unknownField(name, from)
  if (isEmpty) {
    const mistake = `\`${name}:\` needs a value, as in \`${field.example}\`. Put it in quotes to search for the text.`
    return {mistake, at: {start: from, end: start}}
  }
  const values = scanFieldValues(text, start)
  if ('mistake' in values) return values
  const [first, ...more] = values.found
  if (!first) return undefined
  const found = field.read([first, ...more], asked)
  return 'mistake' in found
    ? {mistake: found.mistake, at: {start: found.at.start, end: found.at.end}}
    : {found, end: values.end}
}

/** What looks like a field may be any text; only what is nearly one is taken for a slip. */
function unknownField(name: string, from: number): QueryMistake | undefined {
  const near = findSimilarField(name)
  return near === undefined
    ? undefined
    : {
        mistake: `Unknown field \`${name}:\`. Did you mean \`${near}:\`? Put it in quotes to search for the text.`,
        at: {start: from, end: from + name.length + 1},
      }
}

function scanWord(text: string, from: number): Scanned {
  const end = endOfRun(text, from)
  const word = text.slice(from, end)
  const star = word.indexOf('*')
  if (star === -1) return {found: {type: 'text', text: word, prefix: false}, end}
  if (star === word.length - 1 && star > 0)
    return {found: {type: 'text', text: word.slice(0, -1), prefix: true}, end}
  return {
    mistake:
      'A `*` is only allowed at the end of a word. Put the text in quotes, or use a /regular expression/.',
    at: {start: from + star, end: from + star + 1},
  }
}

/** A query with a caret under its mistake, and the message. */
export function showMistake(query: string, {at, mistake}: QueryMistake): string {
  const shown = (from: number, to?: number): string =>
    query.slice(from, to).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
  const carets = Math.max(1, columnsOf(shown(at.start, at.end)))
  return `${shown(0)}\n${' '.repeat(columnsOf(shown(0, at.start)))}${'^'.repeat(carets)}\n${mistake}`
}

/** Characters that terminals draw two columns wide. */
const wide =
  /^[\p{Emoji_Presentation}\p{sc=Han}\p{sc=Hangul}\p{scx=Hira}\p{scx=Kana}\p{sc=Bopo}\u3000-\u303e\uff01-\uff60]$/u

function columnsOf(text: string): number {
  let columns = 0
  for (const character of text) if (!/^\p{M}$/u.test(character)) columns += wide.test(character) ? 2 : 1
  return columns
}
