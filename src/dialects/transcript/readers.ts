import {asText, dollars, milliseconds, nothing, object, text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import type {Fields} from '../shared/fields-of.ts'
import type {Reading} from '../shared/make-message.ts'
import {readAssistant} from '../shared/read-assistant.ts'
import {readBlocks, textOf} from '../shared/read-blocks.ts'
import {readSystem} from '../shared/read-system.ts'
import {readModelTotals} from '../shared/read-usage.ts'
import {readUser} from '../shared/read-user.ts'
import {readAttachment} from './read-attachment.ts'
import {usageIsFinal} from './usage-is-final.ts'

type ReadRecord = (record: JsonObject, fields: Fields) => Reading | undefined

/** Types that stand in streams as well; only the fields around them tell a transcript. */
export const sharedReaders: ReadonlyMap<string, ReadRecord> = new Map<string, ReadRecord>([
  [
    'assistant',
    (_, fields) => readAssistant(fields, (stopReason) => usageIsFinal(asText(fields.version), stopReason)),
  ],
  ['user', (_, fields) => readUser(fields)],
  ['system', readSystem],
])

/** Types that only transcripts have, as the 2.1.325 client itself lists them. */
export const ownReaders: ReadonlyMap<string, ReadRecord> = new Map<string, ReadRecord>([
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
  ...['continued-in', 'resume-head-vouch', 'content-replacement', 'data-flow-records'].map(asMetadata),
  ...['data-flow-incomplete', 'fork-context-ref', 'frame-link', 'artifact-comment-monitor'].map(asMetadata),
  ...['memory-mode', 'tag', 'relocated', 'ended-by-model', 'agent-color', 'agent-setting'].map(asMetadata),
  ...['pr-link', 'derived-from', 'artifact-autoreact-ledger', 'bridge-session'].map(asMetadata),
  ...['history-suppression', 'attribution-snapshot', 'mode', 'permission-mode', 'isolation-latch'].map(
    asMetadata,
  ),
  ...[
    'session-owner',
    'dev-mods',
    'atis-latch',
    'tools-used',
    'worktree-state',
    'observer-ref',
    'repl-mode',
  ].map(asMetadata),
])

function asMetadata(name: string): readonly [string, ReadRecord] {
  return [name, () => ({kind: 'metadata', name})]
}

function asApiLog(name: string): readonly [string, ReadRecord] {
  return [name, () => ({kind: 'api-log', name})]
}

function readTitle(
  record: JsonObject,
  field: string,
  source: 'custom' | 'ai' | 'summary' | 'agent',
): Reading {
  const title = text(record, field) ?? text(record, 'title') ?? ''
  return {kind: 'title', title, source, leaf: text(record, 'leafUuid')}
}

/** Progress of a running call (2.1.37): its parent call is the one that lives; hooks report here too. */
function readProgress(record: JsonObject): Reading {
  const data = object(record, 'data') ?? nothing
  return {
    kind: 'progress',
    callId: text(record, 'parentToolUseID') ?? text(record, 'toolUseID'),
    toolName: undefined,
    elapsedMs: milliseconds(data, 'elapsedTimeSeconds'),
    detail: text(data, 'type') ?? 'progress',
    agentId: text(data, 'agentId'),
  }
}

/** What is queued is a text or, with images or from an editor, a list of blocks. */
function readQueue(record: JsonObject): Reading {
  const queued = 'content' in record ? textOf(readBlocks(record['content'])) : undefined
  return {kind: 'queue', operation: text(record, 'operation') ?? '', text: queued}
}

function readCostState(record: JsonObject): Reading {
  return {
    kind: 'cost-state',
    costUsd: dollars(record, 'totalCostUSD'),
    totals: readModelTotals(object(record, 'modelUsage')),
  }
}
