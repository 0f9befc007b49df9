import type {Database, SqlRow} from '../database/driver.ts'
import {isOfArchive} from '../database/error-kind.ts'
import {namedIn, statements, transaction} from '../database/statements.ts'
import {resolveLeafTitles} from '../write/leaf-titles.ts'
import {refreshSessions} from './refresh-sessions.ts'

const sql = statements({
  some: 'select session from touched limit 200',
  ofFiles: `select session from touched where session in
    (select session from mention where file in (select id from file where path in ${namedIn} and agent is null))`,
  listed: `select count(*) as count from session where id in ${namedIn}`,
  done: `delete from touched where session in ${namedIn}`,
})

/**
 * Makes the rows of all touched sessions again, some at a time; what a crash leaves is done by the next run. Gives their
 * ids. A session whose rows cannot be made is given to `skipped`, and keeps those it had until it is touched again.
 */
export function refreshTouched(
  database: Database,
  skipped: (session: string, error: unknown) => void,
): readonly string[] {
  const all: string[] = []
  transaction(database, () => resolveLeafTitles(database))
  for (;;) {
    const some = sql(database).some.all()
    if (some.length === 0) return all
    try {
      for (const id of transaction(database, () => refresh(database, some))) all.push(id)
    } catch (error) {
      if (isOfArchive(error)) throw error
      for (const row of some) all.push(...refreshAlone(database, row, skipped))
    }
  }
}

function refreshAlone(
  database: Database,
  row: SqlRow,
  skipped: (session: string, error: unknown) => void,
): readonly string[] {
  try {
    return transaction(database, () => refresh(database, [row]))
  } catch (error) {
    if (isOfArchive(error)) throw error
    transaction(database, () => sql(database).done.run(JSON.stringify([row['session'] ?? ''])))
    skipped(String(row['session']), error)
    return []
  }
}

/** Makes the rows of touched sessions of files again, except of agents' files: their sessions have more. Must run inside a transaction. */
export const refreshFiles = (database: Database, paths: readonly string[]): readonly string[] =>
  paths.length === 0 ? [] : refresh(database, sql(database).ofFiles.all(JSON.stringify(paths)))

/** How many of these sessions have a row, so that they are listed. */
export const countListed = (database: Database, sessions: Iterable<string>): number =>
  Number(sql(database).listed.get(JSON.stringify([...sessions]))?.['count'])

function refresh(database: Database, rows: readonly SqlRow[]): readonly string[] {
  const sessions = rows.map(({session}) => String(session))
  refreshSessions(database, sessions)
  sql(database).done.run(JSON.stringify(sessions))
  return sessions
}
