import type {Billing, Instant, ModelTotal, Usage} from '../../model/index.ts'
import {addUsage, maxUsage, mergeUsage, noUsage, usageFields} from '../../model/index.ts'
import {addToSet, getOrAdd} from '../../model/maps.ts'
import {requestingTools, searchTool} from '../../model/web-tools.ts'

/** What one response used and cost. */
export interface Response {
  session: string
  agent: string | undefined
  model: string | undefined
  usage: Usage
  final: boolean
  /** The earliest time of its records. */
  time: Instant | undefined
  /** It is a sum of responses that no report counts. */
  isUncounted: boolean
  /** A tool that it called sent a request, which no line shows. Only reports count that one. */
  hidesRequests: boolean
  costUsd: number | undefined
  /** Searches of the API's own tool, by its usage. */
  webSearches: number
  /** Searches that the results of its `WebSearch` calls report. The client sends a separate request for each call. */
  clientSearches: number
  /** How it was served, as bits: see `modes`. */
  modes: number
  /** The band of each prompt, if it is a sum of responses; otherwise it follows from the usage. */
  band: number | undefined
}

/** What one report of the client counts that no report before it in its stream does. */
export interface Report {
  readonly session: string
  /** By model; empty if it names none, as before 1.0.128. */
  readonly totals: readonly ModelTotal[]
  /** What the main loop used; absent if the report does not say. */
  readonly usage: Usage | undefined
  /** The running total that it names, in dollars. */
  readonly runningCostUsd: number | undefined
}

/** A part of a stream that ends with a report, with the responses that began in it. */
export interface StreamPart {
  readonly report: Report
  readonly responses: Set<Response>
}

/** The responses of a stream, divided by its reports. */
export interface StreamedResponses {
  /** In the order of the stream. */
  parts: StreamPart[]
  /** Earlier parts, merged, for which it is decided what they count. */
  readonly settled: StreamPart[]
  /** Those after the last report. */
  unreported: Set<Response>
  /** All of them, each with the responses of its part: a response belongs to the part that it began in. */
  readonly partOf: Map<Response, Set<Response>>
  /** It was made from a transcript, so it has responses that the client did not print. */
  isMade: boolean
}

/** What the client reported for a session. */
export interface Reported {
  costUsd: number | undefined
  /** Running totals by source: they grow within a process, and each process starts at zero. */
  readonly bySource: Map<string, ProcessTotal>
  /** What each result added, with the running total that it named. */
  readonly payments: {readonly runningCostUsd: number; readonly ownCostUsd: number}[]
  /** Every total that transcripts noted, in order; a fork's begin with its parent's. */
  readonly states: RunningTotal[]
}

/** What a session had spent at one point. */
export interface RunningTotal {
  readonly totals: readonly ModelTotal[]
  readonly costUsd: number
}

/** What a process had spent at its last result. */
export interface ProcessTotal extends RunningTotal {
  readonly usage: Usage
  readonly apiDurationMs: number
  /** What was spent before its first turn; not zero if it continued the total of another process. */
  readonly startUsage: Usage
}

/** Usage and cost: each response once over everything that was read, and what the client reported. */
export interface Ledger {
  readonly responses: Map<string, Response>
  /** The responses of agents, by the agent's key. */
  readonly byAgent: Map<string, Set<Response>>
  /** Responses of a stream with `keep: 'open'` that are not merged yet, oldest first. */
  readonly unmergedIds: Set<string>
  /** Sums of responses, with their ids. */
  readonly mergedIds: Map<Response, string>
  /** Web searches that results report, by call: stream and transcript both have the result. */
  readonly searches: Map<string, number>
  readonly streams: Map<string, StreamedResponses>
  readonly reported: Map<string, Reported>
}

/** An empty ledger. */
export const newLedger = (): Ledger => ({
  responses: new Map(),
  byAgent: new Map(),
  unmergedIds: new Set(),
  mergedIds: new Map(),
  searches: new Map(),
  streams: new Map(),
  reported: new Map(),
})

/** The usage of a response according to one line. */
export interface ResponseUsage extends Billing {
  readonly responseId: string
  readonly session: string
  readonly agent: string | undefined
  /** The stream it is from; absent for transcripts, which have no results. */
  readonly stream: string | undefined
  readonly model: string | undefined
  readonly final: boolean
  readonly time: Instant | undefined
  readonly costUsd: number | undefined
}

/**
 * Notes a response. Lines of one response repeat or refine the same numbers, so the largest of each field counts; a
 * final line replaces placeholders. Returns the response's entry, which names the session that had it first.
 */
export function noteResponse(ledger: Ledger, said: ResponseUsage): Response {
  const {responseId, session, agent, stream, model, usage, final, time, costUsd, webSearches, modes} = said
  const known = ledger.responses.get(responseId)
  const response = known ?? newResponse(session, agent)
  if (!known) {
    ledger.responses.set(responseId, response)
    indexByAgent(ledger, response)
  }
  if (agent !== undefined && response.agent === undefined && response.session === session) {
    response.agent = agent
    indexByAgent(ledger, response)
  }
  if (usage) response.usage = maxUsage(response.usage, usage)
  response.final ||= final
  response.model ??= model
  if (time !== undefined && time < (response.time ?? Number.POSITIVE_INFINITY)) response.time = time
  response.costUsd = maxCost(response.costUsd, costUsd)
  if (webSearches > response.webSearches) response.webSearches = webSearches
  response.modes |= modes
  if (stream !== undefined) {
    const streamed = streamOf(ledger, stream)
    if (!streamed.partOf.has(response)) {
      streamed.partOf.set(response, streamed.unreported)
      streamed.unreported.add(response)
    }
  }
  return response
}

/** Notes the agent of a response, if it has one. */
export function indexByAgent(ledger: Ledger, response: Response): void {
  if (response.agent === undefined) return
  addToSet(ledger.byAgent, response.agent, response)
}

/** Gives the responses of an agent to another: two agents turned out to be one. */
export function moveResponses(ledger: Ledger, session: string, from: string, into: string): void {
  for (const response of ledger.byAgent.get(from) ?? []) {
    if (response.session !== session) continue
    ledger.byAgent.get(from)?.delete(response)
    response.agent = into
    indexByAgent(ledger, response)
  }
}

/** A call that was completed. */
export interface EndedCall {
  readonly id: string
  readonly tool: string | undefined
  /** The response that made it. */
  readonly message: string | undefined
  /** Web searches that its result reports. */
  readonly searches: number
}

/** Notes a completed call. `WebSearch` and `WebFetch` send separate requests, whose tokens no transcript has. */
export function noteCompletedCall(ledger: Ledger, {id, tool = '', message, searches}: EndedCall): void {
  const response = message === undefined ? undefined : ledger.responses.get(message)
  if (!response || !requestingTools.has(tool)) return
  response.hidesRequests = true
  if (tool !== searchTool) return
  const known = ledger.searches.get(id) ?? 0
  ledger.searches.set(id, Math.max(known, searches))
  response.clientSearches += Math.max(0, searches - known)
}

/** The larger of two costs: copies of a response that 0.2.x made for a resumed session say 0. */
export const maxCost = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.max(a, b)

const newResponse = (session: string, agent: string | undefined): Response => ({
  session,
  agent,
  model: undefined,
  usage: noUsage,
  final: false,
  time: undefined,
  isUncounted: false,
  hidesRequests: false,
  costUsd: undefined,
  webSearches: 0,
  clientSearches: 0,
  modes: 0,
  band: undefined,
})

const streamOf = (ledger: Ledger, source: string): StreamedResponses =>
  getOrAdd(ledger.streams, source, () => ({
    parts: [],
    settled: [],
    unreported: new Set(),
    partOf: new Map(),
    isMade: false,
  }))

/** A `result`'s numbers. */
export interface ResultUsage {
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

/** Notes what a result adds to its session, and returns its own part. Its totals run on; only the difference is new. */
export function noteResult(ledger: Ledger, session: string, result: ResultUsage): OwnPart {
  const reported = reportedOf(ledger, session)
  const before = reported.bySource.get(result.source) ?? spentBefore(reported, result)
  const totals = result.sinceLast ?? subtractTotals(result.totals, before.totals)
  endPart(ledger, result.source, {session, totals, usage: result.usage, runningCostUsd: result.costUsd})
  const now = {
    startUsage: before.startUsage,
    totals: result.totals.length > 0 ? result.totals : before.totals,
    usage: result.totals.length > 0 ? sumOf(result.totals) : before.usage,
    costUsd: result.costUsd ?? before.costUsd,
    // The result of a local command has no totals, and the next continues the last one.
    apiDurationMs: result.apiDurationMs || before.apiDurationMs,
  }
  reported.bySource.set(result.source, now)
  const ownApiDurationMs = result.apiDurationMs && increase(before.apiDurationMs, now.apiDurationMs)
  if (result.costUsd === undefined) return {ownCostUsd: undefined, ownApiDurationMs}
  const ownCostUsd = result.sinceLast ? costOf(result.sinceLast) : increase(before.costUsd, now.costUsd)
  reported.costUsd = (reported.costUsd ?? 0) + ownCostUsd
  reported.payments.push({runningCostUsd: result.costUsd, ownCostUsd})
  return {ownCostUsd, ownApiDurationMs}
}

function endPart(ledger: Ledger, source: string, report: Report): void {
  // A stream that was made from a transcript without totals counts nothing.
  if (report.totals.length === 0 && !report.usage) return
  const stream = streamOf(ledger, source)
  stream.parts.push({report, responses: stream.unreported})
  stream.unreported = new Set()
}

/**
 * What a process had spent before its first result. From 2.1.325 on it continues the total of the process before, which
 * a stream contains; if it does not, as with `--output-format json`, it is the total without this turn.
 */
function spentBefore({bySource}: Reported, {totals, usage, sinceLast, costUsd}: ResultUsage): ProcessTotal {
  const total = sumOf(totals)
  const began = usage && !sinceLast ? subtractUsage(total, usage) : noUsage
  for (const other of bySource.values()) {
    if (isSameUsage(other.usage, began)) return {...other, apiDurationMs: 0, startUsage: began}
    // That process continued this total, and has counted it already.
    if (isSameUsage(other.startUsage, total))
      return {totals, usage: total, costUsd: costUsd ?? 0, apiDurationMs: 0, startUsage: began}
  }
  return {totals: [], usage: noUsage, costUsd: 0, apiDurationMs: 0, startUsage: began}
}

/** Nothing is not the same as nothing: clients that count no tokens begin with it as well. */
const isSameUsage = (a: Usage, b: Usage): boolean =>
  usageFields.every((field) => a[field] === b[field]) && usageFields.some((field) => a[field] > 0)

/** The increase over an earlier number; a smaller number starts again from zero. */
const increase = (before: number, now: number): number => (now < before ? now : now - before)

/** Notes a session's running total as its transcript keeps it, and a stream that was made from one. */
export function noteCostState(
  ledger: Ledger,
  session: string,
  state: Pick<ResultUsage, 'source' | 'costUsd' | 'totals'>,
): void {
  const made = ledger.streams.get(state.source)
  if (made) made.isMade = true
  if (state.costUsd === undefined) return
  reportedOf(ledger, session).states.push({totals: state.totals, costUsd: state.costUsd})
}

/** What the client reported for a session; empty at first. */
export const reportedOf = (ledger: Ledger, session: string): Reported =>
  getOrAdd(ledger.reported, session, () => ({
    costUsd: undefined,
    bySource: new Map(),
    payments: [],
    states: [],
  }))

const sumOf = (totals: readonly ModelTotal[]): Usage =>
  totals.reduce((sum, total) => addUsage(sum, total.usage), noUsage)

const costOf = (totals: readonly ModelTotal[]): number =>
  totals.reduce((sum, total) => sum + (total.costUsd ?? 0), 0)

/** The increase over earlier totals, by model. */
export function subtractTotals(
  now: readonly ModelTotal[],
  before: readonly ModelTotal[],
): readonly ModelTotal[] {
  const known = new Map(before.map((total) => [total.model, total]))
  return now.map((total) => {
    const last = known.get(total.model)
    if (!last || hasDecreased(total.usage, last.usage)) return total
    return {
      ...total,
      usage: subtractUsage(total.usage, last.usage),
      webSearches: Math.max(0, total.webSearches - last.webSearches),
      costUsd:
        total.costUsd === undefined || last.costUsd === undefined ? undefined : total.costUsd - last.costUsd,
    }
  })
}

/** Totals that went down belong to a new process. */
const hasDecreased = (now: Usage, before: Usage): boolean =>
  usageFields.some((field) => now[field] < before[field])

/** The increase over an earlier total. */
function subtractUsage(now: Usage, before: Usage): Usage {
  if (hasDecreased(now, before)) return now
  return mergeUsage(now, before, (a, b) => a - b)
}
