import {emptyObject, isList, object, objects, text} from '../../model/fields.ts'
import {type Block, isJsonObject, type JsonObject, type JsonValue} from '../../model/index.ts'
import {bareResponse, type MessageContent, makeNotice, makeToolResult} from '../shared/make-message.ts'
import {joinText, readBlocks} from '../shared/read-blocks.ts'
import {readResult} from '../shared/read-result.ts'
import {readSystem} from '../shared/read-system.ts'
import {readTime} from '../shared/read-time.ts'
import {readBilling} from '../shared/read-usage.ts'
import {noFlags, readUserText} from '../shared/read-user-text.ts'

type ReadRecord = (fields: JsonObject) => MessageContent

/** The backend's message types; the fields of a record are at the top or under `metadata`. */
export const webuiReaders: ReadonlyMap<string, ReadRecord> = new Map<string, ReadRecord>([
  ['system', readBackendSystem],
  ['user', readBackendUser],
  ['assistant', readBackendAssistant],
  ['result', (fields) => readResult({result: fields['content'], ...fields, ...metadataOf(fields)})],
  ['error', (fields) => makeNotice('error', 'error', text(fields, 'content') ?? '')],
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

const metadataOf = (fields: JsonObject): JsonObject => object(fields, 'metadata') ?? emptyObject

function readBackendSystem(fields: JsonObject): MessageContent {
  const metadata = metadataOf(fields)
  const subtype = text(metadata, 'subtype') ?? text(fields, 'subtype') ?? 'system'
  const content = text(fields, 'content')
  if (subtype === 'client_launched') return {kind: 'status', name: subtype, state: undefined, detail: content}
  // The client's fields are under `data` or `init_data`; the metadata has nulls instead.
  const said = object(fields, 'data') ?? object(metadata, 'init_data') ?? emptyObject
  const record = {permissionMode: metadata['permissions'], content, ...metadata, ...said, subtype}
  return readSystem(record) ?? makeNotice(subtype, 'info', text(record, 'content') ?? '')
}

function readBackendUser(fields: JsonObject): MessageContent {
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
  // The backend removes the tag of a local command's output and sets this flag.
  if (metadata['is_local_command_response'] === true)
    return {kind: 'command-output', stdout: joinText(blocks), stderr: ''}
  return readUserText(blocks, noFlags)
}

function readBackendAssistant(fields: JsonObject): MessageContent {
  const metadata = metadataOf(fields)
  return {
    ...bareResponse,
    responseId: text(fields, 'message_id') ?? text(fields, 'turn_id') ?? text(metadata, 'turn_id'),
    model: text(metadata, 'model') ?? text(fields, 'model'),
    blocks: readAssistantBlocks(fields['content'], metadata),
    ...readBilling(object(metadata, 'usage') ?? object(fields, 'usage')),
    stopReason: text(metadata, 'stop_reason') ?? text(fields, 'stop_reason'),
    error: text(fields, 'error') ?? text(metadata, 'error'),
  }
}

function readPermission(fields: JsonObject, phase: 'asked' | 'denied'): MessageContent {
  const source = {...fields, ...metadataOf(fields)}
  return {
    kind: 'permission',
    phase,
    callId: text(source, 'tool_use_id'),
    toolName: text(source, 'tool_name'),
    reason: text(source, 'decision_reason') ?? text(source, 'reasoning') ?? text(source, 'content'),
  }
}

function readPermissionResponse(fields: JsonObject): MessageContent {
  const decision = text({...fields, ...metadataOf(fields)}, 'decision')
  return readPermission(fields, decision === 'deny' || decision === 'denied' ? 'denied' : 'asked')
}

/** One state of a call as the backend tracks it; only the end has anything that other records do not have. */
function readToolCall(fields: JsonObject): MessageContent {
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
  return makeToolResult({
    callId,
    content,
    isError: status !== 'completed',
    denial: status === 'denied' ? 'user-rejected' : status === 'interrupted' ? 'interrupted' : undefined,
    decision: status === 'denied' ? 'reject' : undefined,
  })
}

const finished: ReadonlySet<string> = new Set(['completed', 'failed', 'denied', 'interrupted'])

/** The backend's text for a response or a result without text. */
const placeholder = /^(Assistant response|Tool results: \d+ results)?$/

/** The blocks of a backend assistant message: its thinking, its text, its calls. */
function readAssistantBlocks(content: JsonValue | undefined, metadata: JsonObject): readonly Block[] {
  // If the content is a list it has everything, and the metadata repeats it.
  if (isList(content)) return readTyped(content)
  const thoughts = readThoughts(metadata)
  const calls = objects(metadata, 'tool_uses').flatMap((call) => readTimed(call, 'tool_use'))
  const silent = thoughts.length > 0 || calls.length > 0
  return [...thoughts, ...(silent ? withoutPlaceholder(content) : readBlocks(content)), ...calls]
}

/** The results and the text of a backend user message; `is_error: null` is not an error. */
function readUserBlocks(content: JsonValue | undefined, metadata: JsonObject): readonly Block[] {
  if (isList(content)) return readTyped(content)
  const results = objects(metadata, 'tool_results').flatMap((result) => readTimed(result, 'tool_result'))
  return results.length > 0 ? [...results, ...withoutPlaceholder(content)] : readBlocks(content)
}

/** A call or a result with its time according to the backend. */
function readTimed(fields: JsonObject, type: string): readonly Block[] {
  const time = readTime(fields['timestamp'])
  const blocks = readBlocks([{...fields, type}])
  return time === undefined ? blocks : blocks.map((block) => ({...block, time}))
}

/** Blocks that were saved from the SDK's objects have no type; it follows from their fields. */
function readTyped(content: JsonValue | undefined): readonly Block[] {
  return readBlocks(isList(content) ? content.map(withType) : content)
}

function withType(block: JsonValue): JsonValue {
  if (!isJsonObject(block) || typeof block['type'] === 'string') return block
  if ('thinking' in block) return {...block, type: 'thinking'}
  if ('tool_use_id' in block) return {...block, type: 'tool_result'}
  if ('name' in block && 'input' in block) return {...block, type: 'tool_use'}
  return 'text' in block ? {...block, type: 'text'} : block
}

const withoutPlaceholder = (content: JsonValue | undefined): readonly Block[] =>
  typeof content === 'string' && placeholder.test(content) ? [] : readBlocks(content)

function readThoughts(metadata: JsonObject): readonly Block[] {
  const blocks = objects(metadata, 'thinking_blocks').flatMap((block) => text(block, 'content') ?? [])
  const thoughts = blocks.length > 0 ? blocks : [text(metadata, 'thinking_content') ?? '']
  return thoughts.flatMap((thought) => (thought === '' ? [] : [thinkingBlock(thought)]))
}

const thinkingBlock = (thought: string): Block => ({
  type: 'thinking',
  text: thought,
  redacted: false,
  signature: undefined,
})
