import {asObject, asText, emptyObject, milliseconds, number, object, text, texts} from '../../model/fields.ts'
import type {Block, JsonObject, JsonValue, PartialEvent} from '../../model/index.ts'
import {asMetadata, type MessageContent, makeNotice} from '../shared/make-message.ts'
import {readAssistant} from '../shared/read-assistant.ts'
import {joinText, readBlocks} from '../shared/read-blocks.ts'
import {readResult} from '../shared/read-result.ts'
import {readSystem} from '../shared/read-system.ts'
import {readTime} from '../shared/read-time.ts'
import {readBilling} from '../shared/read-usage.ts'
import {readUser} from '../shared/read-user.ts'
import type {RecordFields} from '../shared/record-fields.ts'

type ReadRecord = (record: JsonObject, fields: RecordFields) => MessageContent | undefined

/** Types that other dialects have too; other fields show that a record is from a stream. */
export const sharedStreamReaders: ReadonlyMap<string, ReadRecord> = new Map<string, ReadRecord>([
  ['assistant', (_, fields) => readAssistant(fields, isFinal)],
  ['user', readStreamUser],
  ['system', readSystem],
  ['result', readResult],
])

/** Types that only streams have. `control_…` lines share the stream with the messages. */
export const ownStreamReaders: ReadonlyMap<string, ReadRecord> = new Map<string, ReadRecord>([
  ['stream_event', (_, fields) => readPartial(fields)],
  ['tool_progress', readToolProgress],
  ['tool_use_summary', (record) => makeNotice('tool_use_summary', 'info', text(record, 'summary') ?? '')],
  ['auth_status', readAuth],
  ['rate_limit_event', readRateLimit],
  ['prompt_suggestion', (record) => ({kind: 'suggestion', text: text(record, 'suggestion') ?? ''})],
  ['conversation_reset', readReset],
  ...['command_lifecycle', 'active_goal', 'keep_alive'].map(asMetadata),
  ['control_request', readControlRequest],
  ['control_response', (record) => readControl(object(record, 'response') ?? emptyObject)],
  ['control_cancel_request', readControl],
])

/** Stream lines repeat the usage of `message_start`; only 0.2.x printed them after the response had ended. */
const isFinal = (stopReason: JsonValue | undefined): boolean => typeof stopReason === 'string'

/** Only streams that were made from a transcript mark a prompt that arrived while Claude was working. */
function readStreamUser(record: JsonObject, fields: RecordFields): MessageContent {
  if (record['isQueued'] !== true) return readUser(fields)
  const reading = readUser(fields, true)
  if (reading.kind !== 'prompt') return reading
  const {blocks} = reading
  return {kind: 'steering', text: joinText(blocks), blocks, sourceId: undefined}
}

function readToolProgress(record: JsonObject): MessageContent {
  return {
    kind: 'progress',
    callId: readCallId(text(record, 'tool_use_id'), text(record, 'parent_tool_use_id')),
    toolName: text(record, 'tool_name'),
    elapsedMs: milliseconds(record, 'elapsed_time_seconds'),
    detail: 'tool_progress',
    agentId: undefined,
  }
}

function readAuth(record: JsonObject): MessageContent {
  return {
    kind: 'auth',
    authenticating: record['isAuthenticating'] === true,
    output: texts(record, 'output'),
    error: text(record, 'error'),
  }
}

function readRateLimit(record: JsonObject): MessageContent {
  const info = object(record, 'rate_limit_info') ?? emptyObject
  return {
    kind: 'rate-limit',
    status: text(info, 'status'),
    window: text(info, 'rateLimitType'),
    utilization: number(info, 'utilization'),
    resetsAt: readTime(info['resetsAt'] ?? info['resets_at']),
  }
}

function readReset(record: JsonObject): MessageContent {
  return {kind: 'reset', newSession: text(record, 'new_conversation_id'), trigger: text(record, 'trigger')}
}

function readControlRequest(record: JsonObject): MessageContent {
  const request = object(record, 'request') ?? emptyObject
  if (request['subtype'] !== 'can_use_tool')
    return readControl({...request, request_id: record['request_id']})
  return {
    kind: 'permission',
    phase: 'asked',
    callId: text(request, 'tool_use_id'),
    toolName: text(request, 'tool_name'),
    reason: text(request, 'decision_reason'),
  }
}

function readControl(record: JsonObject): MessageContent {
  return {kind: 'control', name: text(record, 'subtype') ?? 'cancel', requestId: text(record, 'request_id')}
}

/** The id of the progress record, such as `bash-progress-0` (2.1.203), which is not that of a call. */
const ownId = /^[a-z]+(?:-[a-z]+)*-progress-\d+$/i

/**
 * The call that a record is about. The id of a heartbeat is the call's with a suffix; other progress names the call as
 * its parent.
 */
export const readCallId = (id: string | undefined, parent: string | undefined): string | undefined =>
  id !== undefined && ownId.test(id) ? parent : id?.replace(/-heartbeat-\d+$/, '')

/** Reads a `stream_event`: one event of a response that is still being written. */
export function readPartial(record: RecordFields): MessageContent {
  const event = asObject(record.event) ?? emptyObject
  const start = text(object(event, 'message') ?? emptyObject, 'id')
  return {kind: 'partial', event: readEvent(event), responseId: asText(record.api_message_id) ?? start}
}

function readEvent(event: JsonObject): PartialEvent {
  const name = text(event, 'type') ?? ''
  const index = number(event, 'index') ?? 0
  switch (name) {
    case 'message_start': {
      const message = object(event, 'message') ?? emptyObject
      return {
        event: 'message-start',
        responseId: text(message, 'id') ?? '',
        model: text(message, 'model'),
        ...readBilling(object(message, 'usage')),
      }
    }
    case 'content_block_start':
      return {event: 'block-start', index, block: readStartedBlock(event)}
    case 'content_block_delta':
      return readDelta(object(event, 'delta') ?? emptyObject, index) ?? {event: 'other', name}
    case 'content_block_stop':
      return {event: 'block-end', index}
    case 'message_delta': {
      const delta = object(event, 'delta') ?? emptyObject
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
