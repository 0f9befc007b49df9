import {promptTokens, sumTokens} from '../../model/billing.ts'
import {addUsage, noUsage, type Usage} from '../../model/index.ts'
import type {PriceOverrides, PriceSum} from '../../prices/index.ts'
import {addPrice, costOfSum, microDollars, nanoPriceOf, newPriceSum} from '../../prices/index.ts'
import {quarterHour, type SpendingTerms} from './usage-rows.ts'

/** What was spent on the same terms, under one name. */
export interface UsageCell extends Omit<SpendingTerms, 'session' | 'agent'> {
  readonly key: string
  /** The project's path; only if usage is split by project. */
  readonly project?: string | undefined
  readonly answers: number
  readonly usage: Usage
  readonly webSearches: number
}

/** What something cost. */
export interface CostSum {
  /** Computed, in micro-dollars; `undefined` if no price is known. */
  readonly costMicros: number | undefined
  /** Tokens of models whose price is unknown; the cost is without them. */
  readonly unpricedTokens: number
  /** Reported by the client, in micro-dollars; `undefined` if it reported none. */
  readonly reportedCostMicros: number | undefined
  /** The part of the computed cost after the last report of its stream, in micro-dollars. */
  readonly unreportedCostMicros: number
  /** False where output is a lower bound, and so is the cost. */
  readonly isComplete: boolean
}

/** What was used and what it cost. */
export interface UsageSum extends CostSum {
  readonly responses: number
  readonly usage: Usage
  readonly webSearches: number
  /** What the cache saved: the price of all input without a cache less its price with it. Negative if writing cost more than reading saved. */
  readonly cacheSavingsMicros: number
  /** The models that were used, the most expensive first. */
  readonly models: readonly string[]
}

/** Adds up what something cost. */
export interface CostTotal extends PriceSum {
  reported: number | undefined
  readonly unreported: PriceSum
  complete: boolean
}

/** Nothing was spent. */
export const newCostTotal = (): CostTotal => ({
  ...newPriceSum(),
  reported: undefined,
  unreported: newPriceSum(),
  complete: true,
})

/** What something cost, of which everything was added. */
export const sumCost = (costing: CostTotal): CostSum => ({
  costMicros: costOfSum(costing),
  unpricedTokens: costing.unknownTokens,
  reportedCostMicros: costing.reported,
  unreportedCostMicros: costOfSum(costing.unreported) ?? 0,
  isComplete: costing.complete,
})

/** Adds a cell with its price in nano-dollars. */
export function addCell(costing: CostTotal, cell: UsageCell, price: number | undefined): void {
  addPrice(costing, sumTokens(cell.usage), price)
  if (cell.unreported) addPrice(costing.unreported, sumTokens(cell.usage), price)
  costing.complete &&= cell.final
}

/** Adds micro-dollars that were reported. */
export function addReported(costing: CostTotal, micro: number): void {
  costing.reported = (costing.reported ?? 0) + micro
}

/** Adds up what was used. */
export type UsageTotal = ReturnType<typeof newUsageTotal>

/** The price of a cell in nano-dollars. */
export const priceCell = (cell: UsageCell, overrides?: PriceOverrides): number | undefined =>
  nanoPriceOf({...cell, time: cell.quarter * quarterHour}, overrides)

/** The price of a cell in nano-dollars if all its input had been sent without a cache. */
export const priceUncached = (cell: UsageCell, overrides?: PriceOverrides): number | undefined =>
  priceCell(
    {...cell, usage: {...noUsage, input: promptTokens(cell.usage), output: cell.usage.output}},
    overrides,
  )

/** A sum of nothing. */
export function newUsageTotal() {
  let answers = 0
  let usage = noUsage
  let webSearches = 0
  let savedNano = 0
  const costing = newCostTotal()
  const models = new Map<string, number>()
  return {
    /** Adds a cell with its price in nano-dollars, and with what it would cost without a cache. */
    add(cell: UsageCell, price: number | undefined, uncached: number | undefined): void {
      savedNano += (uncached ?? 0) - (price ?? 0)
      answers += cell.answers
      usage = addUsage(usage, cell.usage)
      webSearches += cell.webSearches
      addCell(costing, cell, price)
      if (cell.model !== '' && sumTokens(cell.usage) > 0)
        models.set(cell.model, (models.get(cell.model) ?? 0) + (price ?? 0))
    },
    /** Adds micro-dollars that were reported. */
    report: (micro: number): void => addReported(costing, micro),
    sum: (): UsageSum => ({
      responses: answers,
      usage,
      webSearches,
      cacheSavingsMicros: microDollars(savedNano),
      ...sumCost(costing),
      models: [...models].sort((a, b) => b[1] - a[1]).map(([model]) => model),
    }),
  }
}
