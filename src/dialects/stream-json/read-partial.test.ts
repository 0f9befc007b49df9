import {expect, test} from 'vitest'
import type {JsonObject} from '../../model/index.ts'
import {readPartial} from './readers.ts'

const eventOf = (event: JsonObject) => readPartial({type: 'stream_event', event})

test.each([
  [
    {type: 'message_start', message: {id: 'msg_01', model: 'claude-opus-5-5'}},
    {event: 'message-start', responseId: 'msg_01', model: 'claude-opus-5-5'},
  ],
  [
    {
      type: 'content_block_start',
      index: 1,
      content_block: {type: 'tool_use', id: 'toolu_1', name: 'Bash', input: {}},
    },
    {
      event: 'block-start',
      index: 1,
      block: {type: 'tool-call', id: 'toolu_1', name: 'Bash', input: {}, server: false},
    },
  ],
  [
    {type: 'content_block_start', index: 0, content_block: {type: 'thinking', thinking: '', signature: ''}},
    {event: 'block-start', index: 0, block: {type: 'thinking', text: '', redacted: false, signature: ''}},
  ],
  [
    {type: 'content_block_start', index: 0},
    {event: 'block-start', index: 0, block: {type: 'unknown', wireType: 'missing', value: null}},
  ],
  [
    {type: 'content_block_delta', index: 0, delta: {type: 'text_delta', text: 'Hel'}},
    {event: 'block-delta', index: 0, field: 'text', delta: 'Hel'},
  ],
  [
    {type: 'content_block_delta', index: 0, delta: {type: 'thinking_delta', thinking: 'Let me'}},
    {event: 'block-delta', index: 0, field: 'thinking', delta: 'Let me'},
  ],
  [
    {type: 'content_block_delta', index: 1, delta: {type: 'input_json_delta', partial_json: '{"com'}},
    {event: 'block-delta', index: 1, field: 'input', delta: '{"com'},
  ],
  [
    {type: 'content_block_delta', index: 0, delta: {type: 'signature_delta', signature: 'EqQB'}},
    {event: 'other', name: 'content_block_delta'},
  ],
  [
    {type: 'content_block_stop', index: 2},
    {event: 'block-end', index: 2},
  ],
  [
    {type: 'message_delta', delta: {stop_reason: 'end_turn'}, usage: {input_tokens: null, output_tokens: 38}},
    {
      event: 'message-delta',
      stopReason: 'end_turn',
      usage: {input: 0, output: 38, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0},
    },
  ],
  [
    {type: 'message_delta', delta: {stop_reason: null}},
    {event: 'message-delta', stopReason: undefined, usage: undefined},
  ],
  [{type: 'message_stop'}, {event: 'message-end'}],
  [{type: 'released_tomorrow'}, {event: 'other', name: 'released_tomorrow'}],
  [{}, {event: 'other', name: ''}],
])('%j is one event of a response', (event, wanted) => {
  expect(eventOf(event)).toMatchObject({kind: 'partial', event: wanted})
})

test('the response is named by each event of newer clients, by the first one of older', () => {
  const event = {type: 'message_stop'}
  expect(readPartial({type: 'stream_event', event, api_message_id: 'msg_01'})).toMatchObject({
    responseId: 'msg_01',
  })
  expect(readPartial({type: 'stream_event', event})).toMatchObject({responseId: undefined})
  expect(eventOf({type: 'message_start', message: {id: 'msg_01'}})).toMatchObject({responseId: 'msg_01'})
})

test('a line without event is read', () => {
  expect(readPartial({type: 'stream_event', event: 'x'})).toMatchObject({
    kind: 'partial',
    event: {event: 'other', name: ''},
  })
})
