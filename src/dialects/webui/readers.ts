import {nothing, object, text} from '../../model/fields.ts'
import type {Block, JsonObject} from '../../model/index.ts'
import type {Reading} from '../shared/make-message.ts'
import {textOf} from '../shared/read-blocks.ts'
import {readResult} from '../shared/read-result.ts'
import {readSystem} from '../shared/read-system.ts'
import {readBilling} from '../shared/read-usage.ts'
import {plainText, readUserText} from '../shared/read-user-text.ts'
import {readAssistantBlocks, readTyped, readUserBlocks} from './read-webui-blocks.ts'

type ReadRecord = (fields: JsonObject) => Reading

/** The backend's message types; each takes a record whose fields stand at the top or under `metadata`. */
export const readers: ReadonlyMap<string, ReadRecord> = new Map<string, ReadRecord>([
  ['system', readBackendSystem],
  ['user', readBackendUser],
  ['assistant', readBackendAssistant],
  ['result', (fields) => readResult({result: fields['content'], ...fields, ...metadataOf(fields)})],
  ['error', (fields) => notice('error', 'error', text(fields, 'content') ?? '')],
  ['permission_request', (fields) => readPermission(fields, 'asked')],
  ['permission_response', readPermissionResponse],
  ['tool_call', readToolCall],
])

/** The SDK's class names of the `_type` form, with the type each one is. */
export const typesByClass: ReadonlyMap<string, string> = new Map([
  ['SystemMessage', 'system'],
  ['UserMessage', 'user'],
  ['AssistantMessage', 'assistant'],
  ['ResultMessage', 'result'],
  ['ErrorMessage', 'error'],
  ['PermissionRequestMessage', 'permission_request'],
  ['PermissionResponseMessage', 'permission_response'],
  ['ToolCall', 'tool_call'],
  ['ToolCallUpdate', 'tool_call'],
])

const metadataOf = (fields: JsonObject): JsonObject => object(fields, 'metadata') ?? nothing

function readBackendSystem(fields: JsonObject): Reading {
  const metadata = metadataOf(fields)
  const subtype = text(metadata, 'subtype') ?? text(fields, 'subtype') ?? 'system'
  const content = text(fields, 'content')
  if (subtype === 'client_launched') return {kind: 'status', name: subtype, state: undefined, detail: content}
  // What the client really said stands under `data` or `init_data`; the metadata has nulls in those places.
  const said = object(fields, 'data') ?? object(metadata, 'init_data') ?? nothing
  const record = {permissionMode: metadata['permissions'], content, ...metadata, ...said, subtype}
  return readSystem(record) ?? notice(subtype, 'info', text(record, 'content') ?? '')
}

function readBackendUser(fields: JsonObject): Reading {
  const metadata = metadataOf(fields)
  const blocks = readUserBlocks(fields['content'], metadata)
  const results = blocks.filter((block) => block.type === 'tool-result')
  if (results.length > 0)
    return {
      kind: 'tool-result',
      results,
      blocks: blocks.filter((block) => block.type !== 'tool-result'),
      endsTurn: false,
    }
  // The backend takes the tag off a local command's output and says so instead.
  if (metadata['is_local_command_response'] === true)
    return {kind: 'command-output', stdout: textOf(blocks), stderr: ''}
  return readUserText(blocks, plainText)
}

function readBackendAssistant(fields: JsonObject): Reading {
  const metadata = metadataOf(fields)
  return {
    kind: 'assistant',
    messageId: text(fields, 'message_id') ?? text(fields, 'turn_id') ?? text(metadata, 'turn_id'),
    model: text(metadata, 'model') ?? text(fields, 'model'),
    blocks: readAssistantBlocks(fields['content'], metadata),
    ...readBilling(object(metadata, 'usage') ?? object(fields, 'usage')),
    usageFinal: false,
    stopReason: text(metadata, 'stop_reason') ?? text(fields, 'stop_reason'),
    requestId: undefined,
    synthetic: false,
    error: text(fields, 'error') ?? text(metadata, 'error'),
    aborted: false,
    costUsd: undefined,
    agentType: undefined,
  }
}

function readPermission(fields: JsonObject, phase: 'asked' | 'denied'): Reading {
  const source = {...fields, ...metadataOf(fields)}
  return {
    kind: 'permission',
    phase,
    callId: text(source, 'tool_use_id'),
    toolName: text(source, 'tool_name'),
    reason: text(source, 'decision_reason') ?? text(source, 'reasoning') ?? text(source, 'content'),
  }
}

function readPermissionResponse(fields: JsonObject): Reading {
  const decision = text({...fields, ...metadataOf(fields)}, 'decision')
  return readPermission(fields, decision === 'deny' || decision === 'denied' ? 'denied' : 'asked')
}

/** One state of a call as the backend tracks it; only the end says anything that is not said elsewhere. */
function readToolCall(fields: JsonObject): Reading {
  const source = {...fields, ...metadataOf(fields)}
  const status = text(source, 'status') ?? 'pending'
  const callId = text(source, 'tool_use_id') ?? ''
  if (!finished.has(status)) {
    return {
      kind: 'progress',
      callId,
      toolName: text(source, 'name'),
      elapsedMs: undefined,
      detail: status,
      agentId: undefined,
    }
  }
  const error = text(source, 'error')
  const content: readonly Block[] =
    error === undefined ? readTyped(source['result']) : [{type: 'text', text: error}]
  const result = {
    type: 'tool-result',
    callId,
    content,
    isError: status !== 'completed',
    server: false,
    structured: undefined,
    denial: status === 'denied' ? 'user-rejected' : status === 'interrupted' ? 'interrupted' : undefined,
    decision: status === 'denied' ? 'reject' : undefined,
  } as const
  return {kind: 'tool-result', results: [result], blocks: [], endsTurn: false}
}

const finished: ReadonlySet<string> = new Set(['completed', 'failed', 'denied', 'interrupted'])

const notice = (name: string, level: 'info' | 'error', content: string): Reading => ({
  kind: 'notice',
  name,
  level,
  text: content,
  callId: undefined,
})
