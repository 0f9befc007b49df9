import {milliseconds, nothing, number, object, text, texts} from '../../model/fields.ts'
import type {JsonObject, JsonValue} from '../../model/index.ts'
import type {Fields} from '../shared/fields-of.ts'
import type {Reading} from '../shared/make-message.ts'
import {asMetadata, makeNotice} from '../shared/make-message.ts'
import {readAssistant} from '../shared/read-assistant.ts'
import {textOf} from '../shared/read-blocks.ts'
import {readResult} from '../shared/read-result.ts'
import {readSystem} from '../shared/read-system.ts'
import {readTime} from '../shared/read-time.ts'
import {readUser} from '../shared/read-user.ts'
import {readPartial} from './read-partial.ts'

type ReadRecord = (record: JsonObject, fields: Fields) => Reading | undefined

/** Types that other dialects have as well; only the fields around them tell a stream. */
export const sharedReaders: ReadonlyMap<string, ReadRecord> = new Map<string, ReadRecord>([
  ['assistant', (_, fields) => readAssistant(fields, isFinal)],
  ['user', readSaid],
  ['system', readSystem],
  ['result', readResult],
])

/** Types that only streams have. `control_…` lines share the stream with the messages. */
export const ownReaders: ReadonlyMap<string, ReadRecord> = new Map<string, ReadRecord>([
  ['stream_event', (_, fields) => readPartial(fields)],
  ['tool_progress', readToolProgress],
  ['tool_use_summary', (record) => makeNotice('tool_use_summary', 'info', text(record, 'summary') ?? '')],
  ['auth_status', readAuth],
  ['rate_limit_event', readRateLimit],
  ['prompt_suggestion', (record) => ({kind: 'suggestion', text: text(record, 'suggestion') ?? ''})],
  ['conversation_reset', readReset],
  ...['command_lifecycle', 'active_goal', 'keep_alive'].map(asMetadata),
  ['control_request', readControlRequest],
  ['control_response', (record) => readControl(object(record, 'response') ?? nothing)],
  ['control_cancel_request', readControl],
])

/** Stream lines repeat the usage of `message_start`; only 0.2.x printed them after the answer had ended. */
const isFinal = (stopReason: JsonValue | undefined): boolean => typeof stopReason === 'string'

/** Only streams that were made from a transcript say of what they give back that it came while Claude was working. */
function readSaid(record: JsonObject, fields: Fields): Reading {
  if (record['isQueued'] !== true) return readUser(fields)
  const reading = readUser(fields, true)
  if (reading.kind !== 'prompt') return reading
  const {blocks} = reading
  return {kind: 'steering', text: textOf(blocks), blocks, sourceId: undefined}
}

function readToolProgress(record: JsonObject): Reading {
  return {
    kind: 'progress',
    callId: callOf(text(record, 'tool_use_id'), text(record, 'parent_tool_use_id')),
    toolName: text(record, 'tool_name'),
    elapsedMs: milliseconds(record, 'elapsed_time_seconds'),
    detail: 'tool_progress',
    agentId: undefined,
  }
}

function readAuth(record: JsonObject): Reading {
  return {
    kind: 'auth',
    authenticating: record['isAuthenticating'] === true,
    output: texts(record, 'output'),
    error: text(record, 'error'),
  }
}

function readRateLimit(record: JsonObject): Reading {
  const info = object(record, 'rate_limit_info') ?? nothing
  return {
    kind: 'rate-limit',
    status: text(info, 'status'),
    window: text(info, 'rateLimitType'),
    utilization: number(info, 'utilization'),
    resetsAt: readTime(info['resetsAt'] ?? info['resets_at']),
  }
}

function readReset(record: JsonObject): Reading {
  return {kind: 'reset', newSession: text(record, 'new_conversation_id'), trigger: text(record, 'trigger')}
}

function readControlRequest(record: JsonObject): Reading {
  const request = object(record, 'request') ?? nothing
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

function readControl(record: JsonObject): Reading {
  return {kind: 'control', name: text(record, 'subtype') ?? 'cancel', requestId: text(record, 'request_id')}
}

/** The id of progress itself, such as `bash-progress-0` (2.1.203), and of no call. */
const ownId = /^[a-z]+(?:-[a-z]+)*-progress-\d+$/i

/**
 * The call that a record is about. The id of a heartbeat is the call's own with a suffix; progress with an id of its own
 * names the call as its parent.
 */
export const callOf = (id: string | undefined, parent: string | undefined): string | undefined =>
  id !== undefined && ownId.test(id) ? parent : id?.replace(/-heartbeat-\d+$/, '')
