import {mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, describe, expect, test} from 'vitest'
import {memoryArchive} from '../../../../test/support/archive/memory-archive.ts'
import {renderReconciliation} from '../../../cli/commands/usage/render-reconciliation.ts'
import {reconcile} from '../../usage/reconcile.ts'
import {queryUsage} from './query-usage.ts'

const folder = mkdtempSync(join(tmpdir(), 'recount-reconcile-'))
afterAll(() => rmSync(folder, {recursive: true, force: true}))

const session = '11111111-1111-4111-8111-111111111111'
const tokens = {
  inputTokens: 10,
  outputTokens: 100,
  cacheReadInputTokens: 20_000,
  cacheCreationInputTokens: 5000,
}

/** A stream of one response and its result, in which the client says what the tokens cost. */
const streamOf = (model: string, costUSD: number, more: object = {}): readonly object[] => [
  {type: 'system', subtype: 'init', session_id: session, model},
  {
    type: 'assistant',
    session_id: session,
    message: {
      id: 'msg_1',
      role: 'assistant',
      model,
      content: [{type: 'text', text: 'Done.'}],
      stop_reason: null,
      usage: {
        input_tokens: 10,
        output_tokens: 1,
        cache_read_input_tokens: 20_000,
        cache_creation_input_tokens: 5000,
      },
    },
  },
  {
    type: 'result',
    subtype: 'success',
    session_id: session,
    total_cost_usd: costUSD,
    modelUsage: {[model]: {...tokens, costUSD, ...more}},
  },
]

async function reconciled(...streams: readonly (readonly object[])[]) {
  const paths = streams.map((records, index) => {
    const path = join(folder, `stream-${index}.jsonl`)
    writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
    return path
  })
  const database = await memoryArchive(paths)
  const sessions = reconcile(queryUsage(database, {group: 'session', timeZone: 'UTC'}))
  database.close()
  return sessions
}

describe('the same tokens at another price', () => {
  test.each([
    // 2.1.37 does not know the model yet; 2.1.203 has the price that was announced first.
    ['claude-sonnet-4-5-20250929', 0.0438, 5, 25],
    ['claude-sonnet-5', 0.02628, 3, 15],
  ])('%s for $%f is $%f/$%f per million', async (model, cost, input, output) => {
    const [found] = await reconciled(streamOf(model, cost))
    expect(found).toMatchObject({reason: 'other-price', clientPrices: [{model, client: {input, output}}]})
    expect(renderReconciliation(found ? [found] : [], {color: false, width: 200})).toContain(
      `other price: the client counted the same tokens and used another price: ${model} at $${input}/$${output} per million tokens.`,
    )
  })
  test('is listed without a price if no known one gives its sum', async () => {
    const [found] = await reconciled(streamOf('claude-sonnet-5', 0.031))
    expect(found).toMatchObject({reason: 'other-price', clientPrices: [{client: undefined}]})
    expect(renderReconciliation(found ? [found] : [], {color: false, width: 200})).toContain(
      'at an unknown price',
    )
  })
  test('web searches are no part of the price of tokens', async () => {
    const [found] = await reconciled(streamOf('claude-sonnet-4-5-20250929', 0.0638, {webSearchRequests: 2}))
    expect(found).toMatchObject({reason: 'other-price', clientPrices: [{client: {input: 5, output: 25}}]})
  })
  test('explains no more than its own part of a difference', async () => {
    // Another run of the session was cut off before its result, with a response of $0.03.
    const cut = streamOf('claude-sonnet-4-5-20250929', 0)
      .slice(0, 2)
      .map((record) =>
        JSON.parse(
          JSON.stringify(record)
            .replace('msg_1', 'msg_2')
            .replace('"input_tokens":10', '"input_tokens":10000'),
        ),
      )
    const [found] = await reconciled(streamOf('claude-sonnet-4-5-20250929', 0.0438), cut)
    expect(found?.reason).not.toBe('other-price')
  })
  test('is not listed if the price is the same', async () => {
    expect(await reconciled(streamOf('claude-sonnet-4-5-20250929', 0.02628))).toMatchObject([
      {reason: 'same', clientPrices: []},
    ])
  })
})
