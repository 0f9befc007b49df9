import type {Database} from './driver.ts'
import {refreshSessions} from './refresh-sessions.ts'
import {statements} from './statements.ts'
import {transaction} from './transaction.ts'

const sql = statements({
  some: 'select session from touched limit 200',
  done: 'delete from touched where session = ?',
})

/** Makes the rows of all touched sessions anew, some at a time; what a crash leaves is done by the next run. */
export function refreshTouched(database: Database): number {
  let count = 0
  for (;;) {
    const done = transaction(database, () => {
      const sessions = sql(database)
        .some.all()
        .map(({session}) => String(session))
      refreshSessions(database, sessions)
      for (const session of sessions) sql(database).done.run(session)
      return sessions.length
    })
    count += done
    if (done === 0) return count
  }
}
