import type {Database, SqlRow, SqlValue} from '../database/driver.ts'
import {type SearchPlan, toolOf} from './plan-search.ts'
import {shardName} from './shards.ts'

/** An entry that may be a hit. */
export interface SearchCandidate {
  readonly row: SqlRow
  readonly plan: SearchPlan
  /** More is better. */
  readonly score: number
  readonly time: number
  readonly id: number
}

const columns = `e.id, e.file, e.line, e.record, e.part, e.session, e.agent, e.kind, e.time, e.message, e.call, e.failed,
  ${toolOf} as tool`

/**
 * All entries that match a plan, found on demand, the best first: by how well the words match, then the newest. If every
 * text must be read, the newest sessions are first.
 */
export function findCandidates(
  database: Database,
  shards: number,
  plan: SearchPlan,
): Generator<SearchCandidate> {
  const names = Array.from({length: shards}, (_, shard) => shardName(shard))
  const {match} = plan
  return mergeCandidates(
    names.map((shard) =>
      match === undefined ? newestFirst(database, shard, plan) : matchesIn(database, shard, match, plan),
    ),
  )
}

/** Merges sorted sequences into one. */
export function* mergeCandidates(sources: readonly Iterator<SearchCandidate>[]): Generator<SearchCandidate> {
  try {
    const heads = sources.flatMap((source) => headOf(source))
    while (heads.length > 0) {
      const best = heads.reduce((one, other) => (compare(other.next, one.next) < 0 ? other : one))
      yield best.next
      const [head] = headOf(best.source)
      if (head) best.next = head.next
      else heads.splice(heads.indexOf(best), 1)
    }
  } finally {
    // A statement that is not read to its end would keep an old snapshot of the database.
    for (const source of sources) source.return?.()
  }
}

function headOf(source: Iterator<SearchCandidate>) {
  const {value, done} = source.next()
  return done ? [] : [{source, next: value}]
}

const compare = (a: SearchCandidate, b: SearchCandidate): number =>
  b.score - a.score || b.time - a.time || b.id - a.id

function* matchesIn(
  database: Database,
  shard: string,
  match: string,
  plan: SearchPlan,
): Generator<SearchCandidate> {
  const expression = plan.noMatch === undefined ? match : `(${match}) NOT (${plan.noMatch})`
  // The cross join keeps the index the outer loop, which then gives its rows in the order of rank by itself.
  const sql = `select ${columns}, w.rank as rank from ${shard}.words w cross join ${shard}.entry e on e.id = w.rowid
    where w.words match ? ${conditionsOf(plan)} order by w.rank`
  let same: SearchCandidate[] = []
  for (const row of database.prepare(sql).iterate(expression, ...valuesOf(plan))) {
    const candidate = candidateOf(row, plan, -Number(row['rank']))
    const [first] = same
    if (first && first.score !== candidate.score) {
      yield* same.sort(compare)
      same = []
    }
    same.push(candidate)
  }
  yield* same.sort(compare)
}

function* newestFirst(database: Database, shard: string, plan: SearchPlan): Generator<SearchCandidate> {
  const {noMatch} = plan
  const without =
    noMatch === undefined ? '' : `and e.id not in (select rowid from ${shard}.words where words match ?)`
  const unwanted = noMatch === undefined ? [] : [noMatch]
  // Where many texts must be read, those of one session are near each other.
  const sql = plan.scans
    ? `select ${columns} from session s cross join ${shard}.entry e on e.session = s.id
        where 1 ${without} ${conditionsOf(plan)} order by s.ended desc`
    : `select ${columns} from ${shard}.entry e where 1 ${without} ${conditionsOf(plan)} order by e.time desc, e.id desc`
  for (const row of database.prepare(sql).iterate(...unwanted, ...valuesOf(plan)))
    yield candidateOf(row, plan, 0)
}

const conditionsOf = ({conditions}: SearchPlan): string => conditions.map(({sql}) => `and ${sql}`).join(' ')
const valuesOf = ({conditions}: SearchPlan): readonly SqlValue[] => conditions.flatMap(({values}) => values)

const candidateOf = (row: SqlRow, plan: SearchPlan, score: number): SearchCandidate => ({
  row,
  plan,
  score,
  time: typeof row['time'] === 'number' ? row['time'] : Number.NEGATIVE_INFINITY,
  id: Number(row['id']),
})
