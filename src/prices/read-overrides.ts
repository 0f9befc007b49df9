import {number} from '../model/fields.ts'
import {isJsonObject, type JsonValue, usageFields} from '../model/index.ts'
import type {PriceOverrides} from './find-rates.ts'
import type {Rates} from './rates.ts'

/**
 * Reads the user's prices: an object of models, each with `input` and `output` in dollars per million tokens.
 * `cacheRead`, `cacheWrite5m` and `cacheWrite1h` are 0.1, 1.25 and 2 times the input by default; `webSearch` is in
 * dollars per thousand. Returns a sentence if something is wrong.
 */
export function readOverrides(value: JsonValue): PriceOverrides | string {
  if (!isJsonObject(value)) return 'Prices must be an object of models.'
  const overrides = new Map<string, Rates>()
  for (const [model, prices] of Object.entries(value)) {
    if (!isJsonObject(prices)) return `The prices of \`${model}\` must be an object.`
    const wrong = Object.entries(prices).find(
      ([name, price]) => !fields.has(name) || typeof price !== 'number' || !(price >= 0),
    )
    if (wrong)
      return `The price \`${wrong[0]}\` of \`${model}\` must be one of ${list}, and a number from 0 on.`
    const [input, output] = [number(prices, 'input'), number(prices, 'output')]
    if (input === undefined || output === undefined) return `The prices of \`${model}\` lack input or output.`
    overrides.set(model, {
      input,
      output,
      cacheRead: number(prices, 'cacheRead') ?? input * 0.1,
      cacheWrite5m: number(prices, 'cacheWrite5m') ?? input * 1.25,
      cacheWrite1h: number(prices, 'cacheWrite1h') ?? input * 2,
      webSearch: number(prices, 'webSearch'),
    })
  }
  return overrides
}

const fields: ReadonlySet<string> = new Set([...usageFields, 'webSearch'])

const list = [...fields].join(', ')
