import {expect, test} from 'vitest'
import {modes} from '../../model/index.ts'
import {readBilling, readModelTotals, readUsage} from './read-usage.ts'

const none = {input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0}

test.each([
  [
    {input_tokens: 5, output_tokens: 2},
    {...none, input: 5, output: 2},
  ],
  [{cache_creation_input_tokens: 10}, {...none, cacheWrite5m: 10}],
  [
    {cache_creation_input_tokens: 10, cache_creation: {ephemeral_1h_input_tokens: 4}},
    {...none, cacheWrite5m: 6, cacheWrite1h: 4},
  ],
  [
    {output_tokens: 1, cache_creation: {ephemeral_5m_input_tokens: 7, ephemeral_1h_input_tokens: 4}},
    {...none, output: 1, cacheWrite5m: 7, cacheWrite1h: 4},
  ],
  [{input_tokens: -5, output_tokens: 0}, none],
  [{input_tokens: 1e308, output_tokens: 9e15}, none],
  [
    {input_tokens: 2.4, output_tokens: 3.0},
    {...none, input: 2, output: 3},
  ],
  [
    {input_tokens: null, output_tokens: 3},
    {...none, output: 3},
  ],
])('%j', (usage, wanted) => {
  expect(readUsage(usage)).toEqual(wanted)
})

test('what is not counted is unknown, never 0', () => {
  expect(readUsage(undefined)).toBeUndefined()
  expect(readUsage({})).toBeUndefined()
  expect(readUsage({service_tier: 'standard', input_tokens: '5'})).toBeUndefined()
})

test.each([
  [{speed: 'fast'}, modes.fast],
  [{speed: 'standard', fast: true}, modes.fast],
  [{inference_geo: 'us', service_tier: 'batch'}, modes.usOnly | modes.batch],
  [{inference_geo: 'global', service_tier: 'standard', speed: 'standard'}, 0],
])('%j is served as %i', (usage, served) => {
  expect(readBilling({input_tokens: 1, ...usage}).modes).toBe(served)
})

test('searches on the server are read with and without tokens', () => {
  const searched = {server_tool_use: {web_search_requests: 3, web_fetch_requests: 1}}
  expect(readBilling({input_tokens: 1, ...searched})).toMatchObject({webSearches: 3, usage: {input: 1}})
  expect(readBilling(searched)).toEqual({usage: undefined, webSearches: 3, modes: 0})
})

test('an impossible sum is unknown', () => {
  for (const costUSD of [-1, 1e300]) expect(readModelTotals({opus: {costUSD}})[0]?.costUsd).toBeUndefined()
  expect(readModelTotals({opus: {costUSD: 0}})[0]?.costUsd).toBe(0)
})

test('a model without cost is not one that cost nothing', () => {
  expect(readModelTotals({opus: {inputTokens: 1}})).toEqual([
    {model: 'opus', usage: {...none, input: 1}, costUsd: undefined, contextWindow: undefined, webSearches: 0},
  ])
  expect(readModelTotals({opus: {webSearchRequests: 2}})[0]?.webSearches).toBe(2)
  expect(readModelTotals(undefined)).toEqual([])
})
