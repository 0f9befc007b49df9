import {createContext, Script} from 'node:vm'
import type {Span} from '../query/index.ts'

/** A regular expression that cannot hold up a search, however it is written. */
export interface BoundedRegex {
  /** Where it is found in each text; nothing, where that took longer than so many milliseconds. */
  find(texts: readonly string[], milliseconds: number): readonly (readonly Span[])[] | undefined
}

/** Matches of one text that are told. */
const mostMatches = 50

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

/** Makes a regular expression that runs where it can be stopped: a loop inside of it cannot be stopped from here. */
export function boundedRegex(source: string, flags: string): BoundedRegex {
  const regex = new RegExp(source, `${flags}g`)
  const box: {regex: RegExp; most: number; texts: readonly string[]; found: (readonly Span[])[]} = {
    regex,
    most: mostMatches,
    texts: [],
    found: [],
  }
  const context = createContext(box)
  return {
    find(texts, milliseconds) {
      box.texts = texts
      box.found = []
      try {
        script.runInContext(context, {timeout: Math.max(1, Math.ceil(milliseconds))})
        return box.found
      } catch (error) {
        if (isTimeout(error)) return undefined
        throw error
      }
    },
  }
}

const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
