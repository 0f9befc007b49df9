import {chargesOf} from '../../conversation/charges.ts'
import type {Answer} from '../../conversation/ledger.ts'
import {noteCall} from '../../conversation/ledger.ts'
import type {AgentCall} from '../../conversation/settle-sessions.ts'
import {settleSessions} from '../../conversation/settle-sessions.ts'
import {agentTools} from '../../model/agents.ts'
import {bookRows} from './book-rows.ts'
import {reportedRows, reportTimes} from './reported-rows.ts'
import type {AnswerRow, CallRow, MomentOf, ReportedRow, ReportRow, SpentRow, UsedRow} from './rows.ts'
import {quarterOf} from './rows.ts'
import {newSpentRows} from './spent-rows.ts'
import {callsOnce, toolsOf, untoldTool} from './tools-of.ts'

/** What sessions spent, by the quarter of an hour. */
export interface Counted {
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
  answers: readonly AnswerRow[],
  reports: readonly ReportRow[],
  calls: readonly CallRow[],
  momentOf: MomentOf,
): Counted {
  const books = bookRows(answers, reports)
  const {ledger, places, relatives} = books
  const once = callsOnce(calls)
  for (const call of once) if (!call.failed && !call.denied && call.characters > 0) noteCall(ledger, call)
  const relativesOf = (session: string): Iterable<string> => relatives.get(session) ?? []
  const settlement = settleSessions(ledger, relativesOf, agentCallsIn(once, ledger.answers))
  const timeOfReport = reportTimes(reports.length === 0 ? [] : answers, momentOf)
  const ofResponse = (id: string, {time, session}: Answer): number => {
    const {file = 0, line} = places.get(id) ?? {}
    return time ?? momentOf(session, file, line)
  }
  const ofReports = (session: string): number =>
    Math.max(0, ...reports.filter((report) => report.session === session).map(timeOfReport))
  const tools = toolsOf(once, ledger.answers, momentOf)
  const spent = newSpentRows()
  for (const charge of chargesOf(ledger, settlement, {ofResponse, ofReports})) {
    const {session, response, model, modes, band, usage, webSearches, complete, unreported} = charge
    const quarter = quarterOf(charge.time)
    const agent = charge.agent !== undefined
    const tool = response === undefined ? untoldTool : tools.of(response)
    const count = response === undefined ? 0 : 1
    const terms = {session, quarter, model, modes, band, agent, final: complete, unreported}
    spent.add(terms, tool, usage, {answers: count, webSearches})
  }
  return {
    spent: spent.rows(),
    used: tools.used,
    reported: reportedRows(books, reports, settlement.sessions, timeOfReport, ofResponse),
    ownerOf: (message) => ledger.answers.get(message)?.session,
  }
}

/** The calls that started agents, with the session that their response belongs to. */
const agentCallsIn = (
  calls: readonly CallRow[],
  answers: ReadonlyMap<string, Answer>,
): readonly AgentCall[] =>
  calls.flatMap(({tool = '', message = '', failed, denied}) => {
    const session = answers.get(message)?.session
    return session !== undefined && agentTools.has(tool) && !failed && !denied ? [{session, message}] : []
  })
