import {countSessions} from '../usage/count-sessions.ts'
import type {Database} from './driver.ts'
import {answersOf, momentsOf, reportsOf} from './read-usage-rows.ts'
import {statements} from './statements.ts'
import {summarizeSession} from './summarize-session.ts'

const sql = statements({
  relatives: 'select other from kin where session = ?',
  sharing: 'select distinct session from answer where message = ?',
  dropSpent: 'delete from spent where session = ?',
  dropReported: 'delete from reported where session = ?',
  addSpent: `insert into spent (session, quarter, model, fast, band, agent, final, answers, input, output, cache_read,
      cache_write_5m, cache_write_1h, web_searches)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  addReported: 'insert into reported (session, quarter, cost) values (?, ?, ?)',
})

/**
 * Makes the rows of `session`, `spent` and `reported` anew for sessions, and for all that have an answer in common with
 * them: whose an answer is can change with every copy of it. Must run inside a transaction.
 */
export function refreshSessions(database: Database, sessions: Iterable<string>): void {
  const done = new Set<string>()
  for (const session of sessions) {
    if (done.has(session)) continue
    const family = familyOf(database, session)
    for (const member of family) {
      done.add(member)
      summarizeSession(database, member)
    }
    countFamily(database, family)
  }
}

/** Every session that has one of these answers. */
export function touchedWith(database: Database, messages: Iterable<string>): ReadonlySet<string> {
  const sessions = new Set<string>()
  for (const message of messages) {
    for (const row of sql(database).sharing.all(message)) sessions.add(String(row['session']))
  }
  return sessions
}

function familyOf(database: Database, session: string): readonly string[] {
  const family = new Set([session])
  for (const member of family) {
    for (const row of sql(database).relatives.all(member)) family.add(String(row['other']))
  }
  return [...family]
}

function countFamily(database: Database, family: readonly string[]): void {
  const run = sql(database)
  for (const session of family) {
    run.dropSpent.run(session)
    run.dropReported.run(session)
  }
  const answers = family.flatMap((session) => answersOf(database, session))
  const reports = family.flatMap((session) => reportsOf(database, session))
  const {spent, reported} = countSessions(answers, reports, momentsOf(database, family))
  for (const {session, quarter, model, fast, band, agent, final, ...row} of spent) {
    const {input, output, cacheRead, cacheWrite5m, cacheWrite1h} = row.usage
    run.addSpent.run(
      session,
      quarter,
      model,
      Number(fast),
      band,
      Number(agent),
      Number(final),
      row.answers,
      input,
      output,
      cacheRead,
      cacheWrite5m,
      cacheWrite1h,
      row.webSearches,
    )
  }
  for (const {session, quarter, cost} of reported) run.addReported.run(session, quarter, cost)
}
