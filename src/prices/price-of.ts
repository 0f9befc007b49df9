import {promptTokens} from '../model/billing.ts'
import type {Usage} from '../model/index.ts'
import {findRates, type PriceOverrides} from './find-rates.ts'

/** One response with everything that its price depends on, or several with the same terms. */
export interface Priced {
  readonly model: string
  readonly usage: Usage
  readonly webSearches: number
  /** How it was served, as bits: see `modes`. */
  readonly modes: number
  /** Milliseconds since 1970: prices change. */
  readonly time: number
  /** The band of each prompt, if the usage is a sum over several; otherwise it follows from the usage. */
  readonly band?: number | undefined
}

/**
 * What something costs, in whole micro-dollars; `undefined` if the model's price is unknown, which is not zero. It is
 * computed exactly in nano-dollars and rounded once, a half away from zero.
 */
export function priceOf(priced: Priced, overrides?: PriceOverrides): number | undefined {
  const nano = nanoPriceOf(priced, overrides)
  return nano === undefined ? undefined : microDollars(nano)
}

/** Nano-dollars to micro-dollars. Sums are rounded, never their parts, so every way to group them has the same total. */
export const microDollars = (nano: number): number => Math.sign(nano) * Math.round(Math.abs(nano) / 1000) + 0

/** What something costs in nano-dollars. It is exact: every rate is a multiple of an eighth of one. */
export function nanoPriceOf(priced: Priced, overrides?: PriceOverrides): number | undefined {
  const {model, usage, modes, time, webSearches, band} = priced
  const prompt = band === undefined ? promptTokens(usage) : (bandLimits[band - 1] ?? -1) + 1
  const rates = findRates(model, {modes, time, prompt}, overrides)
  if (!rates || (webSearches > 0 && rates.webSearch === undefined)) return undefined
  // A dollar per million tokens is a thousand nano-dollars a token; one per thousand searches is a million a search.
  return (
    usage.input * exact(rates.input * 1000) +
    usage.output * exact(rates.output * 1000) +
    usage.cacheRead * exact(rates.cacheRead * 1000) +
    usage.cacheWrite5m * exact(rates.cacheWrite5m * 1000) +
    usage.cacheWrite1h * exact(rates.cacheWrite1h * 1000) +
    webSearches * exact((rates.webSearch ?? 0) * 1_000_000)
  )
}

/** A number without the error of its last digits; eighths are exact in binary, and so are their sums. */
const exact = (number: number): number => Math.round(number * 8) / 8

/** Prompts longer than these cost more with some models. */
const bandLimits = [100_000, 200_000] as const

/** The price band of a response: how many of the limits its prompt exceeds. */
export function findBand(usage: Usage): number {
  const prompt = promptTokens(usage)
  let band = 0
  for (const limit of bandLimits) if (prompt > limit) band += 1
  return band
}

/** Adds up what something costs. */
export interface PriceSum {
  nano: number
  isPriced: boolean
  /** Tokens of models whose price is unknown. */
  unknownTokens: number
}

/** A sum of nothing. */
export const newPriceSum = (): PriceSum => ({nano: 0, isPriced: false, unknownTokens: 0})

/** Adds tokens with their price in nano-dollars. */
export function addPrice(sum: PriceSum, tokens: number, price: number | undefined): void {
  if (price === undefined) sum.unknownTokens += tokens
  else {
    sum.nano += price
    sum.isPriced = true
  }
}

/** The sum in micro-dollars; `undefined` if nothing of it has a known price. */
export const costOfSum = ({nano, isPriced, unknownTokens}: PriceSum): number | undefined =>
  isPriced || unknownTokens === 0 ? microDollars(nano) : undefined
