import {describe, expect, test} from 'vitest'
import {readLines} from '../../dialects/index.ts'
import {ResponsePrices} from './response-prices.ts'

const encoder = new TextEncoder()

const linesOf = (records: readonly object[]) => {
  const reader = readLines('stream.jsonl')
  const bytes = encoder.encode(records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  return [...reader.push(bytes), ...reader.end()]
}

const response = (usage: object, content: object[] = []) => ({
  type: 'assistant',
  session_id: 's',
  message: {id: 'msg_1', role: 'assistant', model: 'claude-opus-5', content, usage},
})

const call = {type: 'tool_use', id: 'toolu_1', name: 'WebSearch', input: {query: 'tides'}}
const result = {
  type: 'user',
  session_id: 's',
  message: {
    role: 'user',
    content: [
      {
        type: 'tool_result',
        tool_use_id: 'toolu_1',
        content: 'Web search results for query: "tides"\n\nLinks: []\n\nLinks: [{"title":"A"}]\n',
      },
    ],
  },
}

/** What the response costs in dollars after all lines. */
function costOf(records: readonly object[]): number | undefined {
  const prices = new ResponsePrices(undefined, () => Date.parse('2026-08-01'))
  const told = linesOf(records).flatMap((line) => prices.look(line))
  const nano = told[0] && prices.price(told[0])
  return nano === undefined ? undefined : nano / 1e9
}

describe('a response is priced by all that its lines tell', () => {
  const usage = {input_tokens: 100_000, output_tokens: 0}
  test('its tokens', () => expect(costOf([response(usage)])).toBe(0.5))
  test('fast mode', () => expect(costOf([response({...usage, speed: 'fast'})])).toBe(1))
  test('where it ran', () => expect(costOf([response({...usage, inference_geo: 'us'})])).toBe(0.55))
  test('a batch', () => expect(costOf([response({...usage, service_tier: 'batch'})])).toBe(0.25))
  test('searches on the server', () =>
    expect(costOf([response({...usage, server_tool_use: {web_search_requests: 3}})])).toBe(0.53))
  test('searches of the client, however often the result is there', () => {
    expect(costOf([response(usage, [call]), result])).toBe(0.52)
    expect(costOf([response(usage, [call]), result, response(usage, [call]), result])).toBe(0.52)
  })
  test('a line without usage tells no price', () => expect(costOf([response({})])).toBeUndefined())
})
