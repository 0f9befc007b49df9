import type {BandRates, DatedRates, PricedModel} from './rates.ts'

/** Anthropic's price list. */
export const priceList = 'https://platform.claude.com/docs/en/about-claude/pricing'

/** When the prices were last compared with the pages that they name, as far as those could be read. */
export const overlayDate = '2026-11-18'

/** Models that the generated price table lacks, has only under the name of another, or has no complete price of. */
export const overlay: readonly PricedModel[] = [
  {
    id: 'claude-sonnet-4-0',
    names: ['claude-sonnet-4'],
    begins: ['claude-sonnet-4-2025', 'claude-sonnet-4-0', 'claude-sonnet-4@', 'claude-4-sonnet'],
    prices: [
      price(
        'https://thenewstack.io/anthropics-claude-sonnet-4-model-gets-a-1m-token-context-window/',
        rates(3, 15, 0.3),
        // Longer prompts are possible since 2025-08-12, with the context window of a million tokens.
        {...rates(6, 22.5, 0.6), over: 200_000},
      ),
    ],
  },
  model('claude-mythos-5', [], price(priceList, rates(10, 50, 1))),
  model('claude-mythos-5-1', ['claude-mythos-5.1'], price(priceList, rates(10, 50, 0.25))),
  model(
    'claude-sonnet-5-5',
    ['claude-sonnet-5.5'],
    price('https://platform.claude.com/docs/en/models/sonnet-5-5/overview', rates(2, 10, 0.2)),
    // Client 2.1.325 computes with it (recording `rate-limit`).
    {
      from: '2026-10-07',
      ...price('https://github.com/TheKrush/PromptFuel/releases/tag/v1.0.23', rates(2, 10, 0.1)),
    },
  ),
  model(
    'claude-haiku-5-5',
    ['claude-haiku-5.5'],
    price('https://platform.claude.com/docs/en/models/haiku-5-5/overview', rates(0.1, 0.5, 0.01), {
      ...rates(0.5, 2.5, 0.05),
      over: 100_000,
    }),
  ),
]

/** A model with one name. */
function model(id: string, begins: readonly string[], ...prices: readonly DatedRates[]): PricedModel {
  return {id, names: [id], begins, prices}
}

/** A price with the page that names it. */
function price(source: string, ...bands: readonly BandRates[]): DatedRates {
  return {bands, source, checked: overlayDate}
}

/** Cache writes cost 1.25 and 2 times the input with every model, and a thousand web searches 10 dollars. */
function rates(input: number, output: number, cacheRead: number) {
  const written = {cacheWrite5m: input * 1.25, cacheWrite1h: input * 2}
  return {over: 0, input, output, cacheRead, ...written, webSearch: 10}
}

/** How many times its rates a model costs in fast mode, from a moment on. */
interface FastMode {
  readonly id: string
  readonly from?: string
  readonly factor: number
}

/** The page with the prices of fast mode. */
export const fastModeSource = 'https://platform.claude.com/docs/en/build-with-claude/fast-mode'

/** The premium of fast mode, on top of all other rates except web searches. It began with half price. */
export const fastModes: readonly FastMode[] = [
  {id: 'claude-opus-4-6', factor: 3},
  {id: 'claude-opus-4-6', factor: 6, from: '2026-02-17T08:00:00Z'},
  {id: 'claude-opus-4-7', factor: 6},
  {id: 'claude-opus-4-8', factor: 2},
  {id: 'claude-opus-5', factor: 2},
  {id: 'claude-opus-5-5', factor: 2},
]

/** The page with the price of inference in the US only. */
export const usOnlySource = 'https://platform.claude.com/docs/en/manage-claude/data-residency'

/** How many times its rates a request costs that may run in the US only, except web searches. */
export const usOnlyFactor = 1.1

/** The models that can be made to run in the US only: Opus 4.6 and all after it. The API refuses it with others. */
export const usOnlyModels: ReadonlySet<string> = new Set([
  'claude-fable-5',
  'claude-fable-5-1',
  'claude-haiku-5-5',
  'claude-mythos-5',
  'claude-mythos-5-1',
  'claude-opus-4-6',
  'claude-opus-4-7',
  'claude-opus-4-8',
  'claude-opus-5',
  'claude-opus-5-5',
  'claude-sonnet-4-6',
  'claude-sonnet-5',
  'claude-sonnet-5-5',
])

/** How many times its rates a request costs in a batch, with every model, except web searches. */
export const batchFactor = 0.5
