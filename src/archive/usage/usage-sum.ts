import {tokensIn} from '../../model/billing.ts'
import type {Usage} from '../../model/index.ts'
import {addUsage, noUsage} from '../../model/index.ts'
import type {PriceOverrides, PriceSum} from '../../prices/index.ts'
import {addPrice, costIn, nanoPriceOf, newPriceSum} from '../../prices/index.ts'
import {quarterHour} from './rows.ts'

/** What was spent on the same terms, under one name. */
export interface Cell {
  readonly key: string
  readonly quarter: number
  readonly model: string
  /** How it was served, as bits: see `modes`. */
  readonly modes: number
  readonly band: number
  readonly final: boolean
  /** It came after the last report of its stream. */
  readonly unreported: boolean
  readonly answers: number
  readonly usage: Usage
  readonly webSearches: number
}

/** What something cost. */
export interface CostSum {
  /** Computed, in micro-dollars; `undefined` where nothing of it has a known price. */
  readonly cost: number | undefined
  /** Tokens of models whose price is unknown; the cost is without them. */
  readonly unknownTokens: number
  /** As the client said, in micro-dollars; `undefined` where it said nothing. */
  readonly reported: number | undefined
  /** The part of the computed cost that came after the last report of its stream, in micro-dollars. */
  readonly unreported: number
  /** False where output is a lower bound, and so is the cost. */
  readonly complete: boolean
}

/** What was used and what it cost. */
export interface UsageSum extends CostSum {
  readonly answers: number
  readonly usage: Usage
  readonly webSearches: number
  /** The models that were used, the most expensive first. */
  readonly models: readonly string[]
}

/** Adds up what something cost. */
export interface Costing extends PriceSum {
  reported: number | undefined
  readonly unreported: PriceSum
  complete: boolean
}

/** Nothing was spent. */
export const newCosting = (): Costing => ({
  ...newPriceSum(),
  reported: undefined,
  unreported: newPriceSum(),
  complete: true,
})

/** What something cost, of which everything was added. */
export const costSumOf = (costing: Costing): CostSum => ({
  cost: costIn(costing),
  unknownTokens: costing.unknownTokens,
  reported: costing.reported,
  unreported: costIn(costing.unreported) ?? 0,
  complete: costing.complete,
})

/** Adds a cell with its price in nano-dollars. */
export function addCell(costing: Costing, cell: Cell, price: number | undefined): void {
  addPrice(costing, tokensIn(cell.usage), price)
  if (cell.unreported) addPrice(costing.unreported, tokensIn(cell.usage), price)
  costing.complete &&= cell.final
}

/** Adds micro-dollars that were reported. */
export function addReported(costing: Costing, micro: number): void {
  costing.reported = (costing.reported ?? 0) + micro
}

/** Adds up what was used. */
export interface Summing {
  /** Adds a cell with its price in nano-dollars. */
  add(cell: Cell, price: number | undefined): void
  /** Adds micro-dollars that were reported. */
  report(micro: number): void
  sum(): UsageSum
}

/** The price of a cell in nano-dollars. */
export const priceOfCell = (cell: Cell, overrides?: PriceOverrides): number | undefined =>
  nanoPriceOf({...cell, time: cell.quarter * quarterHour}, overrides)

/** A sum of nothing. */
export function newSumming(): Summing {
  let answers = 0
  let usage = noUsage
  let webSearches = 0
  const costing = newCosting()
  const models = new Map<string, number>()
  return {
    add(cell, price) {
      answers += cell.answers
      usage = addUsage(usage, cell.usage)
      webSearches += cell.webSearches
      addCell(costing, cell, price)
      if (cell.model !== '' && tokensIn(cell.usage) > 0)
        models.set(cell.model, (models.get(cell.model) ?? 0) + (price ?? 0))
    },
    report: (micro) => addReported(costing, micro),
    sum: () => ({
      answers,
      usage,
      webSearches,
      ...costSumOf(costing),
      models: [...models].sort((a, b) => b[1] - a[1]).map(([model]) => model),
    }),
  }
}
