import type {Usage} from '../model/index.ts'
import {addUsage, maxUsage, noUsage} from '../model/index.ts'
import type {Spending} from './conversation.ts'
import type {Ledger, RunningTotal} from './ledger.ts'
import {lessUsage, uncountedAnswers} from './ledger.ts'
import type {ConversationState} from './state.ts'

/** What one session used and cost, apart from history it copied. */
export interface SessionSpending extends Spending {
  /** The sum over its answers. */
  readonly lines: Usage
  /** What the client reported, which also covers helpers and compactions that no line shows. */
  readonly reported: Usage
  readonly byAgent: ReadonlyMap<string, Usage>
}

/** Which sessions share a part of a session's history. */
export type RelativesOf = (session: string) => Iterable<string>

/** What each session used and cost. */
export const spendingOfSessions = (state: ConversationState): ReadonlyMap<string, SessionSpending> =>
  settleSessions(state.ledger, relativesIn(state))

const relativesIn =
  (state: ConversationState): RelativesOf =>
  (session) =>
    state.sessions.get(session)?.relatives ?? []

/** What each session used and cost by a ledger, whoever kept it. */
export function settleSessions(
  ledger: Ledger,
  relativesOf: RelativesOf,
): ReadonlyMap<string, SessionSpending> {
  const sums = new Map<string, Sum>()
  const sumOf = (session: string): Sum => {
    const sum = sums.get(session) ?? newSum()
    sums.set(session, sum)
    return sum
  }
  for (const {session, agent, usage, final, covered, hidesRequests, costUsd} of ledger.answers.values()) {
    const sum = sumOf(session)
    sum.lines = addUsage(sum.lines, usage)
    sum.complete &&= covered || (final && !hidesRequests)
    sum.costUsd = larger(sum.costUsd, costUsd === undefined ? undefined : (sum.costUsd ?? 0) + costUsd)
    if (agent !== undefined) sum.byAgent.set(agent, addUsage(sum.byAgent.get(agent) ?? noUsage, usage))
  }
  for (const {session, usage} of uncountedAnswers(ledger)) {
    sumOf(session).uncounted = addUsage(sumOf(session).uncounted, usage)
  }
  for (const session of ledger.reported.keys()) sumOf(session)
  return new Map([...sums].map(([id, sum]) => [id, settle(ledger, id, sum, relativesOf(id))]))
}

/**
 * What everything together used and cost. Sessions with a common history are added up as one family, because
 * which of them the shared answers are booked on depends on the order of reading.
 */
export function spendingOf(state: ConversationState): Spending {
  const sessions = spendingOfSessions(state)
  let total: Spending = {usage: noUsage, complete: true, reportedCostUsd: undefined}
  for (const family of familiesOf(sessions.keys(), relativesIn(state))) {
    const members = family.flatMap((id) => sessions.get(id) ?? [])
    total = {
      usage: addUsage(total.usage, usageOfFamily(members)),
      complete: total.complete && members.every((member) => member.complete),
      reportedCostUsd: members.reduce(
        (sum, member) => plus(sum, member.reportedCostUsd),
        total.reportedCostUsd,
      ),
    }
  }
  return total
}

/** What sessions with a common history used together. */
export function usageOfFamily(members: readonly SessionSpending[]): Usage {
  const lines = members.reduce((sum, member) => addUsage(sum, member.lines), noUsage)
  const reported = members.reduce((sum, member) => addUsage(sum, member.reported), noUsage)
  return betterUsage(lines, reported)
}

interface Sum {
  lines: Usage
  uncounted: Usage
  complete: boolean
  costUsd: number | undefined
  readonly byAgent: Map<string, Usage>
}

const newSum = (): Sum => ({
  lines: noUsage,
  uncounted: noUsage,
  complete: true,
  costUsd: undefined,
  byAgent: new Map(),
})

function settle(ledger: Ledger, session: string, sum: Sum, relatives: Iterable<string>): SessionSpending {
  const streamed = ledger.reported.get(session)
  const noted = ownTotal(ledger, session, relatives)
  const reported = maxUsage(addUsage(streamed?.usage ?? noUsage, sum.uncounted), noted?.usage ?? noUsage)
  return {
    lines: sum.lines,
    reported,
    usage: betterUsage(sum.lines, reported),
    complete: sum.complete || (noted !== undefined && noted.usage.output >= sum.lines.output),
    reportedCostUsd: larger(larger(sum.costUsd, streamed?.costUsd), noted?.costUsd),
    byAgent: sum.byAgent,
  }
}

/**
 * A session's own part of its running total: a fork's begins with what its parent had spent by then. Which of two
 * sessions with a common history is the fork is seen from the totals alone.
 */
function ownTotal(ledger: Ledger, session: string, relatives: Iterable<string>): RunningTotal | undefined {
  const states = ledger.reported.get(session)?.states ?? []
  const first = states[0]
  const last = states.at(-1)
  if (!first || !last) return undefined
  let inherited: RunningTotal | undefined
  for (const relative of relatives) {
    for (const state of ledger.reported.get(relative)?.states ?? []) {
      if (state.costUsd < first.costUsd && state.costUsd > (inherited?.costUsd ?? 0)) inherited = state
    }
  }
  if (!inherited) return last
  return {usage: lessUsage(last.usage, inherited.usage), costUsd: last.costUsd - inherited.costUsd}
}

/**
 * The larger number wins: a report covers what no line shows, a transcript covers runs whose stream is not here.
 * Reports before 2.1.325 do not tell one-hour cache writes apart; the lines do.
 */
function betterUsage(lines: Usage, reported: Usage): Usage {
  const written = Math.max(
    lines.cacheWrite5m + lines.cacheWrite1h,
    reported.cacheWrite5m + reported.cacheWrite1h,
  )
  const oneHour = Math.max(lines.cacheWrite1h, reported.cacheWrite1h)
  return {...maxUsage(lines, reported), cacheWrite1h: oneHour, cacheWrite5m: written - oneHour}
}

/** Sessions in groups that share history, each in one. */
export function familiesOf(ids: Iterable<string>, relativesOf: RelativesOf): readonly (readonly string[])[] {
  const seen = new Set<string>()
  const groups: string[][] = []
  for (const id of ids) {
    if (seen.has(id)) continue
    const family = [id]
    seen.add(id)
    for (const member of family) {
      for (const relative of relativesOf(member)) {
        if (seen.has(relative)) continue
        seen.add(relative)
        family.push(relative)
      }
    }
    groups.push(family)
  }
  return groups
}

const plus = (a: number | undefined, b: number | undefined): number | undefined =>
  b === undefined ? a : (a ?? 0) + b

const larger = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.max(a, b)
