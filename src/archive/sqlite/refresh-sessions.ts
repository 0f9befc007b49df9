import {countCalls} from '../usage/count-calls.ts'
import {countSessions} from '../usage/count-sessions.ts'
import type {ReportedRow, SpentRow} from '../usage/rows.ts'
import {amountOf} from '../usage/spent-rows.ts'
import type {Database, SqlValue} from './driver.ts'
import {familiesOf} from './families-of.ts'
import {momentsIn} from './moments.ts'
import {packTools} from './pack-tools.ts'
import {mentionsOf, rankFiles, titlesOf} from './read-mentions.ts'
import {answersOf, bySession, callRowsOf, reportsOf} from './read-usage-rows.ts'
import {insertRows, namedIn, statements} from './statements.ts'
import {sessionColumns, summarizeSession} from './summarize-session.ts'

const drops = statements({
  sessions: `delete from session where id in ${namedIn}`,
  spent: `delete from spent where session in ${namedIn}`,
  reported: `delete from reported where session in ${namedIn}`,
  byTool: `delete from by_tool where session in ${namedIn}`,
})

const addSessions = insertRows('session', sessionColumns)
const addSpent = insertRows('spent', [
  'session',
  'quarter',
  'model',
  'modes',
  'band',
  'agent',
  'final',
  'answers',
  'input',
  'output',
  'cache_read',
  'cache_write_5m',
  'cache_write_1h',
  'web_searches',
])
const addReported = insertRows('reported', ['session', 'quarter', 'cost'])
const addByTool = insertRows('by_tool', ['session', 'spent', 'used'])

/**
 * Makes the rows of `session`, `spent`, `by_tool` and `reported` anew for sessions, and for all that have an answer in
 * common with them: whose an answer is can change with every copy of it. Must run inside a transaction.
 */
export function refreshSessions(database: Database, sessions: Iterable<string>): void {
  const families = familiesOf(database, sessions)
  const all = families.flat()
  if (all.length === 0) return
  const names = JSON.stringify(all)
  for (const drop of Object.values(drops(database))) drop.run(names)
  const mentions = bySession(mentionsOf(database, all), (row) => String(row['session']))
  const rankOf = rankFiles(database, all)
  const answers = bySession(answersOf(database, all, rankOf), ({session}) => session)
  const reports = bySession(reportsOf(database, all, rankOf), ({session}) => session)
  const calls = bySession(callRowsOf(database, all, rankOf), ({session}) => session)
  const titles = titlesOf(database, all)
  addSessions(
    database,
    all.flatMap((id) => {
      const moment = momentsIn(database, [id], mentions, rankOf)
      const row = summarizeSession({
        id,
        mentions: mentions(id).filter((row) => row['outdated'] === 0),
        title: titles.get(id),
        calls: countCalls(calls(id)),
        answered: answers(id).length > 0,
        results: reports(id).filter(({kind}) => kind === 'result').length,
        momentOf: (row) => moment(id, rankOf(Number(row['file']))),
      })
      return row ? [row] : []
    }),
  )
  const counted = families.map((family) =>
    countSessions(
      family.flatMap(answers),
      family.flatMap(reports),
      family.flatMap(calls),
      momentsIn(database, family, mentions, rankOf),
    ),
  )
  addSpent(
    database,
    counted.flatMap(({spent}) => spent.map(spentRow)),
  )
  addReported(
    database,
    counted.flatMap(({reported}) => reported.map(reportedRow)),
  )
  addByTool(database, counted.flatMap(packTools))
}

function spentRow(row: SpentRow): readonly SqlValue[] {
  const {terms} = row
  const amount = amountOf(row)
  return [
    terms.session,
    terms.quarter,
    terms.model,
    terms.modes,
    terms.band,
    Number(terms.agent),
    Number(terms.final),
    amount.answers,
    amount.input,
    amount.output,
    amount.cacheRead,
    amount.cacheWrite5m,
    amount.cacheWrite1h,
    amount.webSearches,
  ]
}

const reportedRow = ({session, quarter, cost}: ReportedRow): readonly SqlValue[] => [session, quarter, cost]
