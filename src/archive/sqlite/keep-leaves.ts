import type {GatheredLeaves} from '../facts/gather-leaves.ts'
import type {Database} from './driver.ts'
import {statements} from './statements.ts'

const sql = statements({
  addTitle: `insert into leaf_title (file, line, leaf, title) values (?, ?, ?, ?)
    on conflict do update set leaf = excluded.leaf, title = excluded.title`,
  addPlace: 'insert into leaf_place (session, records) values (?, ?)',
  newest: 'select max(id) as id from leaf_place',
  open: 'select file, line, leaf, looked, session from leaf_title where looked < ?',
  find: 'select min(session) as session from leaf_place where id > ? and id <= ? and instr(records, ?) > 0',
  found: 'update leaf_title set session = ?, looked = ? where file = ? and line = ?',
  touch: 'insert into touched (session) values (?) on conflict do nothing',
})

/** Keeps titles that name a record, and the records of a session that such titles may name. */
export function keepLeaves(
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
 * Finds the sessions of titles, among the records that came since it was last tried. Copies of a history have the same
 * records: of their sessions the one with the smallest id counts, so that the order of reading does not matter. Must
 * run inside a transaction.
 */
export function resolveTitles(database: Database): void {
  const run = sql(database)
  const newest = Number(run.newest.get()?.['id'] ?? 0)
  for (const row of run.open.all(newest)) {
    const bytes = bytesOf(String(row['leaf']).replaceAll('-', ''))
    const found = run.find.get(Number(row['looked']), newest, bytes)?.['session'] ?? null
    const known = row['session'] ?? null
    const first = known !== null && (found === null || String(known) <= String(found)) ? known : found
    run.found.run(first, newest, Number(row['file']), Number(row['line']))
    for (const touched of first === known ? [] : [first, known]) if (touched !== null) run.touch.run(touched)
  }
}

const bytesOf = (hex: string): Uint8Array => Buffer.from(hex, 'hex')
