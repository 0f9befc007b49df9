import {listCharges} from '../../conversation/costs/charges.ts'
import type {Response} from '../../conversation/costs/ledger.ts'
import {noteCompletedCall} from '../../conversation/costs/ledger.ts'
import type {AgentCall} from '../../conversation/costs/settle-sessions.ts'
import {settleSessions} from '../../conversation/costs/settle-sessions.ts'
import {agentTools} from '../../model/agents.ts'
import {buildLedger} from './build-ledger.ts'
import {reportedRows, reportTimes} from './reported-rows.ts'
import {newSpentRows} from './spent-rows.ts'
import {mergeCallCopies, readToolUse, unknownTool} from './tool-use.ts'
import type {
  CallRow,
  EstimateTime,
  ReportedRow,
  ReportRow,
  ResponseRow,
  SpentRow,
  UsedRow,
} from './usage-rows.ts'
import {quarterOf} from './usage-rows.ts'

/** What sessions spent, by the quarter of an hour. */
export interface CountedSessions {
  readonly spent: readonly SpentRow[]
  readonly used: readonly UsedRow[]
  readonly reported: readonly ReportedRow[]
  /** The session that a response belongs to. */
  ownerOf(message: string): string | undefined
}

/**
 * Counts what sessions spent, as the fold does. The rows must be those of the sessions and of all that share a response
 * with them: each response and each call counts once, and what the client reported beyond the responses is added.
 */
export function countSessions(
  answers: readonly ResponseRow[],
  reports: readonly ReportRow[],
  calls: readonly CallRow[],
  momentOf: EstimateTime,
): CountedSessions {
  const books = buildLedger(answers, reports)
  const {ledger, places, lineage} = books
  const once = mergeCallCopies(calls)
  for (const call of once)
    if (!call.failed && !call.denied && call.characters > 0) noteCompletedCall(ledger, call)
  const relativesOf = (session: string): Iterable<string> => lineage.get(session) ?? []
  const settlement = settleSessions(ledger, relativesOf, agentCallsIn(once, ledger.responses))
  const timeOfReport = reportTimes(reports.length === 0 ? [] : answers, momentOf)
  const ofResponse = (id: string, {time, session}: Response): number => {
    const {file = 0, line} = places.get(id) ?? {}
    return time ?? momentOf(session, file, line)
  }
  const ofReports = (session: string): number =>
    Math.max(0, ...reports.filter((report) => report.session === session).map(timeOfReport))
  const tools = readToolUse(once, ledger.responses, momentOf)
  const spent = newSpentRows()
  for (const charge of listCharges(ledger, settlement, {responseTime: ofResponse, reportTime: ofReports})) {
    const {session, response, model, modes, band, usage, webSearches, complete, unreported} = charge
    const quarter = quarterOf(charge.time)
    const agent = charge.agent !== undefined
    const tool = response === undefined ? unknownTool : tools.of(response)
    const count = response === undefined ? 0 : 1
    const terms = {session, quarter, model, modes, band, agent, final: complete, unreported}
    spent.add(terms, tool, usage, {answers: count, webSearches})
  }
  return {
    spent: spent.rows(),
    used: tools.used,
    reported: reportedRows(books, reports, settlement.sessions, timeOfReport, ofResponse),
    ownerOf: (message) => ledger.responses.get(message)?.session,
  }
}

/** The calls that started agents, with the session that their response belongs to. */
const agentCallsIn = (
  calls: readonly CallRow[],
  answers: ReadonlyMap<string, Response>,
): readonly AgentCall[] =>
  calls.flatMap(({tool = '', message = '', failed, denied}) => {
    const session = answers.get(message)?.session
    return session !== undefined && agentTools.has(tool) && !failed && !denied ? [{session, message}] : []
  })
