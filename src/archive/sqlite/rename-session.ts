import type {Database} from './driver.ts'
import {statements} from './statements.ts'

const tables = ['call', 'answer', 'report', 'mention'] as const

const sql = statements({
  names: 'select session from mention where file = ?1 union select session from report where file = ?1',
  touch: 'insert into touched (session) values (?) on conflict do nothing',
  call: 'update call set session = ? where session = ? and file = ?',
  answer: 'update answer set session = ? where session = ? and file = ?',
  report: 'update report set session = ? where session = ? and file = ?',
  mention: 'update mention set session = ? where session = ? and file = ?',
})

/** Gives everything of a file to a session. Until a stream names its session, its lines stand under the path of the file. */
export function renameSession(database: Database, file: number, session: string): void {
  const run = sql(database)
  for (const row of run.names.all(file)) {
    const name = String(row['session'])
    if (name === session) continue
    for (const table of tables) run[table].run(session, name, file)
    run.touch.run(name)
    run.touch.run(session)
  }
}
