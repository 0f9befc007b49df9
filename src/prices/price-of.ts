import {promptOf} from '../model/billing.ts'
import type {Usage} from '../model/index.ts'
import type {PriceOverrides} from './find-rates.ts'
import {findRates} from './find-rates.ts'

/** How tokens were used. */
export interface Use {
  /** How it was served, as bits: see `modes`. */
  readonly modes: number
  /** Milliseconds since 1970. */
  readonly time: number
  readonly webSearches: number
  /** The band of each answer's prompt, where the usage is a sum over several; otherwise it follows from the usage. */
  readonly band?: number
  readonly overrides?: PriceOverrides | undefined
}

/**
 * What tokens cost, in whole micro-dollars; `undefined` where nobody knows the model's price, which is not nothing.
 * It is computed in nano-dollars, without an error, and rounded once, a half away from zero.
 */
export function priceOf(usage: Usage, model: string, use: Use): number | undefined {
  const nano = nanoPriceOf(usage, model, use)
  return nano === undefined ? undefined : microDollars(nano)
}

/** Nano-dollars to micro-dollars. Sums are rounded, never their parts, so every way to group them has the same total. */
export const microDollars = (nano: number): number => Math.sign(nano) * Math.round(Math.abs(nano) / 1000) + 0

/** What tokens cost in nano-dollars. It is exact: no rate has a smaller part than an eighth of one. */
export function nanoPriceOf(usage: Usage, model: string, use: Use): number | undefined {
  const {modes, time, webSearches, overrides} = use
  const prompt = use.band === undefined ? promptOf(usage) : (bandLimits[use.band - 1] ?? -1) + 1
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
export function bandOf(usage: Usage): number {
  const prompt = promptOf(usage)
  return bandLimits.filter((limit) => prompt > limit).length
}
