import {readFileSync, writeFileSync} from 'node:fs'
import {fileURLToPath} from 'node:url'
import {findProvider, type MatchLogic, type ModelInfo, type ModelPrice} from '@pydantic/genai-prices'
import {expect, test} from 'vitest'
import {overlayDate, priceList} from './overlay.ts'
import {priceTable} from './price-table.ts'
import type {BandRates, DatedRates, PricedModel} from './rates.ts'

const {version} = JSON.parse(
  readFileSync(
    fileURLToPath(new URL('../../node_modules/@pydantic/genai-prices/package.json', import.meta.url)),
    'utf8',
  ),
)

const tokenPrices = [
  ['input', 'input_mtok'],
  ['output', 'output_mtok'],
  ['cacheRead', 'cache_read_mtok'],
  ['cacheWrite5m', 'cache_write_mtok'],
  ['cacheWrite1h', 'cache_write_1h_mtok'],
] as const

test("the price table is the maintained package's, which is too slow to import for one line", () => {
  const models = findProvider({providerId: 'anthropic'})?.models.flatMap(pricedModel) ?? []
  if (process.env['APPROVE']) write(models)
  expect(priceTable).toEqual(models)
})

function write(models: readonly PricedModel[]): void {
  const [source, ...others] = new Set(models.flatMap(({prices}) => prices.map((price) => price.source)))
  expect(others).toEqual([])
  const text = [
    "import {readPriceTable} from './rates.ts'",
    '',
    `const table = \`\n${models.map(lineOf).join('\n')}\n\``,
    '',
    "/** Anthropic's prices as `@pydantic/genai-prices` knows them: written by its test, on `npm run approve`. */",
    `export const priceTable = readPriceTable(table, '${source}', '${overlayDate}')`,
    '',
  ]
  writeFileSync(fileURLToPath(new URL('price-table.ts', import.meta.url)), text.join('\n'))
}

function lineOf({id, names, begins, prices}: PricedModel): string {
  const dated = prices.map(
    ({from, bands}) => (from === undefined ? '' : `from ${from}: `) + bands.map(figuresOf).join(', '),
  )
  return [id, names.join(' '), begins.join(' '), ...dated].join(' | ')
}

const figuresOf = ({
  over,
  input,
  output,
  cacheRead,
  cacheWrite5m,
  cacheWrite1h,
  webSearch,
}: BandRates): string =>
  [over, input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearch ?? []].flat().join(' ')

/** Models older than Claude Code are matched in other ways. */
function pricedModel({id, match, prices, price_comments}: ModelInfo): readonly PricedModel[] {
  const rules = 'or' in match ? match.or : [match]
  if (rules.some((rule) => 'contains' in rule) || id === 'claude-v1') return []
  const datedPrices = Array.isArray(prices) ? prices : [{prices}]
  return [
    {
      id,
      names: rules.flatMap((rule) => ('equals' in rule ? [rule.equals] : [])),
      begins: rules.flatMap((rule) => ('starts_with' in rule ? [rule.starts_with] : [])),
      prices: datedPrices.map((price) => ({
        from: price.constraint?.type === 'start_date' ? price.constraint.start_date : undefined,
        bands: bandsOf(price.prices),
        source: sourceOf(price_comments),
        checked: overlayDate,
      })),
    } satisfies Record<keyof PricedModel, unknown>,
  ].filter(() => rules.every((rule) => isKnown(rule, id)))
}

/** The package, and the first page of the price list that it names for the model. */
const sourceOf = (comments: string | undefined): string =>
  `@pydantic/genai-prices ${version}: ${/https:[^\s,#]*about-claude\/pricing/.exec(comments ?? '')?.[0] ?? priceList}`

/** A pattern may only say that a date follows the name. */
const isKnown = (rule: MatchLogic, id: string): boolean =>
  'equals' in rule || 'starts_with' in rule || ('regex' in rule && rule.regex === `^${id}-\\d{8}$`)

function bandsOf(prices: ModelPrice): DatedRates['bands'] {
  const limits = new Set([0])
  for (const price of Object.values(prices)) {
    if (typeof price === 'object') for (const {start} of price.tiers) limits.add(start)
  }
  return [...limits].map((over): BandRates => {
    const at = (key: string): number | undefined => {
      const price = prices[key]
      if (typeof price !== 'object') return price
      return price.tiers.find(({start}) => start === over)?.price ?? price.base
    }
    const tokens = Object.fromEntries(tokenPrices.map(([field, key]) => [field, at(key) ?? Number.NaN]))
    return {
      over,
      input: tokens['input'] ?? Number.NaN,
      output: tokens['output'] ?? Number.NaN,
      cacheRead: tokens['cacheRead'] ?? Number.NaN,
      cacheWrite5m: tokens['cacheWrite5m'] ?? Number.NaN,
      cacheWrite1h: tokens['cacheWrite1h'] ?? Number.NaN,
      webSearch: at('web_searches_kcount'),
    }
  })
}
