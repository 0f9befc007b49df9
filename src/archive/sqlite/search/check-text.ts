import {createContext, Script} from 'node:vm'
import type {Span, TermOf} from '../../query/index.ts'
import {findText, normalizeCase} from '../../search/tokens.ts'
import type {EntryTextReader} from './entry-text-reader.ts'
import type {SearchCandidate} from './find-candidates.ts'

/** A candidate that is a hit: its text, and where in it is what was looked for. */
interface Checked {
  readonly text: string
  readonly matches: Span[]
}

/** Finds the candidates that are hits, by their texts; `undefined` if the time was up first. */
type TextChecker = (candidates: readonly SearchCandidate[]) => readonly (Checked | undefined)[] | undefined

/** Matches of one term that are marked. */
const maxMatches = 50

/** Makes a checker that gives up when no time is left. */
export function textChecker(textOf: EntryTextReader, millisecondsLeft: () => number): TextChecker {
  const regexes = new Map<TermOf<'regex'>, BoundedRegex>()
  const regexFor = (term: TermOf<'regex'>): BoundedRegex => {
    const made = regexes.get(term) ?? boundedRegex(term.source, term.flags)
    regexes.set(term, made)
    return made
  }

  return (candidates) => {
    const open = new Map<number, Checked>()
    for (const [at, candidate] of candidates.entries()) {
      const text = textOf(candidate.row)
      const matches = text === undefined ? undefined : checkTexts(text, candidate)
      if (text !== undefined && matches) open.set(at, {text, matches})
    }
    for (const term of new Set(candidates.flatMap(({plan}) => plan.regexes))) {
      const asked = [...open].filter(([at]) => candidates[at]?.plan.regexes.includes(term))
      const texts = asked.map(([, {text}]) => text)
      const places = regexFor(term)(texts, millisecondsLeft())
      if (!places) return undefined
      for (const [i, [at, {matches}]] of asked.entries()) {
        const found = places[i] ?? []
        if (found.length > 0 === term.not) open.delete(at)
        else for (const match of found) matches.push(match)
      }
    }
    return candidates.map((_, at) => open.get(at))
  }
}

/** The matches in a text; `undefined` if something is missing or something excluded is there. */
function checkTexts(text: string, {plan}: SearchCandidate): Span[] | undefined {
  const folded = normalizeCase(text)
  const matches: Span[] = []
  for (const term of plan.texts) {
    const before = matches.length
    for (const match of findText(term.text, term.prefix, folded)) {
      matches.push(match)
      if (term.not || matches.length - before >= maxMatches) break
    }
    if (matches.length > before === term.not) return undefined
  }
  return matches
}

/** Gives the matches in each text; `undefined` if it took longer than the given milliseconds. */
type BoundedRegex = (
  texts: readonly string[],
  milliseconds: number,
) => readonly (readonly Span[])[] | undefined

const script = new Script(`
  for (const text of texts) {
    const places = []
    for (const match of text.matchAll(regex)) {
      places.push({start: match.index, end: match.index + match[0].length})
      if (places.length === most) break
    }
    found.push(places)
  }
`)

/**
 * Makes a regular expression that cannot block a search, however it is written: it runs in a separate context, because only
 * there can an endless match be stopped.
 */
function boundedRegex(source: string, flags: string): BoundedRegex {
  const box: {texts: readonly string[]; found: (readonly Span[])[]} = {texts: [], found: []}
  const context = createContext(
    Object.assign(box, {regex: new RegExp(source, `${flags}g`), most: maxMatches}),
  )
  return (texts, milliseconds) => {
    box.texts = texts
    box.found = []
    try {
      script.runInContext(context, {timeout: Math.max(1, Math.ceil(milliseconds))})
      return box.found
    } catch (error) {
      if (isTimeout(error)) return undefined
      throw error
    }
  }
}

const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
