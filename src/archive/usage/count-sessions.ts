import {listCharges} from '../../conversation/costs/charges.ts'
import {noteCompletedCall, type Response} from '../../conversation/costs/ledger.ts'
import {type AgentCall, settleSessions} from '../../conversation/costs/settle-sessions.ts'
import {agentTools} from '../../model/agents.ts'
import {addUsage, noUsage} from '../../model/index.ts'
import {buildLedger} from './build-ledger.ts'
import {reportedRows, reportTimes} from './reported-rows.ts'
import {mergeCallCopies, readToolUse, unknownTool} from './tool-use.ts'
import {
  type Amount,
  type CallRow,
  type EstimateTime,
  quarterOf,
  type ReportedRow,
  type ReportRow,
  type ResponseRow,
  type SpendingTerms,
  type SpentRow,
  type UsedRow,
} from './usage-rows.ts'

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
  responses: readonly ResponseRow[],
  reports: readonly ReportRow[],
  calls: readonly CallRow[],
  estimateTime: EstimateTime,
): CountedSessions {
  const built = buildLedger(responses, reports)
  const {ledger, places, lineage} = built
  const once = mergeCallCopies(calls)
  for (const call of once)
    if (!call.failed && !call.denied && call.characters > 0) noteCompletedCall(ledger, call)
  const lineageOf = (session: string): Iterable<string> => lineage.get(session) ?? []
  const settlement = settleSessions(ledger, lineageOf, agentCallsIn(once, ledger.responses))
  const timeOfReport = reportTimes(reports.length === 0 ? [] : responses, estimateTime)
  const responseTime = (id: string, {time, session}: Response): number => {
    const {file = 0, line} = places.get(id) ?? {}
    return time ?? estimateTime(session, file, line)
  }
  const reportTime = (session: string): number =>
    Math.max(0, ...reports.filter((report) => report.session === session).map(timeOfReport))
  const tools = readToolUse(once, ledger.responses, estimateTime)
  const spent = new Map<string, SpentRow>()
  for (const charge of listCharges(ledger, settlement, {responseTime, reportTime})) {
    const {session, response, model, modes, band, usage, webSearches, complete, unreported} = charge
    const quarter = quarterOf(charge.time)
    const agent = charge.agent !== undefined
    const tool = response === undefined ? unknownTool : tools.of(response)
    const terms = {session, quarter, model, modes, band, agent, final: complete, unreported}
    addSpent(spent, terms, tool, {...usage, answers: response === undefined ? 0 : 1, webSearches})
  }
  return {
    spent: [...spent.values()],
    used: tools.used,
    reported: reportedRows(built, reports, settlement.sessions, timeOfReport, responseTime),
    ownerOf: (message) => ledger.responses.get(message)?.session,
  }
}

/** The calls that started agents, with the session that their response belongs to. */
const agentCallsIn = (
  calls: readonly CallRow[],
  responses: ReadonlyMap<string, Response>,
): readonly AgentCall[] =>
  calls.flatMap(({tool = '', message = '', failed, denied}) => {
    const session = responses.get(message)?.session
    return session !== undefined && agentTools.has(tool) && !failed && !denied ? [{session, message}] : []
  })

/** Adds an amount to the row of its terms. */
function addSpent(rows: Map<string, SpentRow>, terms: SpendingTerms, tool: string, amount: Amount): void {
  const {session, quarter, model, modes, band, agent, final, unreported} = terms
  const key = `${quarter} ${modes} ${band} ${agent} ${final} ${unreported} ${session} ${model}`
  const row = rows.get(key) ?? {terms, byTool: new Map()}
  rows.set(key, row)
  const known = row.byTool.get(tool)
  row.byTool.set(tool, known ? addAmounts(known, amount) : amount)
}

const addAmounts = (a: Amount, b: Amount): Amount => ({
  ...addUsage(a, b),
  answers: a.answers + b.answers,
  webSearches: a.webSearches + b.webSearches,
})

/** What was spent on all tools together. */
export const totalAmount = ({byTool}: SpentRow): Amount =>
  [...byTool.values()].reduce(addAmounts, {...noUsage, answers: 0, webSearches: 0})

/** How many calls a session has made, however many files have each. */
export interface CallCounts {
  readonly tools: number
  readonly errors: number
  /** Of agents that did start. */
  readonly agents: number
  /** The tools that were called, the most called first. */
  readonly called: readonly string[]
  /** Lines of files. */
  readonly added: number
  readonly removed: number
}

/** Counts the calls of one session. One that was denied is not an error, whichever of its files knows that it was. */
export function countCalls(rows: readonly CallRow[]): CallCounts {
  const counts = new Map<string, number>()
  let [tools, errors, agents, added, removed] = [0, 0, 0, 0, 0]
  for (const {tool, failed, denied, ...lines} of mergeCallCopies(rows)) {
    added += lines.added
    removed += lines.removed
    errors += Number(failed && !denied)
    if (tool === undefined) continue
    tools += 1
    agents += Number(agentTools.has(tool) && !failed && !denied)
    counts.set(tool, (counts.get(tool) ?? 0) + 1)
  }
  const called = [...counts].sort(([a, more], [b, fewer]) => fewer - more || (a < b ? -1 : 1))
  return {tools, errors, agents, called: called.map(([tool]) => tool), added, removed}
}
