import type {PricedModel} from './rates.ts'

/** When this overlay was last compared with https://platform.claude.com/docs/en/about-claude/pricing. */
export const overlayDate = '2026-11-16'

/** Models that the price table does not know, or knows only by the name of another. */
export const missingModels: readonly PricedModel[] = [
  {
    id: 'claude-mythos-5',
    names: ['claude-mythos-5'],
    begins: [],
    prices: [{bands: [flat(10, 50, 1)]}],
  },
  {
    id: 'claude-mythos-5-1',
    names: ['claude-mythos-5-1'],
    begins: ['claude-mythos-5.1'],
    prices: [{bands: [flat(10, 50, 0.25)]}],
  },
  {
    id: 'claude-sonnet-5-5',
    names: ['claude-sonnet-5-5'],
    begins: ['claude-sonnet-5.5'],
    // Its first price list said 0.2 for cache reads; client 2.1.325 reckons with 0.1.
    prices: [{bands: [flat(2, 10, 0.1)]}],
  },
  {
    id: 'claude-haiku-5-5',
    names: ['claude-haiku-5-5'],
    begins: ['claude-haiku-5.5'],
    prices: [{bands: [flat(0.1, 0.5, 0.01), {...flat(0.5, 2.5, 0.05), over: 100_000}]}],
  },
]

/** Cache writes cost 1.25 and 2 times the input with every model. */
function flat(input: number, output: number, cacheRead: number) {
  const written = {cacheWrite5m: input * 1.25, cacheWrite1h: input * 2}
  return {over: 0, input, output, cacheRead, ...written, webSearch: 10}
}

/** How many times its rates a model costs in fast mode, from a moment on. */
export interface FastMode {
  readonly id: string
  readonly from?: string
  readonly times: number
}

/**
 * The premium of fast mode (https://platform.claude.com/docs/en/build-with-claude/fast-mode), on top of all other rates
 * but web searches. It began with half price.
 */
export const fastModes: readonly FastMode[] = [
  {id: 'claude-opus-4-6', times: 3},
  {id: 'claude-opus-4-6', times: 6, from: '2026-02-17T08:00:00Z'},
  {id: 'claude-opus-4-7', times: 6},
  {id: 'claude-opus-4-8', times: 2},
  {id: 'claude-opus-5', times: 2},
  {id: 'claude-opus-5-5', times: 2},
]
