import type {ModelTotal, Usage} from '../model/index.ts'
import {addUsage, maxUsage, noUsage, usageFields} from '../model/index.ts'
import type {Spending} from './conversation.ts'

interface Answer {
  readonly session: string
  agent: string | undefined
  usage: Usage
  final: boolean
  costUsd: number | undefined
}

interface Reported {
  usage: Usage
  costUsd: number | undefined
  /** Running totals by source: a process counts up, and each process starts anew. */
  readonly bySource: Map<string, {readonly usage: Usage; readonly costUsd: number}>
  /** Every total that transcripts noted, in order; a fork's begin with its parent's. */
  readonly costStates: number[]
}

/** Who used what: each answer once over everything ever read, and what the client itself reported. */
export interface Ledger {
  readonly answers: Map<string, Answer>
  readonly reported: Map<string, Reported>
}

/** A ledger with nothing in it. */
export const newLedger = (): Ledger => ({answers: new Map(), reported: new Map()})

/** One line's word on an answer's usage. */
export interface AnswerUsage {
  readonly messageId: string
  readonly session: string
  readonly agent: string | undefined
  readonly usage: Usage | undefined
  readonly final: boolean
  readonly costUsd: number | undefined
}

/**
 * Notes an answer. Lines of one answer repeat or refine the same numbers, so the largest of each field counts;
 * a final line beats placeholders. Returns the session that had the answer first: history is copied on resume.
 */
export function noteAnswer(ledger: Ledger, said: AnswerUsage): string {
  const known = ledger.answers.get(said.messageId)
  if (!known) {
    const {session, agent, costUsd} = said
    ledger.answers.set(said.messageId, {
      session,
      agent,
      usage: said.usage ?? noUsage,
      final: said.final,
      costUsd,
    })
    return session
  }
  if (said.usage) known.usage = maxUsage(known.usage, said.usage)
  known.final ||= said.final
  known.costUsd ??= said.costUsd
  return known.session
}

/** A `result`'s numbers. */
export interface ResultUsage {
  readonly source: string
  readonly costUsd: number | undefined
  readonly totals: readonly ModelTotal[]
  readonly sinceLast: readonly ModelTotal[] | undefined
  readonly usage: Usage | undefined
}

/** Notes what a result adds to its session. Its totals run on; only the difference is new. */
export function noteResult(ledger: Ledger, session: string, result: ResultUsage): void {
  const reported = reportedOf(ledger, session)
  const before = reported.bySource.get(result.source) ?? {usage: noUsage, costUsd: 0}
  const now = {usage: sumOf(result.totals), costUsd: result.costUsd ?? before.costUsd}
  reported.bySource.set(result.source, result.totals.length > 0 ? now : {...before, costUsd: now.costUsd})
  const added = result.sinceLast
    ? sumOf(result.sinceLast)
    : result.totals.length > 0
      ? lessUsage(now.usage, before.usage)
      : (result.usage ?? noUsage)
  reported.usage = addUsage(reported.usage, added)
  if (result.costUsd === undefined) return
  const cost = result.sinceLast ? costOf(result.sinceLast) : Math.max(0, now.costUsd - before.costUsd)
  reported.costUsd = (reported.costUsd ?? 0) + cost
}

/** Notes a session's running total as its transcript keeps it. */
export function noteCostState(ledger: Ledger, session: string, costUsd: number | undefined): void {
  if (costUsd !== undefined) reportedOf(ledger, session).costStates.push(costUsd)
}

/** What one session used, apart from history it copied. `parent` is the session it copied from. */
export interface SessionLedger extends Spending {
  readonly byAgent: ReadonlyMap<string, Usage>
}

/** Adds the ledger up by session, in one pass. */
export function spendingBySession(
  ledger: Ledger,
  parentOf: (session: string) => string | undefined,
): ReadonlyMap<string, SessionLedger> {
  const sums = new Map<
    string,
    {usage: Usage; complete: boolean; costUsd: number | undefined; byAgent: Map<string, Usage>}
  >()
  const sumFor = (session: string) => {
    const sum = sums.get(session) ?? {
      usage: noUsage,
      complete: true,
      costUsd: undefined,
      byAgent: new Map<string, Usage>(),
    }
    sums.set(session, sum)
    return sum
  }
  for (const answer of ledger.answers.values()) {
    const sum = sumFor(answer.session)
    sum.usage = addUsage(sum.usage, answer.usage)
    sum.complete &&= answer.final
    if (answer.costUsd !== undefined) sum.costUsd = (sum.costUsd ?? 0) + answer.costUsd
    if (answer.agent !== undefined) {
      sum.byAgent.set(answer.agent, addUsage(sum.byAgent.get(answer.agent) ?? noUsage, answer.usage))
    }
  }
  for (const session of ledger.reported.keys()) sumFor(session)
  const spending = new Map<string, SessionLedger>()
  for (const [session, sum] of sums) {
    const reported = ledger.reported.get(session)
    const covered =
      reported !== undefined && reported.usage.output > 0 && reported.usage.output >= sum.usage.output
    const costs = [sum.costUsd, reported?.costUsd, ownCostState(ledger, session, parentOf(session))]
    spending.set(session, {
      usage: reported ? betterUsage(sum.usage, reported.usage) : sum.usage,
      complete: sum.complete || covered,
      reportedCostUsd: costs.reduce(
        (a, b) => (a === undefined ? b : b === undefined ? a : Math.max(a, b)),
        undefined,
      ),
      byAgent: sum.byAgent,
    })
  }
  return spending
}

/** A fork's total begins with what its parent had spent by then. */
function ownCostState(ledger: Ledger, session: string, parent: string | undefined): number | undefined {
  const states = ledger.reported.get(session)?.costStates ?? []
  const [first] = states
  if (first === undefined) return undefined
  const inherited = (parent === undefined ? [] : (ledger.reported.get(parent)?.costStates ?? [])).filter(
    (cost) => cost <= first,
  )
  return Math.max(...states) - Math.max(0, ...inherited)
}

/**
 * The larger number wins: a report covers helpers and compactions that no line shows, a transcript covers runs
 * whose stream is not here. Reports before 2.1.325 do not tell one-hour cache writes apart; the lines do.
 */
function betterUsage(lines: Usage, reported: Usage): Usage {
  const written = Math.max(
    lines.cacheWrite5m + lines.cacheWrite1h,
    reported.cacheWrite5m + reported.cacheWrite1h,
  )
  const oneHour = Math.max(lines.cacheWrite1h, reported.cacheWrite1h)
  return {...maxUsage(lines, reported), cacheWrite1h: oneHour, cacheWrite5m: written - oneHour}
}

function reportedOf(ledger: Ledger, session: string): Reported {
  const known = ledger.reported.get(session)
  if (known) return known
  const reported: Reported = {usage: noUsage, costUsd: undefined, bySource: new Map(), costStates: []}
  ledger.reported.set(session, reported)
  return reported
}

const sumOf = (totals: readonly ModelTotal[]): Usage =>
  totals.reduce((sum, total) => addUsage(sum, total.usage), noUsage)

const costOf = (totals: readonly ModelTotal[]): number =>
  totals.reduce((sum, total) => sum + (total.costUsd ?? 0), 0)

function lessUsage(now: Usage, before: Usage): Usage {
  const smaller = usageFields.some((field) => now[field] < before[field])
  // Totals that went down belong to a new process.
  if (smaller) return now
  return addUsage(now, {
    input: -before.input,
    output: -before.output,
    cacheRead: -before.cacheRead,
    cacheWrite5m: -before.cacheWrite5m,
    cacheWrite1h: -before.cacheWrite1h,
  })
}
