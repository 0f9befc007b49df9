import type {ModelTotal, Usage} from '../model/index.ts'
import {addUsage, maxUsage, noUsage, usageFields} from '../model/index.ts'
import {requestingTools} from '../model/web-tools.ts'
import {coverAnswers, uncountedIn} from './cover-answers.ts'

/** What is known of one answer's cost. */
export interface Answer {
  session: string
  agent: string | undefined
  model: string | undefined
  usage: Usage
  final: boolean
  /** A result that came after it, in a stream that has both, counts it. */
  covered: boolean
  /** A result came after it and does not count it; none will. */
  missed: boolean
  /** A tool that it called sent a request of its own, which no line shows. Only reports count that one. */
  hidesRequests: boolean
  costUsd: number | undefined
}

/** What the client itself reported of a session. */
export interface Reported {
  usage: Usage
  costUsd: number | undefined
  /** Running totals by source: a process counts up, and each process starts anew. */
  readonly bySource: Map<string, ProcessTotal>
  /** Every total that transcripts noted, in order; a fork's begin with its parent's. */
  readonly states: RunningTotal[]
}

/** What a session had spent at one point. */
export interface RunningTotal {
  readonly usage: Usage
  readonly costUsd: number
}

/** What a process had spent at its last result. */
export interface ProcessTotal extends RunningTotal {
  readonly totals: readonly ModelTotal[]
  readonly apiDurationMs: number
  /** What was spent before its first turn; more than nothing where it went on with the sum of another process. */
  readonly began: Usage
}

/** Who used what: each answer once over everything ever read, and what the client itself reported. */
export interface Ledger {
  readonly answers: Map<string, Answer>
  /** The answers of agents, by the agent's key. */
  readonly byAgent: Map<string, Set<Answer>>
  /** Answers of a stream that is only followed which are still known one by one, oldest first. */
  readonly single: Set<string>
  /** Answers of each stream that no result has counted yet. */
  readonly uncounted: Map<string, Set<Answer>>
  readonly reported: Map<string, Reported>
}

/** A ledger with nothing in it. */
export const newLedger = (): Ledger => ({
  answers: new Map(),
  byAgent: new Map(),
  single: new Set(),
  uncounted: new Map(),
  reported: new Map(),
})

/** One line's word on an answer's usage. */
export interface AnswerUsage {
  readonly messageId: string
  readonly session: string
  readonly agent: string | undefined
  /** The stream it came in; absent for transcripts, which have no results. */
  readonly stream: string | undefined
  readonly model: string | undefined
  readonly usage: Usage | undefined
  readonly final: boolean
  readonly costUsd: number | undefined
}

/**
 * Notes an answer. Lines of one answer repeat or refine the same numbers, so the largest of each field counts;
 * a final line beats placeholders. Gives the answer's entry, which names the session that had it first.
 */
export function noteAnswer(ledger: Ledger, said: AnswerUsage): Answer {
  const {messageId, session, agent, stream, model, usage, final, costUsd} = said
  const known = ledger.answers.get(messageId)
  const answer = known ?? newAnswer(session, agent)
  if (!known) {
    ledger.answers.set(messageId, answer)
    noteAgent(ledger, answer)
  }
  if (usage) answer.usage = maxUsage(answer.usage, usage)
  answer.final ||= final
  answer.model ??= model
  answer.costUsd ??= costUsd
  if (stream !== undefined && !answer.covered) uncountedIn(ledger, stream).add(answer)
  return answer
}

/** Notes whose an answer is, where it is an agent's. */
export function noteAgent(ledger: Ledger, answer: Answer): void {
  if (answer.agent === undefined) return
  const others = ledger.byAgent.get(answer.agent)
  if (others) others.add(answer)
  else ledger.byAgent.set(answer.agent, new Set([answer]))
}

/** Gives the answers of an agent to another: two agents turned out to be one. */
export function moveAnswers(ledger: Ledger, session: string, from: string, into: string): void {
  for (const answer of ledger.byAgent.get(from) ?? []) {
    if (answer.session !== session) continue
    ledger.byAgent.get(from)?.delete(answer)
    answer.agent = into
    noteAgent(ledger, answer)
  }
}

const newAnswer = (session: string, agent: string | undefined): Answer => ({
  session,
  agent,
  model: undefined,
  usage: noUsage,
  final: false,
  covered: false,
  missed: false,
  hidesRequests: false,
  costUsd: undefined,
})

/** Notes how a call ended. `WebSearch` and `WebFetch` ask the model themselves, and the transcript does not tell what that used. */
export function noteCall(
  ledger: Ledger,
  {tool, message}: {readonly tool: string | undefined; readonly message: string | undefined},
): void {
  const answer = message === undefined ? undefined : ledger.answers.get(message)
  if (answer && requestingTools.has(tool ?? '')) answer.hidesRequests = true
}

/** Answers that no result has counted. What one stream lacks the result of, another may have to its end. */
export const uncountedAnswers = ({uncounted}: Ledger): ReadonlySet<Answer> =>
  new Set([...uncounted.values()].flatMap((answers) => [...answers].filter(({covered}) => !covered)))

/** A `result`'s numbers. */
export interface ResultUsage {
  /** It has a place for numbers, whether or not they can be read. */
  readonly counts?: boolean
  readonly source: string
  readonly costUsd: number | undefined
  readonly apiDurationMs: number | undefined
  readonly totals: readonly ModelTotal[]
  readonly sinceLast: readonly ModelTotal[] | undefined
  readonly usage: Usage | undefined
}

/** A result's own part of the numbers that run on. */
export interface OwnPart {
  readonly ownCostUsd: number | undefined
  readonly ownApiDurationMs: number | undefined
}

/** Notes what a result adds to its session, and tells it. Its totals run on; only the difference is new. */
export function noteResult(ledger: Ledger, session: string, result: ResultUsage): OwnPart {
  const reported = reportedOf(ledger, session)
  const before = reported.bySource.get(result.source) ?? spentBefore(reported, result)
  // One that was made from a transcript which noted no sum counts nothing, and says nothing of any answer.
  if (result.counts || result.totals.length > 0 || result.usage) {
    const totals = result.sinceLast ?? lessTotals(result.totals, before.totals)
    coverAnswers(ledger, result.source, {totals, usage: result.usage})
  }
  const now = {
    began: before.began,
    totals: result.totals.length > 0 ? result.totals : before.totals,
    usage: result.totals.length > 0 ? sumOf(result.totals) : before.usage,
    costUsd: result.costUsd ?? before.costUsd,
    // The result of a local command has none of it, and the next goes on where the last one was.
    apiDurationMs: result.apiDurationMs || before.apiDurationMs,
  }
  reported.bySource.set(result.source, now)
  const added = result.sinceLast
    ? sumOf(result.sinceLast)
    : result.totals.length > 0
      ? lessUsage(now.usage, before.usage)
      : (result.usage ?? noUsage)
  reported.usage = addUsage(reported.usage, added)
  const ownApiDurationMs = result.apiDurationMs && addedTo(before.apiDurationMs, now.apiDurationMs)
  if (result.costUsd === undefined) return {ownCostUsd: undefined, ownApiDurationMs}
  const ownCostUsd = result.sinceLast ? costOf(result.sinceLast) : addedTo(before.costUsd, now.costUsd)
  reported.costUsd = (reported.costUsd ?? 0) + ownCostUsd
  return {ownCostUsd, ownApiDurationMs}
}

/**
 * What a process had spent before its first result. From 2.1.325 on it goes on with the sum of the process before, which
 * a stream says itself; where it does not, as with `--output-format json`, the sum without this turn is that sum.
 */
function spentBefore({bySource}: Reported, {totals, usage, sinceLast, costUsd}: ResultUsage): ProcessTotal {
  const total = sumOf(totals)
  const began = usage && !sinceLast ? lessUsage(total, usage) : noUsage
  for (const other of bySource.values()) {
    if (isSame(other.usage, began)) return {...other, apiDurationMs: 0, began}
    // That one went on from here, and has counted this already.
    if (isSame(other.began, total))
      return {totals: [], usage: total, costUsd: costUsd ?? 0, apiDurationMs: 0, began}
  }
  return {totals: [], usage: noUsage, costUsd: 0, apiDurationMs: 0, began}
}

/** Nothing is not the same as nothing: clients that count no tokens begin with it as well. */
const isSame = (a: Usage, b: Usage): boolean =>
  usageFields.every((field) => a[field] === b[field]) && usageFields.some((field) => a[field] > 0)

/** What came on top of an earlier number; one that went down begins anew. */
const addedTo = (before: number, now: number): number => (now < before ? now : now - before)

/** Notes a session's running total as its transcript keeps it, and a stream that was made from one. */
export function noteCostState(
  ledger: Ledger,
  session: string,
  state: Pick<ResultUsage, 'source' | 'costUsd' | 'totals'>,
): void {
  if (state.costUsd === undefined) return
  if (state.totals.length > 0) coverAnswers(ledger, state.source, {totals: state.totals, usage: undefined})
  reportedOf(ledger, session).states.push({usage: sumOf(state.totals), costUsd: state.costUsd})
}

function reportedOf(ledger: Ledger, session: string): Reported {
  const known = ledger.reported.get(session)
  if (known) return known
  const reported: Reported = {usage: noUsage, costUsd: undefined, bySource: new Map(), states: []}
  ledger.reported.set(session, reported)
  return reported
}

const sumOf = (totals: readonly ModelTotal[]): Usage =>
  totals.reduce((sum, total) => addUsage(sum, total.usage), noUsage)

const costOf = (totals: readonly ModelTotal[]): number =>
  totals.reduce((sum, total) => sum + (total.costUsd ?? 0), 0)

/** What came on top of earlier totals, by model. */
function lessTotals(now: readonly ModelTotal[], before: readonly ModelTotal[]): readonly ModelTotal[] {
  const known = new Map(before.map(({model, usage}) => [model, usage]))
  return now.map((total) => ({...total, usage: lessUsage(total.usage, known.get(total.model) ?? noUsage)}))
}

/** What came on top of an earlier total. */
export function lessUsage(now: Usage, before: Usage): Usage {
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
