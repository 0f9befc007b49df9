import type {GatheredReport} from '../facts/gather-facts.ts'
import type {Database} from './driver.ts'
import {statements} from './statements.ts'

const sql = statements({
  drop: 'delete from report where file = ? and line > ?',
  add: `insert into report (file, line, record, session, id, kind, time, cost, totals)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
})

/** Forgets what was reported after some line: it was read before the line was whole. */
export function dropReports(database: Database, file: number, after: number): void {
  sql(database).drop.run(file, after)
}

/** Keeps what the client reported. */
export function keepReports(database: Database, file: number, reports: readonly GatheredReport[]): void {
  for (const {session, line, record, time, report} of reports) {
    const {id, kind, costUsd, totals, sinceLast, usage} = report
    const numbers = JSON.stringify({totals, sinceLast, usage})
    sql(database).add.run(file, line, record, session, id, kind, time ?? null, costUsd ?? null, numbers)
  }
}
