import {readFileSync} from 'node:fs'
import {describe, expect, test} from 'vitest'
import {Conversation} from '../../src/conversation/index.ts'
import {readLines} from '../../src/dialects/index.ts'
import type {Line} from '../../src/model/index.ts'
import {recording} from '../support/conversation/recordings.ts'
import {fc} from '../support/fc.ts'

/** The whole way of some bytes: read, folded, ended, written down. */
function through(bytes: Uint8Array): readonly Line[] {
  const reader = readLines('-')
  const lines = [...reader.push(bytes), ...reader.end()]
  const state = new Conversation()
  for (const line of lines) state.add(line)
  state.end('-')
  JSON.stringify(state.document())
  return lines
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

function holds(bytes: Uint8Array): void {
  const lines = through(bytes)
  const standing = new TextDecoder()
    .decode(bytes)
    .split('\n')
    .filter((line) => /[^\s\0]/.test(line.replace(/^\ufeff/, '')))
  expect(lines.length).toBeGreaterThanOrEqual(standing.length)
}

const streamOf = (name: string, run = 0): Buffer => readFileSync(recording(name).streams[run]?.path ?? '')
const transcriptOf = (name: string): Buffer => readFileSync(recording(name).transcripts[0]?.path ?? '')

const realLines = [
  '2.1.325/parallel',
  '2.1.112/hooks',
  '1.0.128/subagents-parallel',
  '2.1.325/partial',
].flatMap((name) => `${streamOf(name)}\n${transcriptOf(name)}`.split('\n').filter((line) => line !== ''))
const realTypes = [...new Set(realLines.flatMap((line) => /"type":"([^"]+)"/.exec(line)?.[1] ?? []))]

describe('nothing throws, and every record is counted', () => {
  test('for any bytes', () => {
    fc.assert(fc.property(fc.uint8Array({maxLength: 300}), holds), {numRuns: 500})
  })
  test('for any JSON that claims to be one of our types', () => {
    const record = fc.record(
      {
        type: fc.constantFrom(...realTypes),
        subtype: fc.constantFrom('init', 'success', 'task_started', 'hook_started', 'compact_boundary', 'x'),
        uuid: fc.constantFrom('a', 'b', 'c'),
        parentUuid: fc.constantFrom(null, 'a', 'b', 'c', 'gone'),
        sessionId: fc.constantFrom('s', 't'),
        session_id: fc.constantFrom('s', 't'),
        isSidechain: fc.boolean(),
        parent_tool_use_id: fc.constantFrom(null, 'toolu_1', 'toolu_2'),
        tool_use_id: fc.constantFrom('toolu_1', 'toolu_2'),
        agentId: fc.constantFrom('agent', 7),
        message: fc.oneof(fc.jsonValue(), messageLike()),
        content: fc.jsonValue(),
        timestamp: fc.oneof(fc.date({noInvalidDate: false}).map(String), fc.jsonValue()),
        event: fc.jsonValue(),
        attachment: fc.jsonValue(),
        toolUseResult: fc.jsonValue(),
        metadata: fc.jsonValue(),
        claudeMessage: fc.jsonValue(),
        usage: fc.jsonValue(),
        modelUsage: fc.jsonValue(),
        patch: fc.jsonValue(),
      },
      {requiredKeys: ['type']},
    )
    fc.assert(
      fc.property(fc.array(record, {maxLength: 12}), (records) =>
        holds(encode(records.map((r) => JSON.stringify(r)).join('\n'))),
      ),
      {numRuns: 1000},
    )
  })
  test('for real lines with bytes changed, cut, doubled and shuffled', () => {
    const mutated = fc
      .tuple(
        fc.constantFrom(...realLines),
        fc.nat(),
        fc.nat({max: 255}),
        fc.constantFrom('change', 'cut', 'insert', 'double'),
      )
      .map(([line, at, byte, how]) => {
        const bytes = Buffer.from(line)
        const index = at % bytes.length
        if (how === 'cut') return bytes.subarray(0, index)
        if (how === 'double') return Buffer.concat([bytes, bytes])
        if (how === 'insert')
          return Buffer.concat([bytes.subarray(0, index), Buffer.from([byte]), bytes.subarray(index)])
        bytes[index] = byte
        return bytes
      })
    fc.assert(
      fc.property(fc.array(mutated, {maxLength: 20}), (lines) =>
        holds(Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]))),
      ),
      {numRuns: 400},
    )
  })
  for (const [name, bytes] of [
    ['a stream', streamOf('2.1.112/interrupt')],
    ['a transcript', transcriptOf('1.0.128/permission-denied')],
  ] as const) {
    test(`for ${name} cut at every byte, of which at most the last record is unreadable`, () => {
      for (let length = 1; length < bytes.length; length += 1) {
        const reader = readLines('-')
        const lines = [...reader.push(bytes.subarray(0, length)), ...reader.end()]
        const whole = lines.slice(0, -1)
        expect(whole.filter((line) => line.kind === 'unreadable')).toEqual([])
        const last = lines.at(-1)
        if (last?.kind === 'unreadable') expect(last.reason).toBe('truncated')
      }
    })
  }
})

function messageLike() {
  const block = fc.record(
    {
      type: fc.constantFrom(
        'text',
        'thinking',
        'tool_use',
        'tool_result',
        'image',
        'web_search_tool_result',
        'new',
      ),
      text: fc.oneof(
        fc.string(),
        fc.constantFrom('<bash-input>', '<command-name>/x</command-name>', '[Request interrupted by user]'),
      ),
      id: fc.constantFrom('toolu_1', 'toolu_2'),
      tool_use_id: fc.constantFrom('toolu_1', 'toolu_2'),
      name: fc.constantFrom('Task', 'Bash', 'constructor', '__proto__'),
      input: fc.oneof(fc.jsonValue(), fc.constant({prompt: 'same'})),
      content: fc.jsonValue(),
      is_error: fc.constantFrom(true, false, null),
      source: fc.jsonValue(),
    },
    {requiredKeys: ['type']},
  )
  return fc.record({
    id: fc.constantFrom('msg_1', 'msg_2'),
    role: fc.constantFrom('user', 'assistant'),
    model: fc.constantFrom('m', '<synthetic>'),
    content: fc.oneof(fc.array(block, {maxLength: 4}), fc.string(), fc.jsonValue()),
    usage: fc.jsonValue(),
    stop_reason: fc.constantFrom(null, 'end_turn'),
  })
}
