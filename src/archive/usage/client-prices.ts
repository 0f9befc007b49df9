import {newLedger} from '../../conversation/costs/ledger.ts'
import {bareModel} from '../../model/billing.ts'
import {addUsage, type ModelTotal, noUsage, type Usage} from '../../model/index.ts'
import {addToList} from '../../model/maps.ts'
import {findPrice} from '../../prices/index.ts'
import {addReport} from './build-ledger.ts'
import type {ReportRow} from './usage-rows.ts'

/** A model for which the client computed with another price, though it counted the same tokens. */
export interface ClientPrice {
  readonly model: string
  /** Its dollars per million tokens, if they are known: those of a price in our table that gives exactly its sum. */
  readonly client: ShownRates | undefined
  /** Computed less reported, in micro-dollars. */
  readonly difference: number
}

/** The two rates that a price is known by. */
interface ShownRates {
  readonly input: number
  readonly output: number
}

/** What one model used in a session by our count, and what that costs in micro-dollars. */
export interface ComputedPart {
  readonly usage: Usage
  readonly cost: number
}

/** The price of a web search in all clients, in dollars. */
const searchUsd = 0.01

/**
 * Finds the models of a session whose tokens are the client's, but not their price. Results and running totals report the
 * same money: the one with the same tokens is compared.
 */
export function clientPrices(
  computed: ReadonlyMap<string, ComputedPart>,
  reports: readonly ReportRow[],
): readonly ClientPrice[] {
  const reported = reportedTotals(reports)
  return [...computed].flatMap(([model, ours]) => {
    const theirs = reported.get(model)?.find(({usage}) => haveSameTokens(usage, ours.usage))
    if (!theirs || theirs.costUsd === undefined) return []
    const difference = ours.cost - theirs.costUsd * 1_000_000
    if (Math.abs(difference) <= Math.max(1, ours.cost / 1000)) return []
    const tokensUsd = theirs.costUsd - theirs.webSearches * searchUsd
    // If the report does not list one-hour cache writes separately, the client may or may not have priced them separately.
    const rates = findPrice(ours.usage, tokensUsd) ?? findPrice(theirs.usage, tokensUsd)
    return [{model, client: rates && {input: rates.input, output: rates.output}, difference}]
  })
}

type ReportedTotal = Pick<ModelTotal, 'usage' | 'webSearches' | 'costUsd'>

/** For each model the sum over all results, and the last running total. */
function reportedTotals(reports: readonly ReportRow[]): ReadonlyMap<string, readonly ReportedTotal[]> {
  const ledger = newLedger()
  for (const report of reports) addReport(ledger, report)
  const results = [...ledger.streams.values()].flatMap(({parts}) => parts.map(({report}) => report.totals))
  const states = [...ledger.reported.values()].flatMap(({states}) => states.at(-1)?.totals ?? [])
  const found = new Map<string, ReportedTotal[]>()
  for (const totals of [sumByModel(results.flat()), sumByModel(states)]) {
    for (const [model, total] of totals) addToList(found, model, total)
  }
  return found
}

/** A model with and without its `[1m]` is one. */
function sumByModel(totals: readonly ModelTotal[]): ReadonlyMap<string, ReportedTotal> {
  const models = new Map<string, ReportedTotal>()
  for (const total of totals) {
    const model = bareModel(total.model)
    models.set(model, plus(models.get(model) ?? nothing, total))
  }
  return models
}

const nothing: ReportedTotal = {usage: noUsage, webSearches: 0, costUsd: 0}

const plus = (a: ReportedTotal, b: ReportedTotal): ReportedTotal => ({
  usage: addUsage(a.usage, b.usage),
  webSearches: a.webSearches + b.webSearches,
  costUsd: a.costUsd === undefined || b.costUsd === undefined ? undefined : a.costUsd + b.costUsd,
})

/** Reports before 2.1.325 do not list one-hour cache writes separately. */
const haveSameTokens = (a: Usage, b: Usage): boolean =>
  a.input === b.input &&
  a.output === b.output &&
  a.cacheRead === b.cacheRead &&
  a.cacheWrite5m + a.cacheWrite1h === b.cacheWrite5m + b.cacheWrite1h
