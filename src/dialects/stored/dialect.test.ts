import {describe, expect, test} from 'vitest'
import type {JsonObject} from '../../model/index.ts'
import {readLine, readRecord} from '../read-line.ts'

/** Seed 001's envelope around a message. */
const stored = (claudeMessage: JsonObject, fields: JsonObject = {}): JsonObject => ({
  id: 'a5ba1f7e-77bd-47da-bd3e-1ceb1b105c90',
  conversationId: 'ff3d1464-ab09-4fed-bc86-9064056dad84',
  agentId: 'claude',
  timestamp: '2026-03-04T09:12:00.540Z',
  claudeMessage,
  ...fields,
})

describe('the envelope of Chorus stores', () => {
  test.each<[string, JsonObject]>([
    [
      'init',
      {
        type: 'system',
        subtype: 'init',
        session_id: 'abc',
        tools: ['Read'],
        model: 'm',
        cwd: '/w',
        permissionMode: 'default',
      },
    ],
    [
      'assistant',
      {
        type: 'assistant',
        message: {id: 'msg_1', role: 'assistant', content: [{type: 'text', text: 'Hi'}], model: 'm'},
      },
    ],
    [
      'tool-result',
      {
        type: 'user',
        message: {
          role: 'user',
          content: [{type: 'tool_result', tool_use_id: 't', content: 'x', is_error: false}],
        },
      },
    ],
    [
      'result',
      {
        type: 'result',
        result: 'Done',
        subtype: 'success',
        session_id: 'abc',
        total_cost_usd: 0.0234,
        is_error: false,
      },
    ],
  ])('around %s changes nothing but the envelope', (kind, inner) => {
    const bare = readRecord(inner)
    expect(readRecord(stored(inner, {costUSD: 1, durationMs: 2}))).toEqual({
      ...bare,
      kind,
      dialect: 'stored',
      session: bare?.session,
      id: 'a5ba1f7e-77bd-47da-bd3e-1ceb1b105c90',
      time: Date.UTC(2026, 2, 4, 9, 12, 0, 540),
      record: stored(inner, {costUSD: 1, durationMs: 2}),
    })
  })

  test('keeps the message’s id and time if it has them', () => {
    const inner = {
      type: 'user',
      message: 'Hi',
      uuid: 'u1',
      timestamp: '2026-03-04T09:12:01.000Z',
      session_id: 's1',
    }
    expect(readRecord(stored(inner))).toMatchObject({
      id: 'u1',
      session: 's1',
      time: Date.UTC(2026, 2, 4, 9, 12, 1),
    })
  })

  test('around an unknown type stays unknown, under that type’s name', () => {
    const record = stored({type: 'system', subtype: 'released_tomorrow'})
    expect(readRecord(record)).toBeUndefined()
    expect(
      readLine({text: JSON.stringify(record), number: 1, offset: 0, record: 0, tooLong: false}, '-'),
    ).toMatchObject([{kind: 'unknown', type: 'system/released_tomorrow', value: record}])
  })
})

describe('the rows Chorus really wrote', () => {
  const row = (type: string, fields: JsonObject): JsonObject => ({
    uuid: '0d7595f1-d7aa-4735-a961-d33ab8d3ccae',
    type,
    timestamp: '2025-12-01T10:00:00.000Z',
    ...fields,
  })

  test('what a person asked', () => {
    expect(readRecord(row('user', {content: 'Fix the bug'}))).toMatchObject({
      dialect: 'stored',
      kind: 'prompt',
      text: 'Fix the bug',
      id: '0d7595f1-d7aa-4735-a961-d33ab8d3ccae',
      time: Date.UTC(2025, 11, 1, 10),
      session: undefined,
    })
  })

  test('that a session started', () => {
    const init = {type: 'system', subtype: 'init', session_id: 'abc', model: 'opus', tools: []}
    const started = row('system', {
      content: 'Session started with model opus',
      sessionId: 'abc',
      claudeMessage: init,
    })
    expect(readRecord(started)).toMatchObject({
      dialect: 'stored',
      kind: 'init',
      model: 'opus',
      session: 'abc',
    })
  })

  test('a call and its result', () => {
    const call = {
      content: 'Using tool: Read',
      toolName: 'Read',
      toolInput: {file_path: '/a'},
      toolUseId: 'toolu_1',
    }
    expect(readRecord(row('tool_use', call))).toMatchObject({
      kind: 'assistant',
      blocks: [{type: 'tool-call', id: 'toolu_1', name: 'Read', input: {file_path: '/a'}}],
    })
    expect(
      readRecord(row('tool_result', {content: 'no such file', toolUseId: 'toolu_1', isToolError: true})),
    ).toMatchObject({
      kind: 'tool-result',
      results: [{callId: 'toolu_1', isError: true, content: [{type: 'text', text: 'no such file'}]}],
    })
    expect(readRecord(row('tool_result', {content: 'ok', toolUseId: 'toolu_1'}))).toMatchObject({
      results: [{isError: false}],
    })
  })

  test('a call with the client’s own message is read from that', () => {
    const block = {type: 'tool_use', id: 'toolu_1', name: 'Read', input: {file_path: '/a'}}
    const claudeMessage = {type: 'assistant', message: {id: 'msg_1', model: 'opus', content: [block]}}
    expect(
      readRecord(row('tool_use', {content: 'Using tool: Read', toolName: 'Read', claudeMessage})),
    ).toMatchObject({
      responseId: 'msg_1',
      model: 'opus',
      blocks: [{type: 'tool-call', id: 'toolu_1'}],
    })
  })

  test('all text of a turn, though only its last response was stored', () => {
    const claudeMessage = {
      type: 'assistant',
      message: {
        id: 'msg_2',
        model: 'opus',
        content: [
          {type: 'thinking', thinking: 'Hm'},
          {type: 'text', text: 'Fixed.'},
        ],
      },
    }
    const said = row('assistant', {
      content: 'Let me look at it.Fixed.',
      sessionId: 'abc',
      claudeMessage,
      inputTokens: 5,
      outputTokens: 7,
      costUsd: 0.02,
      durationMs: 1000,
    })
    expect(readRecord(said)).toMatchObject({
      dialect: 'stored',
      kind: 'assistant',
      responseId: 'msg_2',
      model: 'opus',
      session: 'abc',
      blocks: [
        {type: 'thinking', text: 'Hm'},
        {type: 'text', text: 'Let me look at it.Fixed.'},
      ],
    })
  })

  test('a response without the client’s message', () => {
    expect(readRecord(row('assistant', {content: 'Hello', costUsd: 0.02}))).toMatchObject({
      kind: 'assistant',
      blocks: [{type: 'text', text: 'Hello'}],
      costUsd: 0.02,
    })
    expect(
      readRecord(row('assistant', {content: [{type: 'text', text: 'Hello'}], sessionId: 'abc'})),
    ).toMatchObject({
      dialect: 'stored',
      blocks: [{type: 'text', text: 'Hello'}],
      session: 'abc',
    })
  })

  test('the end of a turn', () => {
    const claudeMessage = {
      type: 'result',
      subtype: 'success',
      is_error: false,
      total_cost_usd: 0.02,
      session_id: 'abc',
    }
    const ended = row('system', {
      content: 'Turn completed: 1 turns, $0.0200 USD, 1.0s',
      claudeMessage,
      costUsd: 0.02,
    })
    expect(readRecord(ended)).toMatchObject({kind: 'result', failed: false, costUsd: 0.02})
  })

  test.each([
    ['error', 'error'],
    ['system', 'info'],
    ['research_progress', 'info'],
  ])('%s rows are notices of level %s', (type, level) => {
    expect(readRecord(row(type, {content: 'Process exited with code 1'}))).toMatchObject({
      dialect: 'stored',
      kind: 'notice',
      level,
      text: 'Process exited with code 1',
    })
  })

  test('a report', () => {
    expect(readRecord(row('research_result', {content: '# Report', wordCount: 2}))).toMatchObject({
      kind: 'assistant',
      blocks: [{type: 'text', text: '# Report'}],
    })
  })

  test('an unknown type is not a message', () => {
    expect(readRecord(row('released_tomorrow', {content: 'x'}))).toBeUndefined()
  })
})
