import {hashText} from '../../../conversation/fold/hash-text.ts'
import type {SearchOptions} from '../../archive.ts'
import {type Comparison, type Query, searchKinds} from '../../query/index.ts'
import {type Hit, makeSnippet, type SearchResult} from '../../search/search-result.ts'
import {titleSql} from '../curation/curation-rows.ts'
import {type Database, optionalNumber, optionalText, type SqlRow} from '../database/driver.ts'
import {statements} from '../database/statements.ts'
import {textChecker} from './check-text.ts'
import {entryTextReader} from './entry-text-reader.ts'
import {findCandidates, mergeCandidates, type SearchCandidate} from './find-candidates.ts'
import {asksForSystem, planSearch} from './plan-search.ts'

/** How entries are searched. */
export interface EntrySearchOptions extends Pick<SearchOptions, 'limit' | 'patience' | 'now'> {
  /** Databases of the index that are attached. */
  readonly shards: number
  /** The cost of a session, in dollars, if known. */
  costOf?(session: string): number | undefined
}

const sql = statements({
  session: `select ${titleSql} as title, project from session where id = ?`,
  path: 'select path from file where id = ?',
})

/**
 * Finds entries. The index and the database give candidates, and the text itself decides, so that what is found equals
 * what a reader of every text would find. Copies of a message within a session are one hit, of which the best counts.
 */
export function searchEntries(database: Database, query: Query, options: EntrySearchOptions): SearchResult {
  const candidates = candidatesFor(database, query, options.shards)
  const deadline = options.now() + options.patience
  const check = textChecker(entryTextReader(database), () => deadline - options.now())
  const seen = new Set<string>()
  const copies = copyFinder()
  const hits: Hit[] = []
  let looked = 0
  const stopped = (): string | undefined =>
    `Stopped after ${looked} entries, because it took too long. Add a word or a field to look at fewer.`
  let batch: SearchCandidate[] = []
  /** Checks a batch of candidates; returns false if the time is up. */
  const take = (): boolean => {
    const checked = check(batch)
    looked += batch.length
    for (const [at, candidate] of batch.entries()) {
      const found = checked?.[at]
      const key = keyOf(candidate)
      if (!found || seen.has(key)) continue
      seen.add(key)
      const hit = hitOf(database, candidate, makeSnippet(found.text, found.matches))
      const known = copies(candidate.row, found.text, hits.length)
      if (known === undefined) hits.push(hit)
      // It can be linked to, and says when it was.
      else if (hit.messageId !== undefined) hits[known] = hit
    }
    batch = []
    return checked !== undefined
  }
  for (const candidate of candidates) {
    if (hits.length >= options.limit)
      return {hits: hits.slice(0, options.limit), more: true, stopped: undefined}
    if (options.now() > deadline) return {hits, more: true, stopped: stopped()}
    if (seen.has(keyOf(candidate)) || !affordable(candidate, options)) continue
    batch.push(candidate)
    if (batch.length >= batchFor(candidate, looked) && !take()) return {hits, more: true, stopped: stopped()}
  }
  if (!take()) return {hits, more: true, stopped: stopped()}
  return {hits: hits.slice(0, options.limit), more: hits.length > options.limit, stopped: undefined}
}

/** Hits, the best first; the client's own text for the model is last, if the query asks for it. */
function* candidatesFor(
  database: Database,
  {alternatives}: Query,
  shards: number,
): Generator<SearchCandidate> {
  const among = (part: 'said' | 'system', some: Query['alternatives']): Generator<SearchCandidate> =>
    mergeCandidates(some.map((terms) => findCandidates(database, shards, planSearch(terms, part))))
  yield* among('said', alternatives)
  yield* among('system', alternatives.filter(asksForSystem))
}

/** A regular expression is run on many texts together, because starting it is slow. */
const batchFor = ({plan}: SearchCandidate, looked: number): number =>
  plan.regexes.length > 0 ? Math.min(64, 1 + looked) : 1

/** Copies of a message are the same; a record without an id is only itself. */
function keyOf({row}: SearchCandidate): string {
  const {session, message, file, line, record, part} = row
  return JSON.stringify(message === null ? [session, file, line, record, part] : [session, message, part])
}

const compares: Readonly<Record<Comparison, (cost: number, dollars: number) => boolean>> = {
  '>': (cost, dollars) => cost > dollars,
  '>=': (cost, dollars) => cost >= dollars,
  '<': (cost, dollars) => cost < dollars,
  '<=': (cost, dollars) => cost <= dollars,
}

/** A session whose cost no one knows is neither cheap nor dear. */
function affordable({row, plan}: SearchCandidate, {costOf}: EntrySearchOptions): boolean {
  if (plan.costs.length === 0) return true
  const cost = costOf?.(String(row['session']))
  return cost !== undefined && plan.costs.every(({is, dollars, not}) => compares[is](cost, dollars) !== not)
}

function hitOf(database: Database, {row, score}: SearchCandidate, snippet: Hit['snippet']): Hit {
  const run = sql(database)
  const session = String(row['session'])
  const about = run.session.get(session)
  const message = optionalText(row['message'])
  const place = message ?? `${optionalText(run.path.get(Number(row['file']))?.['path']) ?? ''}:${row['line']}`
  return {
    sessionId: session,
    title: optionalText(about?.['title']),
    project: optionalText(about?.['project']),
    kind: searchKinds.find((kind) => kind === row['kind']) ?? 'other',
    tool: optionalText(row['tool']),
    isError: row['failed'] === 1,
    agentId: optionalText(row['agent']),
    at: optionalNumber(row['time']),
    messageId: message,
    part: Number(row['part']),
    link: `${session}#${place}`,
    snippet,
    score,
  }
}

/**
 * Finds the hit that a hit is a copy of, by its number; `undefined` if it is not a copy, and then it gets the number
 * `next`.
 */
type CopyFinder = (row: SqlRow, text: string, next: number) => number | undefined

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
function copyFinder(): CopyFinder {
  const groups = new Map<string, Alike>()
  return (row, text, next) => {
    const [file, isNamed] = [Number(row['file']), row['message'] !== null]
    // An output in a separate file belongs to one call, even if others have the same text.
    if (row['kind'] === 'result' && row['call'] === null) return undefined
    const key = JSON.stringify([row['session'], row['kind'], row['call'] ?? hashText(text)])
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
