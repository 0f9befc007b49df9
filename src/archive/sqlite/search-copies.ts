import {markOf} from '../../conversation/mark-of.ts'
import type {SqlRow} from './driver.ts'

/**
 * Finds what a hit is a copy of, by the number of that hit; nothing if it is a hit of its own, which then gets the number
 * `next`.
 */
export type CopyFinder = (row: SqlRow, text: string, next: number) => number | undefined

/** Hits with the same words in a session, in the order in which they were found. */
interface Alike {
  readonly hits: {readonly number: number; readonly file: number; isNamed: boolean}[]
  /** How many of them each file has given, as hits or as copies. */
  readonly given: Map<number, number>
}

/**
 * Finds copies of records of which one has no id. Clients up to 1.0.44 give ids in transcripts and none in streams, so a
 * session of which both are kept has everything twice. The first with the same words in one file is the first in the
 * other, the second is the second, and so on; calls and results have the id of the call.
 */
export function copyFinder(): CopyFinder {
  const groups = new Map<string, Alike>()
  return (row, text, next) => {
    const [file, isNamed] = [Number(row['file']), row['message'] !== null]
    // An output that is kept in a file of its own belongs to one call, whatever others say.
    if (row['kind'] === 'result' && row['call'] === null) return undefined
    const key = JSON.stringify([row['session'], row['kind'], row['call'] ?? markOf(text)])
    const group = groups.get(key) ?? {hits: [], given: new Map<number, number>()}
    groups.set(key, group)
    const given = group.given.get(file) ?? 0
    group.given.set(file, given + 1)
    const known = group.hits[given]
    if (known && known.file !== file && !(isNamed && known.isNamed)) {
      known.isNamed ||= isNamed
      return known.number
    }
    group.hits.push({number: next, file, isNamed})
    return undefined
  }
}
