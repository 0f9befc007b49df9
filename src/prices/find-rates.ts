import {bareModel} from '../model/billing.ts'
import {modes, type Usage, usageFields} from '../model/index.ts'
import {batchFactor, fastModes, overlay, usOnlyFactor, usOnlyModels} from './overlay.ts'
import {priceTable} from './price-table.ts'
import type {PricedModel, Rates} from './rates.ts'

/** The terms of a response. */
export interface PriceTerms {
  /** How it was served, as bits: see `modes`. */
  readonly modes: number
  /** Milliseconds since 1970: prices change. */
  readonly time: number
  /** The size of the prompt, cached or not. */
  readonly prompt: number
}

/** The user's prices, by the names of models; they replace all others, at any time and size. */
export type PriceOverrides = ReadonlyMap<string, Rates>

/** Every model that has a price. The overlay replaces the generated table's price of the same model. */
export const pricedModels: readonly PricedModel[] = [
  ...overlay,
  ...priceTable.filter(({id}) => overlay.every((own) => own.id !== id)),
]

/** When any price changed, in milliseconds since 1970; between two of these, equal terms have equal rates. */
export const priceChanges: readonly number[] = [...pricedModels.flatMap(({prices}) => prices), ...fastModes]
  .flatMap(({from}) => (from === undefined ? [] : [Date.parse(from)]))
  .filter((time, at, times) => times.indexOf(time) === at)
  .sort((a, b) => a - b)

/** Finds what a model costs; `undefined` if that is unknown. */
export function findRates(model: string, terms: PriceTerms, overrides?: PriceOverrides): Rates | undefined {
  const {name, priced, fast} = lookUp(model)
  const own = overrides && (overrides.get(model) ?? overrides.get(name) ?? overrides.get(undated(name)))
  if (own) return own
  const rates = priced && ratesAt(priced, terms)
  if (!rates) return undefined
  const times = findFactor(priced.id, fast ? terms.modes | modes.fast : terms.modes, terms.time)
  if (times === undefined || times === 1) return times && rates
  return multiplyRates(rates, times)
}

/** How many times its rates a model costs, by how it was served; `undefined` if it has no price for that. */
function findFactor(id: string, served: number, time: number): number | undefined {
  const places = served & modes.usOnly && usOnlyModels.has(id) ? usOnlyFactor : 1
  const times = places * (served & modes.batch ? batchFactor : 1)
  if (!(served & modes.fast)) return times
  const fast = lastOf(
    fastModes.filter((mode) => mode.id === id),
    time,
  )
  return fast && times * fast.factor
}

/** A model by its name. */
interface NamedModel {
  readonly name: string
  readonly priced: PricedModel | undefined
  /** Some names contain the mode. */
  readonly fast: boolean
}

const known = new Map<string, NamedModel>()

/** Names are from files: only this many are cached. */
const maxNames = 1000

function lookUp(model: string): NamedModel {
  const before = known.get(model)
  if (before) return before
  const name = plainModel(model)
  const named = {name, priced: search(name.replace(/-fast$/, '')), fast: name.endsWith('-fast')}
  if (known.size >= maxNames) known.clear()
  known.set(model, named)
  return named
}

/**
 * The name of a model in Anthropic's price list: without the client's `[1m]`, without the cloud it was reached through
 * (`us.anthropic.…-v1:0`, `…@20250929`, `bedrock/…`, an ARN), in lower case. Its date stays.
 */
export function plainModel(name: string): string {
  const plain = bareModel(name.trim().toLowerCase())
  const begin = plain.lastIndexOf('claude-')
  if (begin === -1) return plain
  return plain
    .slice(begin)
    .replace(/-v\d+(:\d+)?(:\d+k)?$/, '')
    .replace('@', '-')
    .replace(/-(default|latest)$/, '')
}

function search(name: string): PricedModel | undefined {
  const bare = undated(name)
  return (
    pricedModels.find(({names}) => names.includes(name) || names.includes(bare)) ??
    pricedModels.find(({begins}) => begins.some((begin) => isCalled(name, begin)))
  )
}

/** A number after it is another, unknown version; a date is not. */
const isCalled = (name: string, begin: string): boolean =>
  name.startsWith(begin) && !/^(?:\d|[-.]\d{1,2}(?!\d))/.test(name.slice(begin.length))

const undated = (name: string): string => name.replace(/-\d{8}$/, '')

function ratesAt({prices}: PricedModel, {time, prompt}: PriceTerms): Rates | undefined {
  return lastOf(prices, time)?.bands.findLast(({over}) => over === 0 || prompt > over)
}

/** The last one that had begun by a time. */
const lastOf = <Dated extends {readonly from?: string | undefined}>(
  dated: readonly Dated[],
  time: number,
): Dated | undefined => dated.findLast(({from}) => from === undefined || time >= Date.parse(from))

const multiplyRates = (rates: Rates, times: number): Rates => ({
  input: rates.input * times,
  output: rates.output * times,
  cacheRead: rates.cacheRead * times,
  cacheWrite5m: rates.cacheWrite5m * times,
  cacheWrite1h: rates.cacheWrite1h * times,
  webSearch: rates.webSearch,
})

/** Finds the price in the table with which a usage costs exactly this: the price with which a cost was computed. */
export function findPrice(usage: Usage, dollars: number): Rates | undefined {
  const micro = dollars * 1_000_000
  const bands = pricedModels.flatMap(({prices}) => prices.flatMap((price) => price.bands))
  return bands.find((rates) => {
    const computed = usageFields.reduce((sum, field) => sum + usage[field] * rates[field], 0)
    return Math.abs(computed - micro) <= Math.max(1e-3, micro * 1e-9)
  })
}
