import type {Database, SqlRow} from './driver.ts'
import {resolveTitles} from './keep-leaves.ts'
import {refreshSessions} from './refresh-sessions.ts'
import {namedIn, statements} from './statements.ts'
import {transaction} from './transaction.ts'

const sql = statements({
  some: 'select session from touched limit 200',
  ofFiles: `select session from touched where session in
    (select session from mention where file in (select id from file where path in ${namedIn} and agent is null))`,
  listed: `select count(*) as count from session where id in ${namedIn}`,
  done: `delete from touched where session in ${namedIn}`,
})

/** Makes the rows of all touched sessions anew, some at a time; what a crash leaves is done by the next run. Gives their ids. */
export function refreshTouched(database: Database): readonly string[] {
  const all: string[] = []
  transaction(database, () => resolveTitles(database))
  for (;;) {
    const done = transaction(database, () => refresh(database, sql(database).some.all()))
    all.push(...done)
    if (done.length === 0) return all
  }
}

/** Makes the rows of touched sessions of files anew, except of agents' files: their sessions have more. Must run inside a transaction. */
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
