import {mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, describe, expect, test} from 'vitest'
import {memoryArchive} from '../../../../test/support/archive/memory-archive.ts'
import {foldFiles, recording} from '../../../../test/support/conversation/recordings.ts'
import {queryUsage} from '../usage/query-usage.ts'

const folder = mkdtempSync(join(tmpdir(), 'recount-searches-'))
afterAll(() => rmSync(folder, {recursive: true, force: true}))

const totalOf = async (paths: readonly string[]) => {
  const database = await memoryArchive(paths)
  const {total} = queryUsage(database, {group: 'session', timeZone: 'UTC'})
  database.close()
  return total
}

describe('what the client searched counts once', () => {
  const {streams, transcripts} = recording('2.1.112/web')
  const paths = (files: typeof streams) => files.map(({path}) => path)
  test('in a transcript, whose cost is a lower bound: the request that searched is in no line', async () => {
    const {webSearches, isComplete, costMicros} = await totalOf(paths(transcripts))
    expect({webSearches, complete: isComplete}).toEqual({webSearches: 1, complete: false})
    // The tokens of the lines and one search.
    expect(costMicros).toBe(77_653 + 10_000)
    expect(foldFiles(transcripts).spending().complete).toBe(false)
  })
  test('in a stream, whose result reports it under the model that searched', async () => {
    const {webSearches, isComplete, costMicros, reportedCostMicros} = await totalOf(paths(streams))
    expect({webSearches, complete: isComplete}).toEqual({webSearches: 1, complete: true})
    expect(costMicros).toBe(reportedCostMicros)
    expect(foldFiles(streams).spending().complete).toBe(true)
  })
  test('in both, in either order', async () => {
    for (const files of [
      [...streams, ...transcripts],
      [...transcripts, ...streams],
    ]) {
      const {webSearches, isComplete, costMicros, reportedCostMicros} = await totalOf(paths(files))
      expect({webSearches, complete: isComplete}).toEqual({webSearches: 1, complete: true})
      expect(costMicros).toBe(reportedCostMicros)
    }
  })
})

test('pages that the client fetched were read by a request that is in no line either', async () => {
  const {streams, transcripts} = recording('2.1.112/webfetch-ok')
  expect((await totalOf(transcripts.map(({path}) => path))).isComplete).toBe(false)
  expect((await totalOf(streams.map(({path}) => path))).isComplete).toBe(true)
})

describe('made sessions', () => {
  const session = '11111111-1111-4111-8111-111111111111'
  const write = (name: string, records: readonly object[]): string => {
    const path = join(folder, name)
    writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
    return path
  }
  const spoken = (id: string, usage: object, content: readonly object[] = []) => ({
    type: 'assistant',
    uuid: `uuid-${id}`,
    sessionId: session,
    version: '2.1.203',
    timestamp: '2025-09-01T10:00:00.000Z',
    message: {
      id,
      role: 'assistant',
      model: 'claude-sonnet-4-20250514',
      content,
      stop_reason: 'end_turn',
      usage,
    },
  })
  const call = {type: 'tool_use', id: 'toolu_1', name: 'WebSearch', input: {query: 'tides'}}
  const answer = {
    type: 'user',
    uuid: 'uuid-result',
    sessionId: session,
    timestamp: '2025-09-01T10:00:01.000Z',
    message: {role: 'user', content: [{type: 'tool_result', tool_use_id: 'toolu_1', content: 'Found.'}]},
    toolUseResult: {query: 'tides', results: ['Found.'], searchCount: 2},
  }
  const tokens = {input_tokens: 1000, output_tokens: 100}

  test('a report may name another model for the searches', async () => {
    const modelUsage = {
      'claude-sonnet-4-20250514': {inputTokens: 1000, outputTokens: 100, costUSD: 0.0045},
      'claude-haiku-4-5': {inputTokens: 2000, outputTokens: 0, webSearchRequests: 2, costUSD: 0.022},
    }
    const state = {type: 'cost-state', sessionId: session, totalCostUSD: 0.0265, modelUsage}
    const {webSearches, costMicros, isComplete} = await totalOf([
      write(`${session}.jsonl`, [spoken('msg_1', tokens, [call]), answer, state]),
    ])
    expect({webSearches, cost: costMicros, complete: isComplete}).toEqual({
      webSearches: 2,
      cost: 26_500,
      complete: true,
    })
  })
  test('a response that searched on the server has the same searches in its usage', async () => {
    const helper = spoken('msg_2', {...tokens, server_tool_use: {web_search_requests: 2}})
    const {webSearches} = await totalOf([
      write(`${session}.jsonl`, [spoken('msg_1', tokens, [call]), helper, answer]),
    ])
    expect(webSearches).toBe(2)
  })
  test('a call that failed searched nothing', async () => {
    const failed = {
      ...answer,
      message: {
        role: 'user',
        content: [{type: 'tool_result', tool_use_id: 'toolu_1', is_error: true, content: 'No.'}],
      },
      toolUseResult: 'Error: No.',
    }
    const {webSearches, isComplete} = await totalOf([
      write(`${session}.jsonl`, [spoken('msg_1', tokens, [call]), failed]),
    ])
    expect({webSearches, complete: isComplete}).toEqual({webSearches: 0, complete: true})
  })
  test('each request has the band of its own prompt', async () => {
    const {costMicros} = await totalOf([
      write(`${session}.jsonl`, [
        spoken('msg_1', {input_tokens: 1000, cache_read_input_tokens: 150_000, output_tokens: 100}),
        spoken('msg_2', {input_tokens: 1000, cache_read_input_tokens: 250_000, output_tokens: 100}),
      ]),
    ])
    // $3, $0.30 and $15 for the first, $6, $0.60 and $22.50 for the second.
    expect(costMicros).toBe(3000 + 45_000 + 1500 + (6000 + 150_000 + 2250))
  })
  test('output that only a report has gets the band of the responses whose output it is', async () => {
    const model = 'claude-sonnet-4-20250514'
    const usage = {input_tokens: 1000, cache_read_input_tokens: 250_000, output_tokens: 1}
    const stream = [
      {type: 'system', subtype: 'init', session_id: session, model},
      {
        type: 'assistant',
        session_id: session,
        message: {id: 'msg_1', role: 'assistant', model, content: [], stop_reason: null, usage},
      },
      {
        type: 'result',
        subtype: 'success',
        session_id: session,
        total_cost_usd: 0.1785,
        usage: {...usage, output_tokens: 1000},
        modelUsage: {[model]: {inputTokens: 1000, outputTokens: 1000, cacheReadInputTokens: 250_000}},
      },
    ]
    const {costMicros, isComplete} = await totalOf([write('stream.jsonl', stream)])
    expect({cost: costMicros, complete: isComplete}).toEqual({cost: 6000 + 150_000 + 22_500, complete: true})
  })
})
