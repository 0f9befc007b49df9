import {plainModel} from './model-name.ts'
import {fastModes, missingModels} from './overlay.ts'
import {priceTable} from './price-table.ts'
import type {PricedModel, Rates} from './rates.ts'

/** On which terms an answer was given. */
export interface Terms {
  readonly fast: boolean
  /** Milliseconds since 1970: prices change. */
  readonly time: number
  /** The size of the whole prompt. */
  readonly prompt: number
}

/** Somebody's own prices, by the names of models; they stand above all others, at any time and size. */
export type PriceOverrides = ReadonlyMap<string, Rates>

/** When any price changed, in milliseconds since 1970; between two of these, equal terms have equal rates. */
export const priceChanges: readonly number[] = [
  ...[...missingModels, ...priceTable].flatMap(({prices}) => prices),
  ...fastModes,
]
  .flatMap(({from}) => (from === undefined ? [] : [Date.parse(from)]))
  .filter((time, at, times) => times.indexOf(time) === at)
  .sort((a, b) => a - b)

/** Finds what a model costs; `undefined` where nobody knows. */
export function findRates(model: string, terms: Terms, overrides?: PriceOverrides): Rates | undefined {
  const {name, priced, fast} = lookUp(model)
  const own = overrides && (overrides.get(model) ?? overrides.get(name) ?? overrides.get(undated(name)))
  if (own) return own
  const rates = priced && ratesAt(priced, terms)
  if (!rates || !(terms.fast || fast)) return rates
  const mode = lastOf(
    fastModes.filter(({id}) => id === priced.id),
    terms.time,
  )
  return mode && timesRates(rates, mode.times)
}

/** What a model's name says. */
interface NamedModel {
  readonly name: string
  readonly priced: PricedModel | undefined
  /** Some name the mode in the model. */
  readonly fast: boolean
}

const known = new Map<string, NamedModel>()

/** Names come from files: they are remembered, but not without end. */
const mostNames = 1000

function lookUp(model: string): NamedModel {
  const before = known.get(model)
  if (before) return before
  const name = plainModel(model)
  const named = {name, priced: search(name.replace(/-fast$/, '')), fast: name.endsWith('-fast')}
  if (known.size >= mostNames) known.clear()
  known.set(model, named)
  return named
}

function search(name: string): PricedModel | undefined {
  const bare = undated(name)
  const models = [...missingModels, ...priceTable]
  return (
    models.find(({names}) => names.includes(name) || names.includes(bare)) ??
    models.find(({begins}) => begins.some((begin) => isCalled(name, begin)))
  )
}

/** A number that follows is another version, of which nothing is known; a date is not. */
const isCalled = (name: string, begin: string): boolean =>
  name.startsWith(begin) && !/^(?:\d|[-.]\d{1,2}(?!\d))/.test(name.slice(begin.length))

const undated = (name: string): string => name.replace(/-\d{8}$/, '')

function ratesAt({prices}: PricedModel, {time, prompt}: Terms): Rates | undefined {
  return lastOf(prices, time)?.bands.findLast(({over}) => over === 0 || prompt > over)
}

/** The last of some dated things that had begun by a time. */
const lastOf = <Dated extends {readonly from?: string | undefined}>(
  dated: readonly Dated[],
  time: number,
): Dated | undefined => dated.findLast(({from}) => from === undefined || time >= Date.parse(from))

const timesRates = (rates: Rates, times: number): Rates => ({
  input: rates.input * times,
  output: rates.output * times,
  cacheRead: rates.cacheRead * times,
  cacheWrite5m: rates.cacheWrite5m * times,
  cacheWrite1h: rates.cacheWrite1h * times,
  webSearch: rates.webSearch,
})
