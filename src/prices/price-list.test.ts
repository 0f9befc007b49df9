import {describe, expect, test} from 'vitest'
import {golden} from '../../test/support/golden.ts'
import {modes, type Usage} from '../model/index.ts'
import {pricedModels} from './find-rates.ts'
import {
  batchFactor,
  fastModeSource,
  fastModes,
  overlayDate,
  priceList,
  usOnlyFactor,
  usOnlyModels,
  usOnlySource,
} from './overlay.ts'
import {priceOf} from './price-of.ts'
import type {BandRates, DatedRates, PricedModel} from './rates.ts'

/** A request with a prompt of 98,000 tokens, below every limit. */
const request: Usage = {
  input: 20_000,
  output: 10_000,
  cacheRead: 30_000,
  cacheWrite5m: 40_000,
  cacheWrite1h: 8000,
}

/**
 * Each model, each of its dated prices, each band: what the request above costs on that day, with so many more tokens of
 * input as the band needs. The dollars were computed by hand from the pages that `pricedModels` names.
 */
const expected: readonly (readonly [string, string, number, number])[] = [
  ['claude-3-haiku', '2025-06-01', 0, 0.0344],
  ['claude-3-sonnet', '2025-06-01', 0, 0.417],
  ['claude-3-opus-latest', '2025-06-01', 0, 2.085],
  ['claude-3-5-haiku-latest', '2025-06-01', 0, 0.1112],
  ['claude-3-5-sonnet', '2025-06-01', 0, 0.417],
  ['claude-3-7-sonnet-latest', '2025-06-01', 0, 0.417],
  ['claude-sonnet-4-0', '2025-09-01', 0, 0.417],
  ['claude-sonnet-4-0', '2025-09-01', 200_000, 1.959],
  ['claude-opus-4-0', '2025-09-01', 0, 2.085],
  ['claude-opus-4-1', '2025-09-01', 0, 2.085],
  ['claude-sonnet-4-5', '2025-12-01', 0, 0.417],
  ['claude-sonnet-4-5', '2025-12-01', 200_000, 1.959],
  ['claude-haiku-4-5', '2025-12-01', 0, 0.139],
  ['claude-opus-4-5', '2025-12-01', 0, 0.695],
  ['claude-opus-4-6', '2026-03-12', 0, 0.695],
  ['claude-opus-4-6', '2026-03-12', 200_000, 3.265],
  ['claude-opus-4-6', '2026-03-13', 0, 0.695],
  ['claude-sonnet-4-6', '2026-03-12', 0, 0.417],
  ['claude-sonnet-4-6', '2026-03-12', 200_000, 1.959],
  ['claude-sonnet-4-6', '2026-03-13', 0, 0.417],
  ['claude-opus-4-7', '2026-05-01', 0, 0.695],
  ['claude-opus-4-8', '2026-07-01', 0, 0.695],
  ['claude-opus-5', '2026-08-01', 0, 0.695],
  ['claude-opus-5-5', '2026-11-01', 0, 0.55],
  ['claude-sonnet-5', '2026-07-01', 0, 0.278],
  ['claude-sonnet-5-5', '2026-10-06', 0, 0.278],
  ['claude-sonnet-5-5', '2026-10-07', 0, 0.275],
  ['claude-haiku-5-5', '2026-11-01', 0, 0.0139],
  ['claude-haiku-5-5', '2026-11-01', 100_000, 0.1195],
  ['claude-fable-5', '2026-09-01', 0, 1.39],
  ['claude-fable-5-1', '2026-09-01', 0, 1.3675],
  ['claude-mythos-5', '2026-09-01', 0, 1.39],
  ['claude-mythos-5-1', '2026-09-01', 0, 1.3675],
]

const dollars = (model: string, day: string, usage: Usage, served = 0): number | undefined => {
  const micro = priceOf({usage, model, modes: served, time: Date.parse(day), webSearches: 0})
  return micro === undefined ? undefined : micro / 1_000_000
}

describe('a request costs what the price list says', () => {
  test.each(expected)('%s on %s, with a prompt over %i tokens: $%f', (model, day, over, cost) => {
    expect(dollars(model, day, {...request, input: request.input + over})).toBe(cost)
  })
  test('for every model, price and band that there is', () => {
    const listed = new Set(expected.map(([model, day, over]) => `${model} ${fromOn(model, day)} ${over}`))
    const all = pricedModels.flatMap(({id, prices}) =>
      prices.flatMap(({from, bands}) => bands.map(({over}) => `${id} ${from ?? ''} ${over}`)),
    )
    expect(all.filter((price) => !listed.has(price))).toEqual([])
  })
  test.each(pricedModels.map((model) => [model.id, model] as const))(
    '%s names its source',
    (_id, {prices}) => {
      for (const {source, checked} of prices) {
        expect(source).toMatch(/https:\/\/\S+/)
        expect(checked).toMatch(/^\d{4}-\d\d-\d\d$/)
      }
    },
  )
  test.each(pricedModels.map((model) => [model.id, model] as const))(
    '%s: cache writes cost 1.25 and 2 times the input',
    (id, {prices}) => {
      // Claude 3 Haiku is older than this rule.
      const [short, long] = id === 'claude-3-haiku' ? [1.2, 2] : [1.25, 2]
      for (const {input, cacheWrite5m, cacheWrite1h} of prices.flatMap(({bands}) => bands)) {
        expect(cacheWrite5m).toBeCloseTo(input * short, 9)
        expect(cacheWrite1h).toBeCloseTo(input * long, 9)
      }
    },
  )
})

/** When the price began that a model has on a day. */
const fromOn = (model: string, day: string): string =>
  pricedModels.find(({id}) => id === model)?.prices.findLast(({from = ''}) => from <= day)?.from ?? ''

describe('the complete prompt of a request decides its band', () => {
  const day = '2025-09-01'
  const model = 'claude-sonnet-4-20250514'
  test('exactly 200,000 tokens are not over 200,000', () => {
    expect(dollars(model, day, {...request, input: 122_000, output: 0})).toBe(0.573)
    expect(dollars(model, day, {...request, input: 122_001, output: 0})).toBe(1.146006)
  })
  test('tokens that were read from the cache, or written to it, count', () => {
    const none = {input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0}
    expect(dollars(model, day, {...none, input: 10, cacheRead: 200_000})).toBe(0.12006)
    expect(dollars(model, day, {...none, input: 10, cacheWrite5m: 200_000})).toBe(1.50006)
    expect(dollars(model, day, {...none, input: 10, cacheWrite1h: 200_000})).toBe(2.40006)
  })
  test('output does not', () => {
    expect(dollars(model, day, {...request, output: 300_000})).toBe(4.767)
  })
  test('under every name of the model', () => {
    for (const name of ['claude-sonnet-4-0', 'us.anthropic.claude-sonnet-4-20250514-v1:0', `${model}[1m]`])
      expect(dollars(name, day, {...request, input: 220_000})).toBe(1.959)
  })
})

describe('how a request was served changes its price', () => {
  test.each([
    ['claude-opus-4-6', '2026-02-10', 2.085],
    ['claude-opus-4-6', '2026-02-18', 4.17],
    ['claude-opus-4-7', '2026-05-15', 4.17],
    ['claude-opus-4-8', '2026-07-01', 1.39],
    ['claude-opus-5', '2026-08-01', 1.39],
    ['claude-opus-5-5', '2026-11-01', 1.1],
  ])('%s in fast mode on %s: $%f', (model, day, cost) => {
    expect(dollars(model, day, request, modes.fast)).toBe(cost)
  })
  test('fast mode multiplies the price of long prompts too', () => {
    const long = {...request, input: request.input + 200_000}
    expect(dollars('claude-opus-4-6', '2026-03-12', long, modes.fast)).toBe(19.59)
  })
  test.each([
    ['claude-opus-4-6', '2026-04-01', 0.7645],
    ['claude-sonnet-4-6', '2026-04-01', 0.4587],
    ['claude-opus-4-7', '2026-05-15', 0.7645],
    ['claude-opus-4-8', '2026-07-01', 0.7645],
    ['claude-opus-5', '2026-08-01', 0.7645],
    ['claude-opus-5-5', '2026-11-01', 0.605],
    ['claude-sonnet-5', '2026-07-01', 0.3058],
    ['claude-sonnet-5-5', '2026-11-01', 0.3025],
    ['claude-haiku-5-5', '2026-11-01', 0.01529],
    ['claude-fable-5', '2026-09-01', 1.529],
    ['claude-fable-5-1', '2026-09-01', 1.50425],
    ['claude-mythos-5', '2026-09-01', 1.529],
    ['claude-mythos-5-1', '2026-09-01', 1.50425],
  ])('%s in the US only on %s: $%f', (model, day, cost) => {
    expect(dollars(model, day, request, modes.usOnly)).toBe(cost)
    expect(usOnlyModels.has(model)).toBe(true)
  })
  test('models that cannot be shown to run in the US only cost the same as ever', () => {
    expect(dollars('claude-haiku-4-5', '2026-03-01', request, modes.usOnly)).toBe(0.139)
    expect([...usOnlyModels].filter((id) => pricedModels.every((model) => model.id !== id))).toEqual([])
  })
  test('a batch costs half, and all of it multiplies', () => {
    expect(dollars('claude-sonnet-4-5', '2025-12-01', request, modes.batch)).toBe(0.2085)
    expect(dollars('claude-haiku-5-5', '2026-11-01', request, modes.batch | modes.usOnly)).toBe(0.007645)
    expect(dollars('claude-opus-5', '2026-08-01', request, modes.fast | modes.usOnly)).toBe(1.529)
  })
  test('web searches cost a cent however it was served', () => {
    const use = {time: Date.parse('2026-11-01'), webSearches: 3}
    const nothing = {input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0}
    for (const served of [0, modes.fast, modes.usOnly, modes.batch])
      expect(priceOf({usage: nothing, model: 'claude-opus-5-5', ...use, modes: served})).toBe(30_000)
  })
})

test('docs/prices.md is what the price table says', () => {
  golden('docs/prices.md', priceDocument())
})

function priceDocument(): string {
  const sources = [
    ...new Set(
      pricedModels.flatMap(({prices}) => prices.map(({source, checked}) => `${source} | ${checked}`)),
    ),
  ]
  const rows = [...pricedModels]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap((model) =>
      model.prices.flatMap((price) => price.bands.map((band) => rowOf(model, price, band, sources))),
    )
  const fast = fastModes.map(({id, factor, from}) => `| \`${id}\` | ${from ?? ''} | ${factor} × |`)
  return [
    '# Prices',
    '',
    'Made from the price table by `npm run approve`. It is what recount computes costs with, unless `prices.json` says otherwise',
    '(see [archive.md](archive.md)). The client computes with its own prices, which can differ; `recount usage --reconcile` says so.',
    '',
    '## Tokens',
    '',
    'Dollars per million tokens. The price of a day holds from its first moment (UTC) until the next one of the model. If a model has a',
    'price for long prompts, the whole request costs that price as soon as its prompt, cached or not, exceeds the limit.',
    '',
    '| model | from | prompt | input | output | cache read | cache write, 5 minutes | cache write, 1 hour | source |',
    '|---|---|---|---:|---:|---:|---:|---:|---:|',
    ...rows,
    '',
    '## How a request was served',
    '',
    'These multiply all rates for tokens, also with each other, but not the price of a web search.',
    '',
    '| what | in `usage` | models | times |',
    '|---|---|---|---|',
    '| fast mode | `"speed": "fast"` | see below; with others the cost is unknown | see below |',
    `| US only | \`"inference_geo": "us"\` | ${[...usOnlyModels].map((id) => `\`${id}\``).join(', ')} | ${usOnlyFactor} × |`,
    `| batch | \`"service_tier": "batch"\` | all | ${batchFactor} × |`,
    '| priority | `"service_tier": "priority"` | all | 1 ×: what was agreed on with Anthropic is in no file |',
    '',
    '| fast mode | from | times |',
    '|---|---|---|',
    ...fast,
    '',
    '## Tools that run on the server',
    '',
    'A web search costs $0.01 ($10 per thousand). Web fetch costs nothing but its tokens. Code execution is billed by hours of a container, which no',
    'file contains; Claude Code does not use it.',
    '',
    '## Sources',
    '',
    'Compared with copies of these pages.',
    '',
    '| | source | compared |',
    '|---:|---|---|',
    ...sources.map((source, index) => `| ${index + 1} | ${source} |`),
    `| | fast mode: ${fastModeSource} | ${overlayDate} |`,
    `| | US only: ${usOnlySource} | ${overlayDate} |`,
    `| | batch, web search: ${priceList} | ${overlayDate} |`,
    '',
  ].join('\n')
}

function rowOf(
  {id, names}: PricedModel,
  {from, source, checked}: DatedRates,
  band: BandRates,
  sources: readonly string[],
): string {
  const {over, input, output, cacheRead, cacheWrite5m, cacheWrite1h} = band
  const prompt = over === 0 ? '' : `over ${over.toLocaleString('en-US')}`
  const named = names.filter((name) => name !== id).map((name) => `, \`${name}\``)
  const prices = [input, output, cacheRead, cacheWrite5m, cacheWrite1h].map(
    (price) => `$${Number(price.toFixed(4))}`,
  )
  return `| \`${id}\`${named.join('')} | ${from ?? ''} | ${prompt} | ${prices.join(' | ')} | ${sources.indexOf(`${source} | ${checked}`) + 1} |`
}
