import type {Database} from '../database/driver.ts'
import {forTables, statements} from '../database/statements.ts'

const sql = statements({
  touch: 'insert into touched (session) values (?) on conflict do nothing',
  touchFile: 'insert into touched select session from mention where file = ? on conflict do nothing',
  names: 'select session from mention where file = ?1 union select session from report where file = ?1',
})

const renames = forTables(
  ['call', 'answer', 'report', 'mention'],
  (table) => `update ${table} set session = ? where session = ? and file = ?`,
)

/** Notes that the rows of sessions must be made again. */
export function touchSessions(database: Database, sessions: Iterable<string>): void {
  for (const session of sessions) sql(database).touch.run(session)
}

/** Notes that the rows of all sessions that a file mentions must be made again. */
export function touchSessionsOf(database: Database, file: number): void {
  sql(database).touchFile.run(file)
}

/** Gives everything of a file to a session. Until a stream names its session, its lines have the path of the file for one. */
export function renameSession(database: Database, file: number, session: string): void {
  const run = sql(database)
  for (const row of run.names.all(file)) {
    const name = String(row['session'])
    if (name === session) continue
    for (const rename of Object.values(renames(database))) rename.run(session, name, file)
    touchSessions(database, [name, session])
  }
}
