import {groupLineages} from '../../../conversation/costs/settle-sessions.ts'
import {addToList, listsBy} from '../../../model/maps.ts'
import {type CountedSessions, countCalls, countSessions, totalAmount} from '../../usage/count-sessions.ts'
import type {Amount, CallRow, SpentRow} from '../../usage/usage-rows.ts'
import type {Database, SqlValue} from '../database/driver.ts'
import {insertRows, namedIn, statements} from '../database/statements.ts'
import {rankFiles, readLeafTitles, readMentions} from './read-mentions.ts'
import {readCallRows, readReportRows, readResponseRows} from './read-usage-rows.ts'
import {countStreamedTurns, sessionColumns, summarizeSession} from './summarize-session.ts'
import {timeEstimator} from './time-estimator.ts'

const drops = statements({
  sessions: `delete from session where id in ${namedIn}`,
  spent: `delete from spent where session in ${namedIn}`,
  reported: `delete from reported where session in ${namedIn}`,
  byTool: `delete from by_tool where session in ${namedIn}`,
})

const addSessions = insertRows('session', sessionColumns)
const addSpent = insertRows(
  'spent',
  `session, quarter, model, modes, band, agent, final, unreported,
    answers, input, output, cache_read, cache_write_5m, cache_write_1h, web_searches`,
)
const addReported = insertRows('reported', 'session, quarter, cost')
const addByTool = insertRows('by_tool', 'session, spent, used')

/**
 * Makes the rows of `session`, `spent`, `by_tool` and `reported` again for sessions, and for all that have a response in
 * common with them: which session a response counts for can change with every copy of it. Must run inside a transaction.
 */
export function refreshSessions(database: Database, sessions: Iterable<string>): void {
  const lineages = findLineages(database, sessions)
  const all = lineages.flat()
  if (all.length === 0) return
  const names = JSON.stringify(all)
  for (const drop of Object.values(drops(database))) drop.run(names)
  const mentions = listsBy(readMentions(database, all), (row) => String(row['session']))
  const rankOf = rankFiles(database, all)
  const responses = listsBy(readResponseRows(database, all, rankOf), ({session}) => session)
  const reports = listsBy(readReportRows(database, all, rankOf), ({session}) => session)
  const calls = listsBy(readCallRows(database, all, rankOf), ({session}) => session)
  const titles = readLeafTitles(database, all)
  const counted = lineages.map((lineage) => ({
    lineage,
    ...countSessions(
      lineage.flatMap(responses),
      lineage.flatMap(reports),
      lineage.flatMap(calls),
      timeEstimator(database, lineage, mentions, rankOf),
    ),
  }))
  const rowsFor = (id: string, ownerOf: CountedSessions['ownerOf']): readonly (readonly SqlValue[])[] => {
    const estimate = timeEstimator(database, [id], mentions, rankOf)
    const isOwn = ({message}: CallRow): boolean => message === undefined || (ownerOf(message) ?? id) === id
    const row = summarizeSession({
      id,
      mentions: mentions(id).filter((row) => row['outdated'] === 0),
      title: titles.get(id),
      calls: countCalls(calls(id).filter(isOwn)),
      hasResponses: responses(id).length > 0,
      streamedTurns: countStreamedTurns(responses(id), reports(id)),
      estimateTime: (row) => estimate(id, rankOf(Number(row['file']))),
    })
    return row ? [row] : []
  }
  addSessions(
    database,
    counted.flatMap(({lineage, ownerOf}) => lineage.flatMap((id) => rowsFor(id, ownerOf))),
  )
  addSpent(
    database,
    counted.flatMap(({spent}) => spent.map(spentValues)),
  )
  addReported(
    database,
    counted.flatMap(({reported}) => reported.map(({session, quarter, cost}) => [session, quarter, cost])),
  )
  addByTool(database, counted.flatMap(packTools))
}

const amountValues = (amount: Amount): readonly number[] => {
  const {answers, input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches} = amount
  return [answers, input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches]
}

function spentValues(row: SpentRow): readonly SqlValue[] {
  const {session, quarter, model, modes, band, agent, final, unreported} = row.terms
  const flags = [agent, final, unreported].map(Number)
  return [session, quarter, model, modes, band, ...flags, ...amountValues(totalAmount(row))]
}

/**
 * Packs what sessions spent on each tool, and its calls, into one row of `by_tool` for each session: many short rows
 * would be a large part of an ingest, and are rarely read. The views `spent_on` and `used` know their order.
 */
function packTools({spent, used}: CountedSessions): readonly (readonly SqlValue[])[] {
  const spentIn = listsBy(spent, ({terms}) => terms.session)
  const usedIn = listsBy(used, ({session}) => session)
  const sessions = new Set([...spent.map(({terms}) => terms.session), ...used.map(({session}) => session)])
  return [...sessions].map((session) => [
    session,
    JSON.stringify(spentIn(session).flatMap(packSpent)),
    JSON.stringify(
      usedIn(session).map((row) => [
        row.quarter,
        row.tool,
        row.calls,
        row.failed,
        row.timed,
        row.duration,
        row.characters,
      ]),
    ),
  ])
}

const packSpent = ({terms, byTool}: SpentRow): readonly (readonly (string | number)[])[] => {
  const {quarter, model, modes, band, agent, final, unreported} = terms
  const before = [quarter, model, modes, band, Number(agent), Number(final)]
  return [...byTool].map(([tool, amount]) => [...before, tool, ...amountValues(amount), Number(unreported)])
}

const lineageSql = statements({others: `select session, other from kin where session in ${namedIn}`})

/** Puts sessions together with all that have a response in common with them, and with those again. */
function findLineages(database: Database, sessions: Iterable<string>): readonly (readonly string[])[] {
  const others = new Map<string, string[]>()
  for (let some = [...new Set(sessions)]; some.length > 0; ) {
    for (const session of some) others.set(session, [])
    for (const {session, other} of lineageSql(database).others.all(JSON.stringify(some)))
      addToList(others, String(session), String(other))
    const next = new Set(some.flatMap((session) => others.get(session) ?? []))
    some = [...next].filter((session) => !others.has(session))
  }
  return groupLineages(others.keys(), (session) => others.get(session) ?? [])
}
