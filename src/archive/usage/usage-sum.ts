import type {Usage} from '../../model/index.ts'
import {addUsage, noUsage, usageFields} from '../../model/index.ts'
import type {PriceOverrides} from '../prices/index.ts'
import {microDollars, nanoPriceOf} from '../prices/index.ts'
import {quarterHour} from './rows.ts'

/** What was spent on the same terms, under one name. */
export interface Cell {
  readonly key: string
  readonly quarter: number
  readonly model: string
  readonly fast: boolean
  readonly band: number
  readonly final: boolean
  readonly answers: number
  readonly usage: Usage
  readonly webSearches: number
}

/** What was used and what it cost. */
export interface UsageSum {
  readonly answers: number
  readonly usage: Usage
  readonly webSearches: number
  /** Computed, in micro-dollars; `undefined` where nothing of it has a known price. */
  readonly cost: number | undefined
  /** Tokens of models whose price is unknown; the cost is without them. */
  readonly unknownTokens: number
  /** As the client said, in micro-dollars; `undefined` where it said nothing. */
  readonly reported: number | undefined
  /** False where output is a lower bound, and so is the cost. */
  readonly complete: boolean
  /** The models that were used, the most expensive first. */
  readonly models: readonly string[]
}

/** Adds up what was used. */
export interface Summing {
  /** Adds a cell with its price in nano-dollars. */
  add(cell: Cell, price: number | undefined): void
  /** Adds micro-dollars that were reported. */
  report(micro: number): void
  sum(): UsageSum
}

/** All tokens of a usage. */
export const tokensOf = (usage: Usage): number => usageFields.reduce((sum, field) => sum + usage[field], 0)

/** The price of a cell in nano-dollars. */
export const priceOfCell = (cell: Cell, overrides?: PriceOverrides): number | undefined => {
  const {model, fast, band, quarter, webSearches} = cell
  return nanoPriceOf(cell.usage, model, {fast, band, time: quarter * quarterHour, webSearches, overrides})
}

/** A sum of nothing. */
export function newSumming(): Summing {
  let answers = 0
  let usage = noUsage
  let webSearches = 0
  let nano = 0
  let priced = false
  let unknownTokens = 0
  let reported: number | undefined
  let complete = true
  const models = new Map<string, number>()
  return {
    add(cell, price) {
      const tokens = tokensOf(cell.usage)
      answers += cell.answers
      usage = addUsage(usage, cell.usage)
      webSearches += cell.webSearches
      if (price === undefined) unknownTokens += tokens
      else {
        nano += price
        priced = true
      }
      complete &&= cell.final
      if (cell.model !== '' && tokens > 0)
        models.set(cell.model, (models.get(cell.model) ?? 0) + (price ?? 0))
    },
    report(micro) {
      reported = (reported ?? 0) + micro
    },
    sum: () => ({
      answers,
      usage,
      webSearches,
      cost: priced || unknownTokens === 0 ? microDollars(nano) : undefined,
      unknownTokens,
      reported,
      complete,
      models: [...models].sort((a, b) => b[1] - a[1]).map(([model]) => model),
    }),
  }
}
