import type {Database, SqlRow} from './driver.ts'
import {refreshSessions} from './refresh-sessions.ts'
import {statements} from './statements.ts'
import {transaction} from './transaction.ts'

const sql = statements({
  some: 'select session from touched limit 200',
  ofFile: `select session from touched where session in
    (select session from mention where file = (select id from file where path = ? and agent is null))`,
  done: 'delete from touched where session = ?',
})

/** Makes the rows of all touched sessions anew, some at a time; what a crash leaves is done by the next run. Gives their ids. */
export function refreshTouched(database: Database): readonly string[] {
  const all: string[] = []
  for (;;) {
    const done = transaction(database, () => refresh(database, sql(database).some.all()))
    all.push(...done)
    if (done.length === 0) return all
  }
}

/** Makes the rows of a file's touched sessions anew, unless it is an agent's: its session has more. Must run inside a transaction. */
export const refreshFile = (database: Database, path: string): readonly string[] =>
  refresh(database, sql(database).ofFile.all(path))

function refresh(database: Database, rows: readonly SqlRow[]): readonly string[] {
  const sessions = rows.map(({session}) => String(session))
  refreshSessions(database, sessions)
  for (const session of sessions) sql(database).done.run(session)
  return sessions
}
