import {countCalls} from '../../usage/count-calls.ts'
import type {CountedSessions} from '../../usage/count-sessions.ts'
import {countSessions} from '../../usage/count-sessions.ts'
import {countStreamedTurns} from '../../usage/count-streamed-turns.ts'
import {totalAmount} from '../../usage/spent-rows.ts'
import type {CallRow, ReportedRow, SpentRow} from '../../usage/usage-rows.ts'
import type {Database, SqlValue} from '../database/driver.ts'
import {insertRows, namedIn, statements} from '../database/statements.ts'
import {rankFiles, readLeafTitles, readMentions} from './read-mentions.ts'
import {groupBySession, readCallRows, readReportRows, readResponseRows} from './read-usage-rows.ts'
import {sessionColumns, summarizeSession} from './summarize-session.ts'
import {timeEstimator} from './time-estimator.ts'

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
  'unreported',
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
  const families = findLineages(database, sessions)
  const all = families.flat()
  if (all.length === 0) return
  const names = JSON.stringify(all)
  for (const drop of Object.values(drops(database))) drop.run(names)
  const mentions = groupBySession(readMentions(database, all), (row) => String(row['session']))
  const rankOf = rankFiles(database, all)
  const answers = groupBySession(readResponseRows(database, all, rankOf), ({session}) => session)
  const reports = groupBySession(readReportRows(database, all, rankOf), ({session}) => session)
  const calls = groupBySession(readCallRows(database, all, rankOf), ({session}) => session)
  const titles = readLeafTitles(database, all)
  const counted = families.map((family) => ({
    family,
    ...countSessions(
      family.flatMap(answers),
      family.flatMap(reports),
      family.flatMap(calls),
      timeEstimator(database, family, mentions, rankOf),
    ),
  }))
  const rowOf = (id: string, ownerOf: CountedSessions['ownerOf']) => {
    const moment = timeEstimator(database, [id], mentions, rankOf)
    const isOwn = ({message}: CallRow): boolean => message === undefined || (ownerOf(message) ?? id) === id
    return summarizeSession({
      id,
      mentions: mentions(id).filter((row) => row['outdated'] === 0),
      title: titles.get(id),
      calls: countCalls(calls(id).filter(isOwn)),
      answered: answers(id).length > 0,
      streamedTurns: countStreamedTurns(answers(id), reports(id)),
      momentOf: (row) => moment(id, rankOf(Number(row['file']))),
    })
  }
  addSessions(
    database,
    counted.flatMap(({family, ownerOf}) =>
      family.flatMap((id) => {
        const row = rowOf(id, ownerOf)
        return row ? [row] : []
      }),
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
  const amount = totalAmount(row)
  return [
    terms.session,
    terms.quarter,
    terms.model,
    terms.modes,
    terms.band,
    Number(terms.agent),
    Number(terms.final),
    Number(terms.unreported),
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

type Packed = readonly (string | number)[]

/**
 * Packs what sessions spent on each tool, and its calls, into one row of `by_tool` for each session: many short rows
 * would make up a large part of an ingest, and few ever ask for them. The views `spent_on` and `used` know their order.
 */
function packTools({spent, used}: CountedSessions): readonly (readonly SqlValue[])[] {
  const sessions = new Map<string, {readonly spent: Packed[]; readonly used: Packed[]}>()
  const rowsFor = (session: string) => {
    const known = sessions.get(session)
    if (known) return known
    const rows = {spent: [], used: []}
    sessions.set(session, rows)
    return rows
  }
  for (const {terms, byTool} of spent) {
    const {quarter, model, modes, band, agent, final, unreported} = terms
    const rows = rowsFor(terms.session).spent
    for (const [tool, {answers, input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches}] of byTool)
      rows.push([
        quarter,
        model,
        modes,
        band,
        Number(agent),
        Number(final),
        tool,
        answers,
        input,
        output,
        cacheRead,
        cacheWrite5m,
        cacheWrite1h,
        webSearches,
        Number(unreported),
      ])
  }
  for (const {session, quarter, tool, calls, failed, timed, duration, characters} of used)
    rowsFor(session).used.push([quarter, tool, calls, failed, timed, duration, characters])
  return [...sessions].map(([session, rows]) => [
    session,
    JSON.stringify(rows.spent),
    JSON.stringify(rows.used),
  ])
}

const relativesSql = statements({
  relatives: `select session, other from kin where session in ${namedIn}`,
})

/** Puts sessions together with all that have an answer in common with them, and with those again. */
function findLineages(database: Database, sessions: Iterable<string>): readonly (readonly string[])[] {
  const relatives = new Map<string, readonly string[]>()
  for (let some = [...new Set(sessions)]; some.length > 0; ) {
    for (const session of some) relatives.set(session, [])
    for (const row of relativesSql(database).relatives.all(JSON.stringify(some))) {
      const session = String(row['session'])
      relatives.set(session, [...(relatives.get(session) ?? []), String(row['other'])])
    }
    some = [...new Set(some.flatMap((session) => relatives.get(session) ?? []))].filter(
      (session) => !relatives.has(session),
    )
  }
  const families: (readonly string[])[] = []
  const placed = new Set<string>()
  for (const session of relatives.keys()) {
    if (placed.has(session)) continue
    const family = new Set([session])
    for (const member of family) {
      placed.add(member)
      for (const other of relatives.get(member) ?? []) family.add(other)
    }
    families.push([...family])
  }
  return families
}
