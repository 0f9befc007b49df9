import {list, object, text} from '../../model/fields.ts'
import type {Block, JsonObject, JsonValue, Message, MessageOf} from '../../model/index.ts'

/** Where a line of a stream belongs. */
export interface StreamPlace {
  readonly session: string
  /** The call that started its agent; `null` in the main thread. */
  readonly call: string | null
  readonly agent: string | undefined
  /** Calls that turned out to be denied. */
  readonly denied: ReadonlySet<string>
}

/**
 * The line of a stream for a record of another dialect; `undefined` if streams have no such line, as for titles, costs,
 * queues, attachments and request logs.
 */
export function streamRecord(message: Message, place: StreamPlace): JsonObject | undefined {
  if (message.dialect !== 'transcript') return writeOtherRecord(message, place)
  const write = writers.get(text(message.record, 'type') ?? '')
  return write?.(message, place)
}

type Write = (message: Message, place: StreamPlace) => JsonObject | undefined

const writers: ReadonlyMap<string, Write> = new Map<string, Write>([
  ['assistant', writeResponse],
  ['user', writeUser],
  ['system', writeSystem],
  [
    'attachment',
    (message, place) => (message.kind === 'hook' ? hookRecord(message, place) : writeQueued(message, place)),
  ],
])

/** The fields that every line of a stream ends with. */
function envelopeOf(message: Message, {session, call, agent}: StreamPlace): JsonObject {
  const timestamp = text(message.record, 'timestamp')
  return {
    parent_tool_use_id: call,
    session_id: session,
    ...(message.id === undefined ? {} : {uuid: message.id}),
    ...(timestamp === undefined ? {} : {timestamp}),
    ...(agent === undefined ? {} : {agent_id: agent}),
  }
}

function writeResponse(message: Message, place: StreamPlace): JsonObject | undefined {
  const {record} = message
  const said = object(record, 'message')
  if (message.kind !== 'assistant' || !said) return undefined
  // In a stream, the stop reason says that the usage of a response is final.
  const stopReason = message.usageFinal ? (said['stop_reason'] ?? 'end_turn') : null
  return {
    type: 'assistant',
    message: {...said, stop_reason: stopReason},
    ...envelopeOf(message, place),
    ...renamed(record, {
      requestId: 'request_id',
      error: 'error',
      isApiErrorMessage: 'is_api_error_message',
      isAbortedMidStream: 'aborted',
      attributionAgent: 'subagent_type',
      costUSD: 'costUSD',
      durationMs: 'durationMs',
    }),
  }
}

function writeUser(message: Message, place: StreamPlace): JsonObject | undefined {
  const {record} = message
  const said = object(record, 'message')
  if (!said) return undefined
  const denied =
    message.kind === 'tool-result' ? message.results.filter(({callId}) => place.denied.has(callId)) : []
  return {
    type: 'user',
    message: said,
    ...envelopeOf(message, place),
    // Newer streams have the permission decision next to a result, whose text alone leaves it open.
    ...(denied.length === 0
      ? {}
      : {
          tool_result_meta: denied.map(({callId}) => ({
            id: callId,
            permission_decision: {decision: 'reject'},
          })),
        }),
    ...renamed(record, {
      toolUseResult: 'tool_use_result',
      isMeta: 'isSynthetic',
      isCompactSummary: 'isCompactSummary',
      origin: 'origin',
      sourceToolUseID: 'sourceToolUseID',
      interruptedMessageId: 'interruptedMessageId',
      toolDenialKind: 'toolDenialKind',
      permissionDecision: 'permissionDecision',
    }),
  }
}

/** Fields that would make a line look like a transcript's, and those that have another name in a stream. */
const ofTranscripts: ReadonlySet<string> = new Set([
  'parentUuid',
  'logicalParentUuid',
  'isSidechain',
  'userType',
  'cwd',
  'sessionId',
  'version',
  'gitBranch',
  'entrypoint',
  'slug',
  'agentId',
  'uuid',
  'timestamp',
  'compactMetadata',
])

function writeSystem(message: Message, place: StreamPlace): JsonObject {
  const {record} = message
  const own = Object.fromEntries(Object.entries(record).filter(([field]) => !ofTranscripts.has(field)))
  const compaction = object(record, 'compactMetadata')
  return {
    ...own,
    ...(compaction ? {compact_metadata: snakeCase(compaction)} : {}),
    ...envelopeOf(message, place),
  }
}

/** A prompt that was typed while Claude worked: a stream replays it when it is used. */
function writeQueued(message: Message, place: StreamPlace): JsonObject | undefined {
  const attachment = object(message.record, 'attachment')
  if (!attachment || text(attachment, 'type') !== 'queued_command') return undefined
  const prompt = attachment['prompt'] ?? ''
  const content = typeof prompt === 'string' ? [{type: 'text', text: prompt}] : list(attachment, 'prompt')
  const uuid = text(attachment, 'source_uuid')
  return {
    type: 'user',
    message: {role: 'user', content},
    ...envelopeOf(message, place),
    ...(uuid === undefined ? {} : {uuid}),
    isReplay: true,
    isQueued: true,
  }
}

/** The existing fields, with their names in a stream. */
function renamed(record: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  const fields: [string, JsonValue][] = []
  for (const [from, to] of Object.entries(names)) {
    const value = record[from]
    if (value !== undefined) fields.push([to, value])
  }
  return Object.fromEntries(fields)
}

const snakeCase = (record: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(record).map(([field, value]) => [
      field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  )

/** The record of a hook that has ended, which is all that a transcript has of it. */
function hookRecord(message: MessageOf<'hook'>, place: StreamPlace): JsonObject {
  const {name, event, stdout, stderr, exitCode, outcome, reason} = message
  const blocked = outcome === 'blocked'
  return {
    type: 'system',
    subtype: 'hook_response',
    hook_id: message.id ?? name,
    hook_name: name,
    ...(event === undefined ? {} : {hook_event: event}),
    output: stdout + stderr,
    stdout,
    stderr: blocked ? (reason ?? stderr) : stderr,
    // In streams, the exit code marks a blocking hook.
    ...(blocked ? {exit_code: 2} : exitCode === undefined ? {} : {exit_code: exitCode}),
    outcome: blocked ? 'error' : (outcome ?? 'success'),
    ...envelopeOf(message, place),
  }
}

/** The line of a stream for a message of another dialect than stream and transcript. */
function writeOtherRecord(message: Message, place: StreamPlace): JsonObject | undefined {
  const time = message.time === undefined ? {} : {timestamp: new Date(message.time).toISOString()}
  const envelope = {...envelopeOf(message, place), ...time}
  switch (message.kind) {
    case 'prompt':
      return {
        type: 'user',
        message: {role: 'user', content: contentOf(message.blocks)},
        ...envelope,
        isReplay: true,
      }
    case 'tool-result':
      return {type: 'user', message: {role: 'user', content: contentOf(message.results)}, ...envelope}
    case 'assistant': {
      const id = message.responseId ?? message.id ?? null
      const said = {id, type: 'message', role: 'assistant', model: message.model ?? null}
      return {
        type: 'assistant',
        message: {...said, content: contentOf(message.blocks), stop_reason: null},
        ...envelope,
      }
    }
    case 'notice':
      return {
        type: 'system',
        subtype: 'informational',
        content: message.text,
        level: message.level,
        ...envelope,
      }
    default:
      return undefined
  }
}

const contentOf = (blocks: readonly Block[]): readonly JsonObject[] => blocks.map(writeBlock)

function writeBlock(block: Block): JsonObject {
  switch (block.type) {
    case 'text':
      return {type: 'text', text: block.text}
    case 'thinking':
      return {type: 'thinking', thinking: block.text, signature: block.signature ?? ''}
    case 'tool-call':
      return {type: 'tool_use', id: block.id, name: block.name, input: block.input}
    case 'tool-result':
      return {
        type: 'tool_result',
        tool_use_id: block.callId,
        content: contentOf(block.content),
        is_error: block.isError,
      }
    case 'image':
      return block.source.kind === 'base64'
        ? {
            type: 'image',
            source: {type: 'base64', media_type: block.source.mediaType, data: block.source.data},
          }
        : {type: 'text', text: '[image]'}
    default:
      return {type: 'text', text: `[${block.type}]`}
  }
}
