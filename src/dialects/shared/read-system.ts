import {readTaskStatus} from '../../model/agents.ts'
import {emptyObject, flag, number, object, objects, text, texts} from '../../model/fields.ts'
import type {JsonObject, TaskUsage} from '../../model/index.ts'
import {asMetadata, type MessageContent, makeNotice} from './make-message.ts'
import {readApiError} from './read-api-error.ts'
import {readHook, readHookSummary} from './read-hook.ts'
import {readTime} from './read-time.ts'
import {noFlags, readUserText} from './read-user-text.ts'

type ReadSystem = (record: JsonObject) => MessageContent

/** Every `system` subtype of stream and transcript. Streams write snake case, transcripts camel case. */
export const systemReaders: ReadonlyMap<string, ReadSystem> = new Map<string, ReadSystem>([
  ['init', readInit],
  ['compact_boundary', readCompaction],
  ['microcompact_boundary', readMicrocompaction],
  ['hook_started', (record) => readHook(record, 'started')],
  ['hook_progress', (record) => readHook(record, 'progress')],
  ['hook_response', (record) => readHook(record, 'finished')],
  ['stop_hook_summary', readHookSummary],
  ['task_started', (record) => readTask(record, 'started')],
  ['task_progress', (record) => readTask(record, 'progress')],
  ['task_updated', (record) => readTask(record, 'updated')],
  ['task_notification', (record) => readTask(record, 'finished')],
  ['permission_denied', readDenial],
  [
    'session_title_changed',
    (record) => ({kind: 'title', title: text(record, 'title') ?? '', source: 'custom', leaf: undefined}),
  ],
  ['turn_duration', (record) => ({kind: 'turn-duration', durationMs: number(record, 'durationMs')})],
  ['away_summary', (record) => ({kind: 'recap', text: withoutHint(text(record, 'content') ?? '')})],
  ['local_command', readLocalCommand],
  ['local_command_output', readLocalCommand],
  ['status', readClientStatus],
  ['session_state_changed', (record) => readStatus(record, 'state', undefined)],
  ['worker_shutting_down', (record) => readStatus(record, 'reason', undefined)],
  ['api_retry', readApiError],
  ['api_error', readApiError],
  ['mirror_error', (record) => readNotice(record, 'error')],
  ['session_writes_lost', (record) => readNotice(record, 'error')],
  ['model_fallback', (record) => readNotice(record, 'warning')],
  ['model_refusal_fallback', (record) => readNotice(record, 'warning')],
  ['model_refusal_no_fallback', (record) => readNotice(record, 'warning')],
  ...['informational', 'notification', 'plugin_install', 'memory_recall'].map(asNotice),
  ...['elicitation_complete', 'post_turn_summary', 'memory_saved', 'agents_killed'].map(asNotice),
  ...['scheduled_task_fire', 'permission_retry', 'task_summary'].map(asNotice),
  ...['thinking_tokens', 'background_tasks_changed', 'commands_changed', 'files_persisted'].map(asMetadata),
  ...['control_request_progress', 'file_snapshot', 'bridge_status'].map(asMetadata),
])

/** Reads a `system` record; `undefined` if its subtype is unknown. Old transcripts have no subtype. */
export function readSystem(record: JsonObject): MessageContent | undefined {
  const subtype = text(record, 'subtype')
  if (subtype === undefined) return readNotice(record, 'info')
  return systemReaders.get(subtype)?.(record)
}

function asNotice(name: string): readonly [string, ReadSystem] {
  return [name, (record) => readNotice(record, 'info')]
}

function readInit(record: JsonObject): MessageContent {
  return {
    kind: 'init',
    model: text(record, 'model'),
    tools: texts(record, 'tools'),
    permissionMode: text(record, 'permissionMode'),
    made: 'synthesized' in record,
  }
}

function readCompaction(record: JsonObject): MessageContent {
  const metadata = object(record, 'compact_metadata') ?? object(record, 'compactMetadata') ?? emptyObject
  return {
    kind: 'compaction',
    trigger: text(metadata, 'trigger'),
    preTokens: number(metadata, 'pre_tokens') ?? number(metadata, 'preTokens'),
    postTokens: number(metadata, 'post_tokens') ?? number(metadata, 'postTokens'),
    durationMs: number(metadata, 'duration_ms') ?? number(metadata, 'durationMs'),
  }
}

/** Only older tool results were removed from the context: the conversation continues unchanged. */
function readMicrocompaction(record: JsonObject): MessageContent {
  const saved = number(object(record, 'microcompactMetadata') ?? emptyObject, 'tokensSaved')
  const words = text(record, 'content') || 'Context microcompacted'
  const notice = saved === undefined ? words : `${words}: ${saved} tokens saved`
  return makeNotice('microcompact_boundary', 'info', notice)
}

function readTask(
  record: JsonObject,
  phase: 'started' | 'progress' | 'updated' | 'finished',
): MessageContent {
  const patch = object(record, 'patch') ?? record
  return {
    kind: 'task',
    phase,
    taskId: text(record, 'task_id') ?? '',
    callId: text(record, 'tool_use_id'),
    parentTask: text(record, 'parent_task_id'),
    taskType: text(record, 'task_type'),
    agentType: text(record, 'subagent_type'),
    description: text(patch, 'description'),
    prompt: text(record, 'prompt'),
    status: phase === 'started' ? 'running' : readTaskStatus(text(patch, 'status')),
    background: flag(patch, 'is_backgrounded'),
    summary: text(record, 'summary') ?? text(patch, 'error'),
    endedAt: readTime(patch['end_time']),
    usage: readTaskUsage(object(record, 'usage') ?? emptyObject),
  }
}

const readTaskUsage = (usage: JsonObject): TaskUsage => ({
  tokens: number(usage, 'total_tokens'),
  toolUses: number(usage, 'tool_uses'),
  durationMs: number(usage, 'duration_ms'),
})

function readDenial(record: JsonObject): MessageContent {
  return {
    kind: 'permission',
    phase: 'denied',
    callId: text(record, 'tool_use_id'),
    toolName: text(record, 'tool_name'),
    reason: text(record, 'message') ?? text(record, 'decision_reason'),
  }
}

/** A local command's call or output, which transcripts from 2.1.112 on write as `system`. */
function readLocalCommand(record: JsonObject): MessageContent {
  const content = text(record, 'content') ?? ''
  const reading = readUserText([{type: 'text', text: content}], noFlags)
  if (reading.kind !== 'prompt') return reading
  const [, name, args] = /^(\/\S+)\s*(.*)$/s.exec(content) ?? []
  return name === undefined
    ? {kind: 'command-output', stdout: content, stderr: ''}
    : {kind: 'slash-command', name, args: args ?? '', contents: ''}
}

function readStatus(record: JsonObject, field: string, detail: string | undefined): MessageContent {
  return {kind: 'status', name: text(record, 'subtype') ?? '', state: text(record, field), detail}
}

/** Only a failed compaction is shown; every other status repeats what other records say. */
function readClientStatus(record: JsonObject): MessageContent {
  const outcome = text(record, 'compact_result')
  if (outcome !== 'failed') return readStatus(record, 'status', outcome ?? text(record, 'content'))
  return makeNotice('compact_failed', 'warning', text(record, 'compact_error') ?? '')
}

function readNotice(record: JsonObject, level: 'info' | 'warning' | 'error'): MessageContent {
  const callId = text(record, 'tool_use_id') ?? text(record, 'toolUseID')
  const ownLevel = readLevel(text(record, 'level')) ?? level
  return makeNotice(text(record, 'subtype') ?? 'system', ownLevel, noticeText(record), callId)
}

/** The fields with the text of a notice, the best first. */
const noticeFields = 'content text message error error_code status_detail name mcp_server_name'.split(' ')

function noticeText(record: JsonObject): string {
  const [words] = noticeFields.flatMap((field) => text(record, field) ?? [])
  return words ?? text(object(record, 'error') ?? emptyObject, 'message') ?? memoryPaths(record)
}

/** A recalled memory is named by its path. */
const memoryPaths = (record: JsonObject): string =>
  objects(record, 'memories')
    .flatMap((memory) => text(memory, 'path') ?? [])
    .join(', ')

function readLevel(level: string | undefined): 'info' | 'warning' | 'error' | undefined {
  if (level === 'warning' || level === 'error') return level
  return level === undefined ? undefined : 'info'
}

/** The client's hint to its settings is not part of the recap. */
const withoutHint = (recap: string): string => recap.replace(/ \(disable recaps in \/config\)$/, '')
