import type {ModelTotal} from '../model/index.ts'
import {addUsage, noUsage} from '../model/index.ts'
import {bandOf, priceChanges} from '../prices/index.ts'
import {coverStream} from './cover-answers.ts'
import type {Answer, Ledger, Report, StreamedAnswers} from './ledger.ts'
import {moreDollars, noteAgent} from './ledger.ts'

/** Begins the ids of answers that stand for many; no real id has a NUL. */
const mark = '\0'

/**
 * Puts the oldest answers together, so that a stream of any length takes no more room than its newest answers. Lines of
 * one answer come close to each other, so nothing more is expected of old ones. What is counted stays the same: answers
 * are only put together that the next result will count, or has counted, alike.
 */
export function mergeAnswers(ledger: Ledger, newest: number): void {
  for (const [source, stream] of ledger.streams) settleParts(ledger, source, stream)
  for (const id of ledger.single) {
    if (ledger.single.size <= newest) return
    ledger.single.delete(id)
    const answer = ledger.answers.get(id)
    const [source, stream] = [...ledger.streams].find(([, {known}]) => answer && known.has(answer)) ?? []
    if (answer && source !== undefined && stream) move(ledger, source, stream, id, answer)
  }
}

/** Adds an answer to the one that stands for all of its kind in its part of the stream. */
function move(ledger: Ledger, source: string, stream: StreamedAnswers, id: string, answer: Answer): void {
  const part = stream.known.get(answer) ?? stream.unreported
  ledger.answers.delete(id)
  ledger.merged.delete(answer)
  ledger.byAgent.get(answer.agent ?? '')?.delete(answer)
  stream.known.delete(answer)
  part.delete(answer)
  const {session, agent, model, final, missed, hidesRequests, modes, time} = answer
  const band = answer.band ?? bandOf(answer.usage)
  const place = stream.settled.findIndex(({answers}) => answers === part)
  // Only responses of the same price are put together.
  const epoch = time === undefined ? undefined : priceChanges.findLastIndex((change) => change <= time)
  const alike = [source, place, session, agent, model, final, missed, hidesRequests, modes, band, epoch]
  const key = mark + JSON.stringify(alike)
  const sum = ledger.answers.get(key) ?? {...answer, ...nothing, band}
  sum.usage = addUsage(sum.usage, answer.usage)
  sum.webSearches += answer.webSearches
  sum.clientSearches += answer.clientSearches
  if (answer.costUsd !== undefined) sum.costUsd = (sum.costUsd ?? 0) + answer.costUsd
  ledger.answers.set(key, sum)
  ledger.merged.set(sum, key)
  noteAgent(ledger, sum)
  stream.known.set(sum, part)
  part.add(sum)
}

const nothing = {usage: noUsage, costUsd: undefined, webSearches: 0, clientSearches: 0} as const

/** Decides which answers the reports of a stream have counted, and puts the reports together, one for each session. */
function settleParts(ledger: Ledger, source: string, stream: StreamedAnswers): void {
  const {parts, settled} = stream
  const covered = new Set<Answer>()
  coverStream(parts, covered, () => [])
  stream.parts = []
  for (const {report, answers} of parts) {
    const at = settled.findIndex((part) => isAlike(part.report, report))
    const known = settled[at]
    const part = known ? {report: addReport(known.report, report), answers: known.answers} : {report, answers}
    if (known) settled[at] = part
    else settled.push(part)
    for (const answer of [...answers]) {
      answer.missed ||= !covered.has(answer)
      part.answers.add(answer)
      stream.known.set(answer, part.answers)
      const key = ledger.merged.get(answer)
      if (key !== undefined) move(ledger, source, stream, key, answer)
    }
  }
}

/** Reports that name models count something else than those that do not. */
const isAlike = (a: Report, b: Report): boolean =>
  a.session === b.session && a.totals.length > 0 === b.totals.length > 0

const addReport = (a: Report, b: Report): Report => ({
  session: a.session,
  totals: addTotals(a.totals, b.totals),
  usage: a.usage && b.usage ? addUsage(a.usage, b.usage) : (a.usage ?? b.usage),
  runningCostUsd: moreDollars(a.runningCostUsd, b.runningCostUsd),
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
