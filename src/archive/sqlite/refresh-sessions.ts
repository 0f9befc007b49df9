import {countCalls} from '../usage/count-calls.ts'
import type {MomentOf} from '../usage/count-sessions.ts'
import {countSessions} from '../usage/count-sessions.ts'
import type {ReportedRow, SpentOnRow, SpentRow, UsedRow} from '../usage/rows.ts'
import type {Database, SqlValue} from './driver.ts'
import {familiesOf} from './families-of.ts'
import {insertRows} from './insert-rows.ts'
import type {MentionRow} from './read-mentions.ts'
import {mentionsOf, momentOf, titlesOf} from './read-mentions.ts'
import {answersOf, callRowsOf, reportsOf} from './read-usage-rows.ts'
import {namedIn, statements} from './statements.ts'
import {sessionColumns, summarizeSession} from './summarize-session.ts'

const drops = statements({
  sessions: `delete from session where id in ${namedIn}`,
  spent: `delete from spent where session in ${namedIn}`,
  reported: `delete from reported where session in ${namedIn}`,
  spentOn: `delete from spent_on where session in ${namedIn}`,
  used: `delete from used where session in ${namedIn}`,
})

const addSessions = insertRows('session', sessionColumns)
const spentColumns = [
  'session',
  'quarter',
  'model',
  'fast',
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
] as const
const addSpent = insertRows('spent', spentColumns)
const addSpentOn = insertRows('spent_on', [...spentColumns, 'tool'])
const addReported = insertRows('reported', ['session', 'quarter', 'cost'])
const addUsed = insertRows('used', [
  'session',
  'quarter',
  'tool',
  'calls',
  'failed',
  'timed',
  'duration',
  'characters',
])

/**
 * Makes the rows of `session`, `spent`, `spent_on`, `used` and `reported` anew for sessions, and for all that have an answer in common with
 * them: whose an answer is can change with every copy of it. Must run inside a transaction.
 */
export function refreshSessions(database: Database, sessions: Iterable<string>): void {
  const families = familiesOf(database, sessions)
  const all = families.flat()
  if (all.length === 0) return
  const names = JSON.stringify(all)
  for (const drop of Object.values(drops(database))) drop.run(names)
  const mentions = bySession(mentionsOf(database, all), (row) => String(row['session']))
  const answers = bySession(answersOf(database, all), ({session}) => session)
  const reports = bySession(reportsOf(database, all), ({session}) => session)
  const calls = bySession(callRowsOf(database, all), ({session}) => session)
  const titles = titlesOf(database, all)
  addSessions(
    database,
    all.flatMap((id) => {
      const row = summarizeSession({
        id,
        mentions: mentions(id),
        title: titles.get(id),
        calls: countCalls(calls(id)),
        answered: answers(id).length > 0,
        results: reports(id).filter(({kind}) => kind === 'result').length,
      })
      return row ? [row] : []
    }),
  )
  const counted = families.map((family) =>
    countSessions(
      family.flatMap(answers),
      family.flatMap(reports),
      family.flatMap(calls),
      momentsIn(family, mentions),
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
  addSpentOn(
    database,
    counted.flatMap(({spentOn}) => spentOn.map(spentOnRow)),
  )
  addUsed(
    database,
    counted.flatMap(({used}) => used.map(usedRow)),
  )
}

/** Rows by their session, in their order. */
function bySession<Row>(
  rows: readonly Row[],
  sessionOf: (row: Row) => string,
): (session: string) => readonly Row[] {
  const found = new Map<string, Row[]>()
  for (const row of rows) {
    const session = sessionOf(row)
    const known = found.get(session)
    if (known) known.push(row)
    else found.set(session, [row])
  }
  return (session) => found.get(session) ?? []
}

function momentsIn(
  family: readonly string[],
  mentions: (session: string) => readonly MentionRow[],
): MomentOf {
  const moments = new Map<string, number>()
  for (const id of family) for (const row of mentions(id)) moments.set(`${row['file']} ${id}`, momentOf(row))
  return (session, file) => moments.get(`${file} ${session}`) ?? 0
}

const spentRow = (row: SpentRow): readonly SqlValue[] => [
  row.session,
  row.quarter,
  row.model,
  Number(row.fast),
  row.band,
  Number(row.agent),
  Number(row.final),
  row.answers,
  row.usage.input,
  row.usage.output,
  row.usage.cacheRead,
  row.usage.cacheWrite5m,
  row.usage.cacheWrite1h,
  row.webSearches,
]

const spentOnRow = (row: SpentOnRow): readonly SqlValue[] => [...spentRow(row), row.tool]

const usedRow = (row: UsedRow): readonly SqlValue[] => [
  row.session,
  row.quarter,
  row.tool,
  row.calls,
  row.failed,
  row.timed,
  row.duration,
  row.characters,
]

const reportedRow = ({session, quarter, cost}: ReportedRow): readonly SqlValue[] => [session, quarter, cost]
