import {asObject, asText, nothing, number, object, text} from '../../model/fields.ts'
import type {Block, JsonObject, PartialEvent} from '../../model/index.ts'
import type {Fields} from '../shared/fields-of.ts'
import type {Reading} from '../shared/make-message.ts'
import {readBlocks} from '../shared/read-blocks.ts'
import {readBilling} from '../shared/read-usage.ts'

/** Reads a `stream_event`: one step of an answer that is still being written. */
export function readPartial(record: Fields): Reading {
  const event = asObject(record.event) ?? nothing
  const start = text(object(event, 'message') ?? nothing, 'id')
  return {kind: 'partial', event: readEvent(event), messageId: asText(record.api_message_id) ?? start}
}

function readEvent(event: JsonObject): PartialEvent {
  const name = text(event, 'type') ?? ''
  const index = number(event, 'index') ?? 0
  switch (name) {
    case 'message_start': {
      const message = object(event, 'message') ?? nothing
      return {
        event: 'message-start',
        messageId: text(message, 'id') ?? '',
        model: text(message, 'model'),
        ...readBilling(object(message, 'usage')),
      }
    }
    case 'content_block_start':
      return {event: 'block-start', index, block: readStartedBlock(event)}
    case 'content_block_delta':
      return readDelta(object(event, 'delta') ?? nothing, index) ?? {event: 'other', name}
    case 'content_block_stop':
      return {event: 'block-end', index}
    case 'message_delta': {
      const delta = object(event, 'delta') ?? nothing
      return {
        event: 'message-delta',
        stopReason: text(delta, 'stop_reason'),
        ...readBilling(object(event, 'usage')),
      }
    }
    case 'message_stop':
      return {event: 'message-end'}
    default:
      return {event: 'other', name}
  }
}

function readStartedBlock(event: JsonObject): Block {
  const block = event['content_block']
  return (
    readBlocks(block === undefined ? [] : [block])[0] ?? {type: 'unknown', wireType: 'missing', value: null}
  )
}

function readDelta(delta: JsonObject, index: number): PartialEvent | undefined {
  const added = text(delta, 'text')
  if (added !== undefined) return {event: 'block-delta', index, field: 'text', delta: added}
  const thought = text(delta, 'thinking')
  if (thought !== undefined) return {event: 'block-delta', index, field: 'thinking', delta: thought}
  const json = text(delta, 'partial_json')
  if (json !== undefined) return {event: 'block-delta', index, field: 'input', delta: json}
  return undefined
}
