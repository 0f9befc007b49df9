import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {queryUsage} from '../../src/archive/sqlite/usage/query-usage.ts'
import {Conversation} from '../../src/conversation/index.ts'
import {readLines} from '../../src/dialects/index.ts'
import type {SourceFile} from '../../src/sources/index.ts'
import {memoryArchive} from '../support/archive/memory-archive.ts'
import {foldDocument, foldFiles, recording} from '../support/conversation/recordings.ts'
import {
  agentResponse,
  assistantResponse,
  resultRecord,
  streamEvent,
  testConversation,
  textBlock,
  toolResult,
  toolUse,
} from '../support/conversation/test-conversation.ts'

const spendingIn = (files: readonly SourceFile[]) => foldFiles(files).spending()

describe('tokens', () => {
  test('a stream repeats placeholders on every line; its result says 238, not 22 and not 9', () => {
    const {streams, transcripts} = recording('2.1.325/parallel')
    expect(spendingIn(streams).usage).toEqual({
      input: 18,
      output: 238,
      cacheRead: 28_917,
      cacheWrite5m: 7212,
      cacheWrite1h: 0,
    })
    expect(spendingIn(transcripts).usage.output).toBe(238)
  })
  test('cache writes that last an hour count once, though not every line lists them separately', async () => {
    const counts = {input_tokens: 3, cache_creation_input_tokens: 1443, cache_read_input_tokens: 22_189}
    const apart = {cache_creation: {ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 1443}}
    const records = [
      streamEvent({
        type: 'message_start',
        message: {id: 'm1', model: 'sonnet', usage: {...counts, ...apart, output_tokens: 1}},
      }),
      streamEvent({type: 'content_block_start', index: 0, content_block: {type: 'text', text: ''}}),
      {
        ...assistantResponse('m1', textBlock('hi')),
        message: {
          ...assistantResponse('m1', textBlock('hi')).message,
          model: 'sonnet',
          usage: {...counts, ...apart, output_tokens: 1},
        },
      },
      // As the API sends it: without the parts of what was written.
      streamEvent({
        type: 'message_delta',
        delta: {stop_reason: 'end_turn'},
        usage: {...counts, output_tokens: 33},
      }),
      resultRecord({
        total_cost_usd: 0.0133,
        usage: {...counts, ...apart, output_tokens: 33},
        modelUsage: {
          haiku: {
            inputTokens: 155,
            outputTokens: 108,
            cacheReadInputTokens: 0,
            cacheCreationInputTokens: 0,
            costUSD: 0.0007,
          },
          sonnet: {
            inputTokens: 3,
            outputTokens: 33,
            cacheReadInputTokens: 22_189,
            cacheCreationInputTokens: 1443,
            costUSD: 0.0126,
          },
        },
      }),
    ]
    const usage = {input: 158, output: 141, cacheRead: 22_189, cacheWrite5m: 0, cacheWrite1h: 1443}
    const telling = testConversation()
    telling.add(records)
    telling.end()
    expect(telling.document().usage).toEqual(usage)
    const folder = mkdtempSync(join(tmpdir(), 'recount-hour-'))
    const path = join(folder, 'stream.jsonl')
    writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
    const archive = await memoryArchive([path])
    expect(queryUsage(archive, {group: 'session', timeZone: 'UTC'}).total).toMatchObject({usage})
    archive.close()
    rmSync(folder, {recursive: true})
  })
  test('stream and transcript of one session together are still one session', () => {
    const {streams, transcripts} = recording('2.1.325/parallel')
    expect(spendingIn([...streams, ...transcripts]).usage.output).toBe(238)
    expect(spendingIn([...transcripts, ...streams]).usage.output).toBe(238)
    expect(foldDocument([...transcripts, ...streams]).toolCalls).toHaveLength(6)
  })
  test("a result's total covers sub-agents, which its own usage does not", () => {
    expect(spendingIn(recording('2.1.325/subagents-parallel').streams).usage.output).toBe(487)
    expect(spendingIn(recording('2.1.325/subagents-parallel').transcripts).usage.output).toBe(487)
  })
  test('a result without totals by model, as before 1.0.128, counts the main loop; agents come on top', () => {
    const usage = (output: number, input = 4) => ({input_tokens: input, output_tokens: output})
    const used = (line: {readonly message: object}, output: number) => ({
      ...line,
      message: {...line.message, usage: usage(output)},
    })
    const telling = testConversation()
    telling.add([
      used(assistantResponse('m1', toolUse('a', 'Task')), 1),
      used(agentResponse('a', 'm2', textBlock('found')), 2),
      toolResult('a'),
      used(assistantResponse('m3', textBlock('done')), 1),
      {type: 'result', subtype: 'success', is_error: false, session_id: 's', usage: usage(162, 8)},
    ])
    telling.end()
    expect(telling.state.spending()).toMatchObject({complete: false, usage: {output: 164, input: 12}})
  })
  test('old transcripts keep placeholders only: their output is marked as a lower bound', () => {
    const {streams, transcripts} = recording('1.0.128/parallel')
    expect(spendingIn(transcripts)).toMatchObject({complete: false, usage: {output: 64}})
    expect(spendingIn(streams)).toMatchObject({complete: true, usage: {output: 258}})
  })
  test('an answer that no result counts is added to what the results tell, and marked', () => {
    const {streams} = recording('2.1.112/sigint')
    expect(spendingIn(streams.slice(1))).toMatchObject({complete: true, usage: {output: 11}})
    const both = spendingIn(streams)
    expect(both.complete).toBe(false)
    expect(both.usage.output).toBeGreaterThan(11)
  })
  test('an answer that broke off or was interrupted is added to results that do not count it, and marked', () => {
    const brokeOff = recording('2.1.112/api-midstream')
    const interrupted = recording('2.1.112/interrupt')
    for (const [{streams, transcripts}, output] of [[brokeOff, 3] as const, [interrupted, 61] as const]) {
      for (const files of [streams, transcripts, [...streams, ...transcripts], [...transcripts, ...streams]])
        expect(spendingIn(files)).toMatchObject({complete: false, usage: {output}})
    }
  })
  test('an answer that came without streaming after an error is added to the result, which counts only a helper', () => {
    const telling = testConversation()
    const used = {input_tokens: 7, output_tokens: 12}
    const said = assistantResponse('m', textBlock('Recovered.'))
    const total = (inputTokens: number, outputTokens: number) => ({inputTokens, outputTokens, costUSD: 0})
    const helped = {
      usage: {input_tokens: 0, output_tokens: 0},
      modelUsage: {haiku: total(6, 10), claude: total(0, 0)},
    }
    telling.add([
      {...said, message: {...said.message, stop_reason: 'end_turn', usage: used}},
      resultRecord({total_cost_usd: 0.1, ...helped}),
    ])
    expect(telling.state.spending()).toMatchObject({complete: true, usage: {input: 13, output: 22}})
    // It stays so when a later result counts more.
    const later = assistantResponse('n', textBlock('More.'))
    telling.add([
      {...later, message: {...later.message, usage: {input_tokens: 8, output_tokens: 1}}},
      resultRecord({total_cost_usd: 0.2, modelUsage: {haiku: total(6, 10), claude: total(8, 40)}}),
    ])
    expect(telling.state.spending()).toMatchObject({complete: true, usage: {input: 21, output: 62}})
  })
  test('what was interrupted after a finished response is added to a report that counts the finished one alone', () => {
    const [first, second] = [
      {input: 6, output: 41, cacheRead: 20_528, cacheWrite: 5126},
      {input: 8, output: 5, cacheRead: 20_657, cacheWrite: 5157},
    ]
    const stream = testConversation()
    stream.add([using('m1', {...first, output: 3}), using('m2', second), reporting({claude: first})])
    expect(stream.state.spending()).toMatchObject({
      complete: false,
      usage: {input: 14, output: 46, cacheRead: 41_185, cacheWrite5m: 10_283},
    })
  })
  test('a report that does not name the model of a response does not count it, and what it names is added', () => {
    const telling = testConversation()
    const helped = {input: 6, output: 10, cacheRead: 164, cacheWrite: 36}
    telling.add([
      using('m', {input: 7, output: 12, cacheRead: 12_140, cacheWrite: 3029}, 'end_turn'),
      reporting({haiku: helped}),
    ])
    expect(telling.state.spending()).toMatchObject({
      complete: true,
      usage: {input: 13, output: 22, cacheRead: 12_304, cacheWrite5m: 3065},
    })
  })
  test('agents of which neither a response nor a report says anything make it a lower bound', () => {
    const main = (id: string, block: object) => {
      const line = assistantResponse(id, block)
      const usage = {input_tokens: 4, output_tokens: 9}
      return {...line, message: {...line.message, stop_reason: 'end_turn', usage}}
    }
    const paid = resultRecord({cost_usd: 0.05, total_cost: 0.05})
    const alone = testConversation()
    alone.add([main('m1', textBlock('done')), paid])
    expect(alone.state.spending().complete).toBe(true)
    const delegating = testConversation()
    delegating.add([main('m1', toolUse('a', 'Task')), toolResult('a'), main('m2', textBlock('done')), paid])
    expect(delegating.state.spending().complete).toBe(false)
    const refused = testConversation()
    refused.add([
      main('m1', toolUse('a', 'Task')),
      toolResult('a', 'Error: no', true),
      main('m2', textBlock('done')),
      paid,
    ])
    expect(refused.state.spending().complete).toBe(true)
    const used = {input: 8, output: 60, cacheRead: 0, cacheWrite: 0}
    delegating.add([reporting({claude: used})])
    expect(delegating.state.spending()).toMatchObject({complete: true, usage: {input: 8, output: 60}})
  })
  test('results that name ever so many models cost no more than their length', () => {
    const telling = testConversation()
    const totals = (outputTokens: number) =>
      Object.fromEntries(Array.from({length: 100_000}, (_, n) => [`model-${n}`, {outputTokens, costUSD: 0}]))
    for (const output of [1, 2])
      telling.add([resultRecord({total_cost_usd: output, modelUsage: totals(output)})])
    expect(telling.state.spending().usage.output).toBe(200_000)
  }, 60_000)
  test('a copy of a stream that was cut off before its result adds nothing, whichever is read first', () => {
    const whole = readFileSync(recording('2.1.325/parallel').streams[0]?.path ?? '', 'utf8')
    const cut = whole.slice(0, whole.trimEnd().lastIndexOf('\n'))
    expect(cut).not.toContain('"type":"result"')
    for (const copies of [
      [cut, whole],
      [whole, cut],
    ]) {
      const state = new Conversation()
      for (const [at, copy] of copies.entries()) {
        const reader = readLines(`copy-${at}`)
        for (const line of [...reader.push(Buffer.from(copy)), ...reader.end()]) state.add(line)
        state.end(`copy-${at}`)
      }
      expect(state.spending().usage).toMatchObject({input: 18, output: 238})
    }
  })
})

/** Tokens as a test writes them. */
interface Tokens {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

/** A line of a stream: a response with its usage. */
function using(id: string, tokens: Tokens, stopReason: string | null = null): object {
  const line = assistantResponse(id, textBlock(id))
  const usage = {
    input_tokens: tokens.input,
    output_tokens: tokens.output,
    cache_read_input_tokens: tokens.cacheRead,
    cache_creation_input_tokens: tokens.cacheWrite,
  }
  return {...line, message: {...line.message, stop_reason: stopReason, usage}}
}

/** A result with totals by model. */
const reporting = (totals: Readonly<Record<string, Tokens>>): object =>
  resultRecord({
    total_cost_usd: 0.1,
    modelUsage: Object.fromEntries(
      Object.entries(totals).map(([model, {input, output, cacheRead, cacheWrite}]) => [
        model,
        {
          inputTokens: input,
          outputTokens: output,
          cacheReadInputTokens: cacheRead,
          cacheCreationInputTokens: cacheWrite,
          costUSD: 0.1,
        },
      ]),
    ),
  })

/** A line of a transcript: an answer, under an id that another copy of it does not have. */
const said = (session: string, answered: string, more: object = {}): string =>
  `${JSON.stringify({
    type: 'assistant',
    uuid: `${session}-${answered}`,
    parentUuid: null,
    isSidechain: false,
    sessionId: session,
    version: '1.0.44',
    timestamp: '2025-07-02T10:00:00.000Z',
    message: {id: answered, role: 'assistant', content: [textBlock(answered)], usage: {input_tokens: 1}},
    ...more,
  })}\n`

/** The result of a run, as `--output-format json` prints it. */
const resultLineOf = (path: string): string =>
  readFileSync(path, 'utf8')
    .split('\n')
    .findLast((line) => line.includes('"type":"result"')) ?? ''

/** Folds files of lines, one after the other. */
function documentOfLines(files: readonly (readonly [string, readonly string[]])[]) {
  const state = new Conversation()
  for (const [path, lines] of files) {
    const reader = readLines(path)
    for (const line of reader.push(new TextEncoder().encode(lines.join('')))) state.add(line)
    state.end(path)
  }
  return state.document()
}

describe('resumes and forks', () => {
  test('2.1.325 continues its totals over resume and fork; each result adds only what is new', () => {
    const {streams, transcripts} = recording('2.1.325/resume-fork')
    const live = spendingIn(streams)
    expect(live.usage.output).toBe(98)
    expect(live.reportedCostUsd).toBeCloseTo(0.0705134 + 0.0138394, 9)
    const saved = spendingIn(transcripts)
    expect(saved.usage).toEqual(live.usage)
    expect(saved.reportedCostUsd).toBeCloseTo(live.reportedCostUsd ?? 0, 9)
  })
  test('it does not matter which of the two files is read first', () => {
    const {transcripts} = recording('2.1.325/resume-fork')
    const reversed = spendingIn([...transcripts].reverse())
    expect(reversed.usage.output).toBe(98)
    expect(reversed.reportedCostUsd).toBeCloseTo(0.0843528, 9)
  })
  test('older clients begin at nothing in each process; the sum of the runs is the cost', () => {
    const {streams} = recording('1.0.128/resume-fork')
    const costs = [0.03118928, 0.01552842, 0.0155363, 0.015581169999999998, 0.015283719999999999]
    expect(spendingIn(streams).reportedCostUsd).toBeCloseTo(
      costs.reduce((a, b) => a + b),
      9,
    )
  })
  test('a run that continues the sum of another counts with its own part, though it does not say so', () => {
    const files = recording('2.1.325/resume-fork').streams.slice(0, 3)
    const results = files.map(({path}) => {
      const {model_usage_since_last_result: _, ...last} = JSON.parse(resultLineOf(path))
      return [path, [`${JSON.stringify(last)}\n`]] as const
    })
    for (const order of [results, [...results].reverse()]) {
      expect(documentOfLines(order)).toMatchObject({usage: {output: 76}, reportedCostUsd: 0.0564582})
    }
    const oldest = ['one', 'two'].map((path) => {
      const last = {type: 'result', subtype: 'success', is_error: false, session_id: 's', cost_usd: 0.05}
      return [path, [`${JSON.stringify({...last, result: path})}\n`]] as const
    })
    expect(documentOfLines(oldest).reportedCostUsd).toBeCloseTo(0.1, 9)
    const older = recording('1.0.128/resume-fork').streams.slice(0, 3)
    const apart = older.map(({path}) => [path, [`${resultLineOf(path)}\n`]] as const)
    expect(documentOfLines(apart).reportedCostUsd).toBeCloseTo(0.03118928 + 0.01552842 + 0.0155363, 9)
  })
  test('a copy that the SDK made says what it is a copy of, whichever is read first', () => {
    const fork = [said('fork', 'one', {forkedFrom: {sessionId: 'original', messageUuid: 'original-one'}})]
    for (const files of [
      {original: [said('original', 'one'), said('original', 'two')], fork},
      {fork, original: [said('original', 'one'), said('original', 'two')]},
      {original: [said('original', 'one')], fork},
      {fork, original: [said('original', 'one')]},
    ]) {
      const {sessions} = documentOfLines(Object.entries(files))
      expect(sessions.find(({sessionId}) => sessionId === 'original')).toMatchObject({copiedFrom: null})
      expect(sessions.find(({sessionId}) => sessionId === 'fork')).toMatchObject({
        copiedFrom: 'original',
        usage: null,
      })
    }
  })
  test('three in a row each go on from the one before, whichever is read first', () => {
    const sessions = ['one', 'two', 'three']
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
      [2, 0, 1],
      [0, 2, 1],
      [1, 0, 2],
    ]) {
      const files = order.map((at): readonly [string, readonly string[]] => {
        const session = sessions[at] ?? ''
        return [session, sessions.slice(0, at + 1).map((id) => said(session, id))]
      })
      const byId = new Map(documentOfLines(files).sessions.map((session) => [session.sessionId, session]))
      expect(sessions.map((id) => byId.get(id)?.copiedFrom)).toEqual([null, 'one', 'two'])
      expect(sessions.map((id) => byId.get(id)?.usage?.input)).toEqual([1, 1, 1])
    }
  })
  test('reading a transcript twice, or a copy of it, adds nothing', () => {
    const {transcripts} = recording('2.1.112/parallel')
    const [file] = transcripts
    const copy = file ? [{...file}] : []
    const state = foldFiles(transcripts)
    foldFiles(copy, {state})
    expect(state.spending().usage).toEqual(spendingIn(transcripts).usage)
    expect(state.runCounts).toEqual(foldFiles(transcripts).runCounts)
  })
})

describe('cost', () => {
  test('copies of 0.2.x that say 0 do not hide what the responses cost, whichever is read first', async () => {
    const at = (minute: number) => `2025-03-01T10:0${minute}:00.000Z`
    const line = (session: string, id: string, costUSD: number, minute: number) =>
      said(session, id, {version: '0.2.126', costUSD, timestamp: at(minute)})
    const one = ['one', [line('one', 'a', 0.07, 0)]] as const
    const two = ['two', [line('two', 'a', 0, 5), line('two', 'b', 0.0235, 6)]] as const
    const folder = mkdtempSync(join(tmpdir(), 'recount-copies-'))
    const paths = [one, two].map(([name, lines]) => {
      const path = join(folder, `${name}.jsonl`)
      writeFileSync(path, lines.join(''))
      return path
    })
    for (const [files, order] of [
      [[one, two], paths],
      [[two, one], [...paths].reverse()],
    ] as const) {
      expect(documentOfLines(files).reportedCostUsd).toBeCloseTo(0.0935, 9)
      const {total} = queryUsage(await memoryArchive(order), {group: 'session', timeZone: 'UTC'})
      expect(total.reportedCostMicros).toBe(93_500)
    }
    rmSync(folder, {recursive: true})
  })
  test('totals in one process run on; the last one is the cost, not their sum', () => {
    expect(spendingIn(recording('2.1.112/interrupt').streams).reportedCostUsd).toBeCloseTo(
      0.051764550000000006,
      9,
    )
  })
  test('a compaction costs though its result says no tokens', () => {
    const [, second] = recording('2.1.112/compact-manual').streams
    expect(spendingIn(second ? [second] : []).reportedCostUsd).toBeCloseTo(0.016935, 9)
  })
  test('what no source reports is unknown, not nothing', () => {
    expect(spendingIn(recording('2.1.112/parallel').transcripts).reportedCostUsd).toBeUndefined()
  })
})
