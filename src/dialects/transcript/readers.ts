import {asText, dollars, emptyObject, milliseconds, number, object, text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import {asMetadata, type MessageContent} from '../shared/make-message.ts'
import {readAssistant} from '../shared/read-assistant.ts'
import {joinText, readBlocks} from '../shared/read-blocks.ts'
import {readSystem} from '../shared/read-system.ts'
import {readModelTotals} from '../shared/read-usage.ts'
import {readUser} from '../shared/read-user.ts'
import {noFlags, readUserText} from '../shared/read-user-text.ts'
import type {RecordFields} from '../shared/record-fields.ts'

type ReadRecord = (record: JsonObject, fields: RecordFields) => MessageContent | undefined

/** Types that streams have too; other fields show that a record is from a transcript. */
export const sharedTranscriptReaders: ReadonlyMap<string, ReadRecord> = new Map<string, ReadRecord>([
  [
    'assistant',
    (_, fields) => readAssistant(fields, (stopReason) => usageIsFinal(asText(fields.version), stopReason)),
  ],
  ['user', (_, fields) => readUser(fields)],
  ['system', readSystem],
])

/** Types that are not about the conversation. */
const metadataTypes = `
  continued-in resume-head-vouch content-replacement data-flow-records data-flow-incomplete
  fork-context-ref frame-link artifact-comment-monitor memory-mode tag relocated ended-by-model
  agent-color agent-setting pr-link derived-from artifact-autoreact-ledger bridge-session
  history-suppression attribution-snapshot mode permission-mode isolation-latch session-owner dev-mods
  atis-latch tools-used worktree-state observer-ref repl-mode`
  .trim()
  .split(/\s+/)

/** Types that only transcripts have, as the 2.1.325 client lists them. */
export const ownTranscriptReaders: ReadonlyMap<string, ReadRecord> = new Map<string, ReadRecord>([
  ['attachment', readAttachment],
  ['progress', readProgress],
  ['queue-operation', readQueue],
  ['summary', (record) => readTitle(record, 'summary', 'summary')],
  ['custom-title', (record) => readTitle(record, 'customTitle', 'custom')],
  ['ai-title', (record) => readTitle(record, 'aiTitle', 'ai')],
  ['agent-name', (record) => readTitle(record, 'agentName', 'agent')],
  [
    'last-prompt',
    (record) => ({kind: 'leaf', leaf: text(record, 'leafUuid'), prompt: text(record, 'lastPrompt')}),
  ],
  ['cost-state', readCostState],
  ['file-history-snapshot', (record) => ({kind: 'snapshot', messageId: text(record, 'messageId')})],
  ['file-history-delta', (record) => ({kind: 'snapshot', messageId: text(record, 'messageId')})],
  ...['api-request', 'api-request-blob', 'api-request-shape'].map(asApiLog),
  ...metadataTypes.map(asMetadata),
])

function asApiLog(name: string): readonly [string, ReadRecord] {
  return [name, () => ({kind: 'api-log', name})]
}

function readTitle(
  record: JsonObject,
  field: string,
  source: 'custom' | 'ai' | 'summary' | 'agent',
): MessageContent {
  const title = text(record, field) ?? text(record, 'title') ?? ''
  return {kind: 'title', title, source, leaf: text(record, 'leafUuid')}
}

/** Progress of a running call (2.1.37), which is its parent call; hooks report here too. */
function readProgress(record: JsonObject): MessageContent {
  const data = object(record, 'data') ?? emptyObject
  return {
    kind: 'progress',
    callId: text(record, 'parentToolUseID') ?? text(record, 'toolUseID'),
    toolName: undefined,
    elapsedMs: milliseconds(data, 'elapsedTimeSeconds'),
    detail: text(data, 'type') ?? 'progress',
    agentId: text(data, 'agentId'),
  }
}

/** Queued is a text or, with images or from an editor, a list of blocks. */
function readQueue(record: JsonObject): MessageContent {
  const queued = 'content' in record ? joinText(readBlocks(record['content'])) : undefined
  return {kind: 'queue', operation: text(record, 'operation') ?? '', text: queued}
}

function readCostState(record: JsonObject): MessageContent {
  return {
    kind: 'cost-state',
    costUsd: dollars(record, 'totalCostUSD'),
    totals: readModelTotals(object(record, 'modelUsage')),
  }
}

const hookOutcomes: ReadonlyMap<string, 'success' | 'error' | 'blocked' | 'cancelled'> = new Map([
  ['hook_success', 'success'],
  ['hook_additional_context', 'success'],
  ['hook_system_message', 'success'],
  ['hook_blocking_error', 'blocked'],
  ['hook_non_blocking_error', 'error'],
  ['hook_error_during_execution', 'error'],
  ['hook_cancelled', 'cancelled'],
])

/** Reads an `attachment`: something that the client added to the context. */
function readAttachment(record: JsonObject): MessageContent {
  const attachment = object(record, 'attachment') ?? emptyObject
  const name = text(attachment, 'type') ?? 'unknown'
  if (name === 'queued_command') return readQueued(attachment)
  const outcome = hookOutcomes.get(name)
  if (outcome) return readHook(attachment, outcome)
  return {kind: 'attachment', name, value: attachment}
}

/** A prompt typed while Claude worked, or a task's notification that arrived then. */
function readQueued(attachment: JsonObject): MessageContent {
  const blocks = readBlocks(attachment['prompt'])
  const reading = readUserText(blocks, {...noFlags, queued: true})
  if (reading.kind !== 'prompt') return reading
  return {kind: 'steering', text: joinText(blocks), blocks, sourceId: text(attachment, 'source_uuid')}
}

function readHook(
  attachment: JsonObject,
  outcome: 'success' | 'error' | 'blocked' | 'cancelled',
): MessageContent {
  const blocking = object(attachment, 'blockingError')
  return {
    kind: 'hook',
    phase: 'finished',
    hookId: undefined,
    name: text(attachment, 'hookName') ?? '',
    event: text(attachment, 'hookEvent'),
    callId: text(attachment, 'toolUseID'),
    stdout: text(attachment, 'stdout') ?? joinText(readBlocks(attachment['content'])),
    stderr: text(attachment, 'stderr') ?? (blocking ? (text(blocking, 'blockingError') ?? '') : ''),
    exitCode: number(attachment, 'exitCode'),
    outcome,
    reason: blocking && text(blocking, 'blockingError'),
  }
}

const numbers = /^(\d+)\.(\d+)\.(\d+)/

/**
 * Whether a transcript's usage is the final one of a response. In 0.2.x it is; up to 2.1.111 nearly all lines have the
 * numbers of the response's beginning. Since then the lines that were written after the response ended have it, and
 * have a stop reason; lines that were written before, and those of a response that broke off, do not.
 */
export function usageIsFinal(version: string | undefined, stopReason: unknown): boolean {
  if (version !== last.version) last = {version, writesFinal: writesFinal(version)}
  return last.writesFinal ?? typeof stopReason === 'string'
}

/** Nearly all lines have the version of the line before, and parsing it again takes longer than reading their usage. */
let last: {readonly version: string | undefined; readonly writesFinal: boolean | undefined} = {
  version: undefined,
  writesFinal: undefined,
}

/** Whether all lines of a version are final; `undefined` if that depends on the line, or the version is unknown. */
function writesFinal(version = ''): boolean | undefined {
  const found = numbers.exec(version)
  if (!found) return undefined
  const [major, minor, patch] = [Number(found[1]), Number(found[2]), Number(found[3])]
  if (major === 0) return true
  const isOld = major < 2 || (major === 2 && (minor < 1 || (minor === 1 && patch < 112)))
  return isOld ? false : undefined
}
