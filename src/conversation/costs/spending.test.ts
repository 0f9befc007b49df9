import {describe, expect, test} from 'vitest'
import {readLines} from '../../dialects/index.ts'
import {Conversation} from '../conversation.ts'

const encoder = new TextEncoder()

function conversationOf(records: readonly object[]): Conversation {
  const conversation = new Conversation()
  const reader = readLines('stream.jsonl')
  const bytes = encoder.encode(records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  for (const line of [...reader.push(bytes), ...reader.end()]) conversation.add(line)
  return conversation
}

const response = (usage: object, content: object[] = []) => ({
  type: 'assistant',
  session_id: 's',
  timestamp: '2026-08-01T10:00:00.000Z',
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

/** What the response costs in dollars after all records: alone, and as the total. */
function costOf(records: readonly object[]): number | undefined {
  const conversation = conversationOf(records)
  const nano = conversation.responsePrices()('msg_1')
  if (nano !== undefined) expect(conversation.costs().total.computed).toBe(nano / 1000)
  return nano === undefined ? undefined : nano / 1e9
}

describe('a response is priced by everything that its records say', () => {
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
  test('searches that are in the usage and in a result count once', () => {
    const searched = {...usage, server_tool_use: {web_search_requests: 2}}
    expect(costOf([response(searched, [call]), result])).toBe(0.52)
  })
  test('without usage it has no price', () => expect(costOf([response({})])).toBeUndefined())
})

test('prices of your own are used instead', () => {
  const rates = {input: 1, output: 1, cacheRead: 1, cacheWrite5m: 1, cacheWrite1h: 1}
  const {total} = conversationOf([response({input_tokens: 1000, output_tokens: 0})]).costs(
    new Map([['claude-opus-5', rates]]),
  )
  expect(total).toMatchObject({computed: 1000, unknownTokens: 0})
})

test('prices of responses are prepared once between two lines, and again after the next', () => {
  const conversation = conversationOf([response({input_tokens: 100_000, output_tokens: 0}, [call])])
  const priceOf = conversation.responsePrices()
  expect(conversation.responsePrices()).toBe(priceOf)
  const reader = readLines('stream.jsonl')
  for (const line of reader.push(encoder.encode(`${JSON.stringify(result)}\n`))) conversation.add(line)
  expect(conversation.responsePrices()('msg_1')).toBeGreaterThan(priceOf('msg_1') ?? 0)
})
