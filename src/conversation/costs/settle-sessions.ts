import {addUsage, noUsage, type Usage} from '../../model/index.ts'
import {getOrAdd} from '../../model/maps.ts'
import type {Spending} from '../session.ts'
import {coverResponses, type HiddenUsage, type OwnTotal} from './cover-responses.ts'
import type {Ledger, Reported, Response, RunningTotal} from './ledger.ts'
import {maxCost, subtractTotals} from './ledger.ts'

/** What one session used and cost, apart from history it copied. */
export interface SessionSpending extends Spending {
  readonly byAgent: ReadonlyMap<string, Usage>
}

/** What sessions used and cost. */
export interface Settlement {
  readonly sessions: ReadonlyMap<string, SessionSpending>
  /** Sessions in groups that share history, each in one. */
  readonly lineages: readonly (readonly string[])[]
  /** Responses that a report counts. */
  readonly covered: ReadonlySet<Response>
  /** What reports count beyond the responses. */
  readonly hidden: readonly HiddenUsage[]
  /** Whether everything is known that a response, or the agent that it started, used. */
  isComplete(id: string, response: Response): boolean
}

/** Which sessions share a part of a session's history. */
export type LineageOf = (session: string) => Iterable<string>

/** A call that has started an agent, and the response that made it. */
export interface AgentCall {
  readonly session: string
  readonly message: string | undefined
}

/** What each session used and cost according to a ledger. */
export function settleSessions(
  ledger: Ledger,
  relativesOf: LineageOf,
  agentCalls: readonly AgentCall[],
): Settlement {
  const sums = new Map<string, Sum>()
  const sumOf = (session: string): Sum => getOrAdd(sums, session, newSum)
  for (const {session} of ledger.responses.values()) sumOf(session)
  for (const session of ledger.reported.keys()) sumOf(session)
  const totals = new Map<string, OwnTotal>()
  for (const session of sums.keys()) {
    const total = findOwnTotal(ledger, session, relativesOf(session))
    if (total) totals.set(session, total)
  }
  const lineages = groupLineages(sums.keys(), relativesOf).map((sessions) => ({
    sessions,
    totals: new Map(
      sessions.flatMap((session) => {
        const total = totals.get(session)
        return total && total.totals.length > 0 ? [[session, total]] : []
      }),
    ),
  }))
  const {covered, doubtful, hidden} = coverResponses(ledger, lineages)
  const isKnown = (response: Response): boolean =>
    covered.has(response) || (response.final && !response.hidesRequests && !doubtful.has(response))
  for (const response of ledger.responses.values())
    addResponse(sumOf(response.session), response, isKnown(response))
  for (const part of hidden) {
    const sum = sumOf(part.session)
    sum.usage = addUsage(sum.usage, part.usage)
  }
  const withAgents = new Set(agentCalls.map(({session}) => session))
  const counted = withAgents.size === 0 ? withAgents : sessionsWithTotals(ledger)
  // Sessions with agents of which neither a response nor a report says anything.
  const unheard = new Set(
    lineages
      .filter(
        (lineage) => !lineage.sessions.some((id) => (sums.get(id)?.byAgent.size ?? 0) > 0 || counted.has(id)),
      )
      .flatMap((lineage) => lineage.sessions.filter((id) => sums.has(id) && withAgents.has(id))),
  )
  for (const session of unheard) sumOf(session).complete = false
  const settled = [...sums].map(([id, {costUsd, ...sum}]) => {
    const reportedCostUsd = maxCost(costUsd, reportedCost(ledger.reported.get(id), totals.get(id)))
    return [id, {...sum, reportedCostUsd}] as const
  })
  const callers = new Set(unheard.size === 0 ? [] : agentCalls.map(({message}) => message))
  return {
    sessions: new Map(settled),
    lineages: lineages.map(({sessions}) => sessions),
    covered,
    hidden,
    isComplete: (id, response) => isKnown(response) && !(unheard.has(response.session) && callers.has(id)),
  }
}

interface Sum {
  usage: Usage
  complete: boolean
  costUsd: number | undefined
  readonly byAgent: Map<string, Usage>
}

const newSum = (): Sum => ({
  usage: noUsage,
  complete: true,
  costUsd: undefined,
  byAgent: new Map(),
})

function addResponse(sum: Sum, {agent, usage, costUsd}: Response, isComplete: boolean): void {
  sum.usage = addUsage(sum.usage, usage)
  sum.complete &&= isComplete
  sum.costUsd = addCost(sum.costUsd, costUsd)
  if (agent !== undefined) sum.byAgent.set(agent, addUsage(sum.byAgent.get(agent) ?? noUsage, usage))
}

/** Sessions of which a report names models, and so counts their agents. */
function sessionsWithTotals({streams, reported}: Ledger): ReadonlySet<string> {
  const found = new Set<string>()
  for (const [session, {states}] of reported)
    if (states.some(({totals}) => totals.length > 0)) found.add(session)
  for (const {settled, parts} of streams.values())
    for (const {report} of [...settled, ...parts]) if (report.totals.length > 0) found.add(report.session)
  return found
}

/** The reported cost of a session: its running total, and the results beyond it. */
function reportedCost(reported: Reported | undefined, total: OwnTotal | undefined): number | undefined {
  if (!reported || !total) return reported?.costUsd
  const beyond = reported.payments.filter(({runningCostUsd}) => runningCostUsd > total.runningCostUsd + 1e-9)
  return maxCost(
    reported.costUsd,
    beyond.reduce((sum, {ownCostUsd}) => sum + ownCostUsd, total.costUsd),
  )
}

/**
 * A session's own part of its running total: a fork's begins with what its parent had spent by then. The totals show
 * which of two sessions with a common history is the fork.
 */
function findOwnTotal(ledger: Ledger, session: string, others: Iterable<string>): OwnTotal | undefined {
  const states = ledger.reported.get(session)?.states ?? []
  const first = states[0]
  const last = states.at(-1)
  if (!first || !last) return undefined
  let inherited: RunningTotal | undefined
  for (const relative of others) {
    for (const state of ledger.reported.get(relative)?.states ?? []) {
      if (state.costUsd < first.costUsd && state.costUsd > (inherited?.costUsd ?? 0)) inherited = state
    }
  }
  const {totals, costUsd} = last
  if (!inherited) return {totals, costUsd, runningCostUsd: costUsd}
  return {
    totals: subtractTotals(totals, inherited.totals),
    costUsd: costUsd - inherited.costUsd,
    runningCostUsd: costUsd,
  }
}

/** Sessions in groups that share history, each in one. */
export function groupLineages(ids: Iterable<string>, relativesOf: LineageOf): readonly (readonly string[])[] {
  const seen = new Set<string>()
  const groups: string[][] = []
  for (const id of ids) {
    if (seen.has(id)) continue
    const lineage = [id]
    seen.add(id)
    for (const member of lineage) {
      for (const relative of relativesOf(member)) {
        if (seen.has(relative)) continue
        seen.add(relative)
        lineage.push(relative)
      }
    }
    groups.push(lineage)
  }
  return groups
}

/** The sum of what is known. */
export const addCost = (a: number | undefined, b: number | undefined): number | undefined =>
  b === undefined ? a : (a ?? 0) + b
