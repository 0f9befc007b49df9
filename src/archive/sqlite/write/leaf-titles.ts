import type {GatheredLeaves} from '../../facts/gather-facts.ts'
import {type Database, optionalText, type SqlRow} from '../database/driver.ts'
import {statements} from '../database/statements.ts'
import {touchSessions} from './touch-sessions.ts'

const sql = statements({
  addTitle: `insert into leaf_title (file, line, leaf, title) values (?, ?, ?, ?)
    on conflict do update set leaf = excluded.leaf, title = excluded.title`,
  addPlace: 'insert into leaf_place (session, records) values (?, ?)',
  newest: 'select max(id) as id from leaf_place',
  open: 'select file, line, leaf, looked, session from leaf_title where looked < ?',
  places: 'select id, session, records from leaf_place where id > ? and id <= ?',
  found: 'update leaf_title set session = ?, looked = ? where file = ? and line = ?',
})

/** Keeps titles that name a record, and the records of a session that such titles may name. */
export function writeLeafTitles(
  database: Database,
  file: number,
  session: string | undefined,
  {titles, records}: GatheredLeaves,
): void {
  const run = sql(database)
  for (const {line, leaf, title} of titles) run.addTitle.run(file, line, leaf, title)
  if (session !== undefined && records !== '') run.addPlace.run(session, bytesOf(records))
}

/**
 * Finds the sessions of titles among the records since the last attempt. Copies of a history have the same
 * records: of their sessions the one with the smallest id counts, so that the order of reading does not matter. Must
 * run inside a transaction.
 */
export function resolveLeafTitles(database: Database): void {
  const run = sql(database)
  const newest = Number(run.newest.get()?.['id'] ?? 0)
  const open = run.open.all(newest)
  if (open.length === 0) return
  const sessions = sessionsOf(database, open, newest)
  for (const row of open) {
    const found = sessions(row)
    const known = optionalText(row['session'])
    const first = known !== undefined && (found === undefined || known <= found) ? known : found
    run.found.run(first ?? null, newest, Number(row['file']), Number(row['line']))
    if (first !== known)
      touchSessions(
        database,
        [first, known].filter((session) => session !== undefined),
      )
  }
}

/** Looks through all records once for all titles: each by itself would take the square of a long history. */
function sessionsOf(
  database: Database,
  open: readonly SqlRow[],
  newest: number,
): (title: SqlRow) => string | undefined {
  const looked = new Map<string, number>()
  let first = newest
  for (const row of open) {
    const [key, before] = [keyOf(row), Number(row['looked'])]
    looked.set(key, Math.min(looked.get(key) ?? before, before))
    first = Math.min(first, before)
  }
  const sessions = new Map<string, string>()
  for (const {id, session, records} of sql(database).places.iterate(first, newest)) {
    if (!(records instanceof Uint8Array)) continue
    const hex = Buffer.from(records.buffer, records.byteOffset, records.length).toString('hex')
    for (let at = 0; at < hex.length; at += idLength) {
      const key = hex.slice(at, at + idLength)
      if (Number(id) <= (looked.get(key) ?? Number.POSITIVE_INFINITY)) continue
      const known = sessions.get(key)
      if (known === undefined || String(session) < known) sessions.set(key, String(session))
    }
  }
  return (title) => sessions.get(keyOf(title))
}

/** Digits of a record's id. */
const idLength = 32

const keyOf = (title: SqlRow): string => String(title['leaf']).replaceAll('-', '')

const bytesOf = (hex: string): Uint8Array => Buffer.from(hex, 'hex')
