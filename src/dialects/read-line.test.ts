import {describe, expect, test} from 'vitest'
import {fc} from '../../test/support/fc.ts'
import type {JsonValue, Line} from '../model/index.ts'
import {dialects, readLine, readLines, readRecord} from './read-line.ts'

const read = (text: string): readonly Line[] =>
  readLine({text, number: 3, offset: 40, record: 0, tooLong: false}, 'a.jsonl')

/** What is on a line, in short: a message's kind, an unknown record's type, the reason of an unreadable one. */
const shortly = (text: string): readonly string[] =>
  read(text).map((line) => {
    if (line.kind === 'message') return line.message.kind
    return line.kind === 'unknown' ? `unknown ${line.type}` : `unreadable ${line.reason}`
  })

const prompt = '{"type":"user","message":{"role":"user","content":"hi } and { and \\" there"}}'
const answer = '{"type":"assistant","message":{"id":"msg_1","content":[{"type":"text","text":"}{"}]}}'

describe('a record on its own line', () => {
  test('is a message with its place and its text', () => {
    expect(read(prompt)).toMatchObject([
      {
        kind: 'message',
        at: {source: 'a.jsonl', line: 3, record: 0, offset: 40},
        text: prompt,
        message: {kind: 'prompt'},
      },
    ])
  })

  test.each([
    ['{"type":"released_tomorrow","a":1}', 'released_tomorrow'],
    ['{"type":"system","subtype":"released_tomorrow"}', 'system/released_tomorrow'],
    ['{"_type":"ReleasedTomorrow"}', 'ReleasedTomorrow'],
    ['{"agentType":"Explore","toolUseId":"toolu_1"}', 'no type'],
    ['{"type":7}', 'no type'],
    ['{}', 'no type'],
    ['7', 'number'],
    ['"text"', 'string'],
    ['null', 'null'],
    ['true', 'boolean'],
    ['[]', 'array'],
    ['[1,2]', 'array'],
  ])('%s is unknown, as %s, and kept', (text, type) => {
    expect(read(text)).toMatchObject([{kind: 'unknown', type, text, value: JSON.parse(text)}])
  })

  test.each([
    ['Debugger attached.', 'not-json'],
    ['{"type":"user","message":{"content":"h', 'truncated'],
    ['%PDF-1.4\0\u0001\u0002', 'binary'],
    ['\u00a0', 'not-json'],
  ])('%j is unreadable, as %s, and kept', (text, reason) => {
    expect(read(text)).toMatchObject([{kind: 'unreadable', reason, text}])
  })

  test('may be longer than a string can be', () => {
    expect(readLine({text: '{"a":"', number: 1, offset: 0, record: 0, tooLong: true}, '-')).toMatchObject([
      {kind: 'unreadable', reason: 'too-long', text: '{"a":"'},
    ])
  })
})

describe('several records on a line', () => {
  test('are numbered, and share the line and its offset', () => {
    expect(read(`${prompt}${answer} {"type":"x"}`)).toMatchObject([
      {kind: 'message', text: prompt, at: {line: 3, record: 0, offset: 40}},
      {kind: 'message', text: answer, at: {line: 3, record: 1, offset: 40}},
      {kind: 'unknown', text: '{"type":"x"}', at: {line: 3, record: 2, offset: 40}},
    ])
  })

  test('may be a session as one array', () => {
    expect(shortly(`[${prompt},${answer},{"type":"result","subtype":"success"}]`)).toEqual([
      'prompt',
      'assistant',
      'result',
    ])
  })
})

describe('a record that was torn off', () => {
  test.each([
    ['in a text', '{"type":"assistant","message":{"id":"msg_01', prompt],
    ['in a key', '{"type":"assistant","mess', prompt],
    ['after a value', '{"type":"assistant"', answer],
    ['after a backslash', '{"text":"C:\\', answer],
    ['at its front', 'istant","message":{"content":[]}}', prompt],
  ])('%s does not hide the complete record after it', (_where, torn, whole) => {
    expect(read(`${torn}${whole}`)).toMatchObject([
      {kind: 'unreadable', text: torn, at: {record: 0}},
      {kind: 'message', text: whole, at: {record: 1}},
    ])
  })

  test('after many nested objects does not either', () => {
    const torn = `{"type":"user","toolUseResult":{"patch":[${'{"lines":["a"]},'.repeat(100)}{"lines":["cut`
    expect(read(`${torn}${answer}`)).toMatchObject([
      {kind: 'unreadable', text: torn},
      {kind: 'message', text: answer},
    ])
  })

  test('between complete ones leaves both', () => {
    expect(shortly(`${prompt}{"type":"assi${answer}`)).toEqual([
      'prompt',
      'unreadable truncated',
      'assistant',
    ])
  })

  test('may be followed by another one', () => {
    expect(shortly(`{"type":"assi${prompt}{"type":"us`)).toEqual([
      'unreadable truncated',
      'prompt',
      'unreadable truncated',
    ])
  })

  test.each([
    [
      'an object',
      '{"type":"progress","data":{"message":{"type":"user","message":{"role":"user","content":"hi"}}',
    ],
    ['a list', `{"type":"progress","normalizedMessages":[${prompt},${answer}`],
    ['a text', `{"type":"user","message":{"content":${JSON.stringify(prompt)}},"toolUseResult":{"a":`],
  ])('stays one record, though %s in it looks like a message', (_where, torn) => {
    expect(read(torn)).toMatchObject([{kind: 'unreadable', reason: 'truncated', text: torn}])
  })

  test('is not searched for ever', () => {
    const torn = `{"text":"x${'{"type":"released_tomorrow","text":"x'.repeat(20_000)}`
    expect(read(torn)).toHaveLength(1)
  }, 5000)
})

describe('any input', () => {
  const words = fc.constantFrom(
    'user',
    'assistant',
    'system',
    'result',
    'stream_event',
    'attachment',
    'progress',
    'error',
  )
  const names = fc.constantFrom(
    ...[
      'type',
      'subtype',
      'message',
      'content',
      'metadata',
      'data',
      'event',
      'attachment',
      'claudeMessage',
      'uuid',
    ],
    ...[
      'sessionId',
      'session_id',
      'parentUuid',
      'timestamp',
      '_type',
      'usage',
      'modelUsage',
      'patch',
      'tool_results',
    ],
  )
  const record = fc.letrec<{value: JsonValue; object: Record<string, JsonValue>}>((tie) => ({
    object: fc.dictionary(names, tie('value'), {maxKeys: 8}),
    value: fc.oneof(
      {depthSize: 'small', withCrossShrink: true},
      fc.oneof(
        words,
        fc.string(),
        fc.double({noNaN: true, noDefaultInfinity: true}),
        fc.boolean(),
        fc.constant(null),
      ),
      tie('object'),
      fc.array(tie('value'), {maxLength: 3}),
    ),
  })).object

  const types = [
    ...[
      'user',
      'assistant',
      'system',
      'result',
      'stream_event',
      'tool_progress',
      'rate_limit_event',
      'control_request',
    ],
    ...[
      'attachment',
      'progress',
      'queue-operation',
      'cost-state',
      'summary',
      'tool_call',
      'permission_response',
      'tool_use',
    ],
  ]

  test('no record of a known type makes a reader fail', () => {
    fc.assert(
      fc.property(record, fc.constantFrom(...types), (fields, type) => {
        const message = readRecord({...fields, type})
        expect(message === undefined || message.record['type'] === type).toBe(true)
      }),
      {numRuns: 2000},
    )
  })

  test('no record of a known subtype makes a reader fail', () => {
    const subtypes = [
      'init',
      'compact_boundary',
      'hook_response',
      'task_updated',
      'stop_hook_summary',
      'local_command',
      'status',
    ]
    fc.assert(
      fc.property(record, fc.constantFrom(...subtypes), (fields, subtype) => {
        readRecord({...fields, type: 'system', subtype})
      }),
      {numRuns: 1000},
    )
  })

  test('no record is of two dialects, unless it is made to be', () => {
    fc.assert(
      fc.property(record, fc.constantFrom(...types), ({claudeMessage: _kept, _type, ...fields}, type) => {
        const names = dialects
          .filter((dialect) => dialect.recognizes({...fields, type}))
          .map((dialect) => dialect.name)
        expect(names.length).toBeLessThan(2)
      }),
      {numRuns: 2000},
    )
  })

  test('no text makes a reader fail, and its records are pieces of it', () => {
    const text = fc.oneof(
      fc.string({unit: 'binary'}),
      fc
        .array(
          fc.oneof(
            record.map((value) => JSON.stringify(value)),
            fc.string(),
            fc.constantFrom(prompt, answer),
          ),
        )
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, (line) => {
        for (const {text: own, at} of read(line)) {
          expect(line).toContain(own)
          expect(at.line).toBe(3)
        }
      }),
      {numRuns: 300},
    )
  })

  test('no line goes uncounted', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string({unit: 'binary'}), fc.json())), (texts) => {
        const lines = texts.map((text) => text.replaceAll('\n', ' '))
        const reader = readLines('-')
        const read = [
          ...reader.push(new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''))),
          ...reader.end(),
        ]
        // A record that extends over several lines counts for all of them.
        const counts = new Map(read.map(({at, text}) => [at.line, text.split('\n').length]))
        const counted = [...counts.values()].reduce((sum, number) => sum + number, 0)
        expect(counted + reader.warnings.blank + reader.warnings.brackets).toBe(lines.length)
      }),
    )
  })
})

describe('a source', () => {
  test('gives each line with the piece that ends it', () => {
    const reader = readLines('live')
    const encode = (text: string) => new TextEncoder().encode(text)
    expect(reader.push(encode(prompt))).toEqual([])
    expect(reader.push(encode(`\n${answer}`)).map(({text}) => text)).toEqual([prompt])
    expect(reader.end().map(({text, at}) => [text, at.line, at.offset])).toEqual([
      [answer, 2, prompt.length + 1],
    ])
    expect(reader.end()).toEqual([])
    expect(reader.bytes).toBe(prompt.length + 1 + answer.length)
  })

  test('counts lines with several records', () => {
    const reader = readLines('-')
    reader.push(new TextEncoder().encode(`${prompt}${answer}\n${prompt}\n[${prompt},${answer}]\n`))
    expect(reader.warnings.glued).toBe(2)
  })

  test('numbers the records of an array apart, though some carry another one', () => {
    const carrying = JSON.stringify({
      type: 'progress',
      uuid: 'p1',
      parentUuid: null,
      sessionId: 's',
      data: {type: 'agent_progress', agentId: 'a1', message: JSON.parse(answer)},
    })
    const reader = readLines('-')
    const lines = reader.push(new TextEncoder().encode(`[${carrying},${prompt},${carrying}]\n`))
    expect(lines.length).toBeGreaterThan(3)
    expect(lines.map(({at}) => at.record)).toEqual(lines.map((_line, index) => index))
  })
})
