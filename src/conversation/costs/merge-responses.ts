import {addUsage, type ModelTotal, noUsage} from '../../model/index.ts'
import {findBand, priceChanges} from '../../prices/index.ts'
import {coverStream} from './cover-responses.ts'
import type {Ledger, Report, Response, StreamedResponses} from './ledger.ts'
import {indexByAgent, maxCost} from './ledger.ts'

/** The prefix of the ids of merged responses; no real id has a NUL. */
const mergedPrefix = '\0'

/**
 * Merges the oldest responses, so memory does not grow with a stream. Lines of one response are close to each other, so
 * old responses do not change any more. Sums stay the same: only responses that the next result counts, or has counted,
 * in the same way are merged.
 */
export function mergeResponses(ledger: Ledger, newest: number): void {
  for (const [source, stream] of ledger.streams) settleParts(ledger, source, stream)
  for (const id of ledger.unmergedIds) {
    if (ledger.unmergedIds.size <= newest) return
    ledger.unmergedIds.delete(id)
    const response = ledger.responses.get(id)
    const [source, stream] =
      [...ledger.streams].find(([, {partOf}]) => response && partOf.has(response)) ?? []
    if (response && source !== undefined && stream) mergeResponse(ledger, source, stream, id, response)
  }
}

/** Adds a response to the merged one of its kind in its part of the stream. */
function mergeResponse(
  ledger: Ledger,
  source: string,
  stream: StreamedResponses,
  id: string,
  response: Response,
): void {
  const part = stream.partOf.get(response) ?? stream.unreported
  ledger.responses.delete(id)
  ledger.mergedIds.delete(response)
  ledger.byAgent.get(response.agent ?? '')?.delete(response)
  stream.partOf.delete(response)
  part.delete(response)
  const {session, agent, model, final, isUncounted, hidesRequests, modes, time} = response
  const band = response.band ?? findBand(response.usage)
  const place = stream.settled.findIndex(({responses}) => responses === part)
  // Only responses of the same price are merged.
  const epoch = time === undefined ? undefined : priceChanges.findLastIndex((change) => change <= time)
  const alike = [source, place, session, agent, model, final, isUncounted, hidesRequests, modes, band, epoch]
  const key = mergedPrefix + JSON.stringify(alike)
  const sum = ledger.responses.get(key) ?? {...response, ...emptyBilling, band}
  sum.usage = addUsage(sum.usage, response.usage)
  sum.webSearches += response.webSearches
  sum.clientSearches += response.clientSearches
  if (response.costUsd !== undefined) sum.costUsd = (sum.costUsd ?? 0) + response.costUsd
  ledger.responses.set(key, sum)
  ledger.mergedIds.set(sum, key)
  indexByAgent(ledger, sum)
  stream.partOf.set(sum, part)
  part.add(sum)
}

const emptyBilling = {usage: noUsage, costUsd: undefined, webSearches: 0, clientSearches: 0} as const

/** Decides which responses the reports of a stream have counted, and merges the reports, one for each session. */
function settleParts(ledger: Ledger, source: string, stream: StreamedResponses): void {
  const {parts, settled} = stream
  const covered = new Set<Response>()
  coverStream(parts, covered, () => [])
  stream.parts = []
  for (const {report, responses} of parts) {
    const at = settled.findIndex((part) => canMergeReports(part.report, report))
    const known = settled[at]
    const part = known
      ? {report: addReport(known.report, report), responses: known.responses}
      : {report, responses}
    if (known) settled[at] = part
    else settled.push(part)
    for (const response of [...responses]) {
      response.isUncounted ||= !covered.has(response)
      part.responses.add(response)
      stream.partOf.set(response, part.responses)
      const key = ledger.mergedIds.get(response)
      if (key !== undefined) mergeResponse(ledger, source, stream, key, response)
    }
  }
}

/** Reports that name models count something else than those that do not. */
const canMergeReports = (a: Report, b: Report): boolean =>
  a.session === b.session && a.totals.length > 0 === b.totals.length > 0

const addReport = (a: Report, b: Report): Report => ({
  session: a.session,
  totals: addTotals(a.totals, b.totals),
  usage: a.usage && b.usage ? addUsage(a.usage, b.usage) : (a.usage ?? b.usage),
  runningCostUsd: maxCost(a.runningCostUsd, b.runningCostUsd),
})

function addTotals(some: readonly ModelTotal[], more: readonly ModelTotal[]): readonly ModelTotal[] {
  const totals = new Map(some.map((total) => [total.model, total]))
  for (const total of more) {
    const known = totals.get(total.model)
    totals.set(total.model, known ? addTotal(known, total) : total)
  }
  return [...totals.values()]
}

const addTotal = (a: ModelTotal, b: ModelTotal): ModelTotal => ({
  ...b,
  usage: addUsage(a.usage, b.usage),
  webSearches: a.webSearches + b.webSearches,
  costUsd: a.costUsd === undefined || b.costUsd === undefined ? undefined : a.costUsd + b.costUsd,
})
