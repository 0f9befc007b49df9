import {calcPrice} from '@pydantic/genai-prices'
import {describe, expect, test} from 'vitest'
import {fc} from '../../test/support/fc.ts'
import {modes, noUsage, type Usage} from '../model/index.ts'
import {type PriceOverrides, plainModel, pricedModels} from './find-rates.ts'
import {type Priced, priceOf} from './price-of.ts'
import {readOverrides} from './read-overrides.ts'

const million = 1_000_000
const now = {modes: 0, time: Date.parse('2026-11-16'), webSearches: 0}
type Terms = Partial<Priced> & {readonly overrides?: PriceOverrides}
const price = (usage: Partial<Usage>, model: string, {overrides, ...terms}: Terms = {}): number | undefined =>
  priceOf({...now, usage: {...noUsage, ...usage}, model, ...terms}, overrides)

describe('prices', () => {
  test('each kind of token has its own', () => {
    expect(price({input: 1000}, 'claude-opus-5-5')).toBe(4000)
    expect(price({output: 1000}, 'claude-opus-5-5')).toBe(20_000)
    expect(price({cacheRead: 1000}, 'claude-opus-5-5')).toBe(200)
    expect(price({cacheWrite5m: 1000}, 'claude-opus-5-5')).toBe(5000)
    expect(price({cacheWrite1h: 1000}, 'claude-opus-5-5')).toBe(8000)
    expect(price({}, 'claude-opus-5-5', {webSearches: 3})).toBe(30_000)
  })
  test('half a micro-dollar is rounded up, once', () => {
    expect(price({cacheRead: 1}, 'claude-sonnet-4-5')).toBe(0)
    expect(price({cacheRead: 1}, 'claude-opus-4-7')).toBe(1)
    expect(price({cacheRead: 3}, 'claude-opus-4-7')).toBe(2)
    expect(price({cacheRead: -1}, 'claude-opus-4-7')).toBe(-1)
  })
  test('an unknown model costs an unknown amount, not nothing', () => {
    expect(price({}, 'claude-opus-9')).toBeUndefined()
    expect(price({input: 1}, 'qwen3-coder')).toBeUndefined()
    expect(price({input: 1}, '')).toBeUndefined()
    expect(price({input: 1}, '__proto__')).toBeUndefined()
  })
  test('a later version is not taken for the one its name begins with', () => {
    expect(price({input: million}, 'claude-opus-4-1')).toBe(15 * million)
    expect(price({input: million}, 'claude-opus-4-10')).toBeUndefined()
    expect(price({input: million}, 'claude-sonnet-5-9')).toBeUndefined()
  })
  test('fast mode costs a multiple if its price is known, and an unknown amount otherwise', () => {
    expect(price({input: million}, 'claude-opus-4-7', {modes: modes.fast})).toBe(30 * million)
    expect(price({input: million}, 'claude-opus-4-7-fast')).toBe(30 * million)
    expect(price({output: million}, 'claude-opus-5-5', {modes: modes.fast})).toBe(40 * million)
    expect(price({output: million}, 'claude-haiku-4-5', {modes: modes.fast})).toBeUndefined()
    const begun = {modes: modes.fast, time: Date.parse('2026-02-10')}
    expect(price({input: 1000}, 'claude-opus-4-6', begun)).toBe(15_000)
  })
  test('long prompts cost more if the price list says so, at that time', () => {
    const long = {input: 10_000, cacheRead: 200_000}
    const before = {time: Date.parse('2026-03-12')}
    expect(price(long, 'claude-opus-4-6', before)).toBe(100_000 + 200_000)
    expect(price(long, 'claude-opus-4-6')).toBe(50_000 + 100_000)
    expect(price({input: 100_000}, 'claude-haiku-5-5')).toBe(10_000)
    expect(price({input: 100_001}, 'claude-haiku-5-5')).toBe(50_001)
  })
  test('a sum over responses has the band of its responses, not of their sum', () => {
    expect(price({input: million}, 'claude-sonnet-4-5', {band: 0})).toBe(3 * million)
    expect(price({input: million}, 'claude-sonnet-4-5', {band: 1})).toBe(3 * million)
    expect(price({input: million}, 'claude-sonnet-4-5', {band: 2})).toBe(6 * million)
  })
  test("the user's prices replace all others", () => {
    const overrides = readOverrides({'glm-4.7': {input: 0.6, output: 2.2}})
    if (typeof overrides === 'string') throw new Error(overrides)
    expect(price({input: million, cacheWrite5m: million}, 'glm-4.7', {overrides})).toBe(1_350_000)
    expect(price({input: million}, 'claude-opus-5', {overrides})).toBe(5 * million)
    expect(readOverrides({a: {input: 1}})).toContain('lack')
    expect(readOverrides({a: {input: 1, output: -1}})).toContain('output')
    expect(readOverrides([])).toContain('object')
  })
})

test.each([
  ['claude-opus-5-5[1m]', 'claude-opus-5-5'],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude-sonnet-4-5-20250929'],
  ['claude-opus-4-1@20250805', 'claude-opus-4-1-20250805'],
  ['bedrock/anthropic.claude-haiku-4-5-20251001-v1:0', 'claude-haiku-4-5-20251001'],
  ['arn:aws:bedrock:us-east-1::inference-profile/eu.anthropic.claude-opus-5', 'claude-opus-5'],
  ['claude-opus-4-6@default', 'claude-opus-4-6'],
  ['anthropic/claude-opus-4.5', 'claude-opus-4.5'],
  ['kimi-k2', 'kimi-k2'],
])('%s is on the price list as %s', (name, plain) => {
  expect(plainModel(name)).toBe(plain)
})

test('every price is the one that the maintained package reckons', () => {
  const tokens = fc.nat({max: 300_000})
  const names = pricedModels
    .filter(({prices}) => prices.every(({source}) => source.includes('genai-prices')))
    .flatMap(({names, begins}) => [...names, ...begins.filter((begin) => !begin.endsWith('@'))])
  const usage = fc.record({
    input: tokens,
    output: tokens,
    cacheRead: tokens,
    cacheWrite5m: tokens,
    cacheWrite1h: tokens,
  })
  const time = fc.date({min: new Date('2025-01-01'), max: new Date('2026-12-01'), noInvalidDate: true})
  fc.assert(
    fc.property(fc.constantFrom(...names), usage, time, (name, used, at) => {
      const {input, output, cacheRead, cacheWrite5m, cacheWrite1h} = used
      const theirs = calcPrice(
        {
          input_tokens: input + cacheRead + cacheWrite5m + cacheWrite1h,
          cache_read_tokens: cacheRead,
          cache_write_tokens: cacheWrite5m + cacheWrite1h,
          cache_write_1h_tokens: cacheWrite1h,
          output_tokens: output,
        },
        name,
        {providerId: 'anthropic', timestamp: at},
      )
      const ours = priceOf({usage: used, model: name, modes: 0, time: at.getTime(), webSearches: 0})
      expect(Math.abs((ours ?? Number.NaN) - (theirs?.total_price ?? Number.NaN) * million)).toBeLessThan(
        0.51,
      )
    }),
    {numRuns: 2000},
  )
})
