import type {JsonObject} from '../../../src/model/index.ts'
import type {AttackText} from './attack-texts.ts'
import {hostileAddresses} from './attack-texts.ts'
import type {HostileTranscript} from './hostile-transcript.ts'
import {hostileId} from './hostile-transcript.ts'

/** Text that may stand between tags of the client, which a vector must not close. */
const inside = (tag: string, text: string): string => `<${tag}>${text.replaceAll(`</${tag}`, '')}</${tag}>`

/** Tells each kind of record but calls, once. */
export function writeRecords(
  {add, raw, user, assistant}: HostileTranscript,
  x: AttackText,
  round: number,
): void {
  const sessionId = hostileId(round, 0)
  raw({type: 'summary', summary: x(), leafUuid: x()})
  raw({type: 'ai-title', aiTitle: x(), sessionId})
  raw({type: 'agent-name', agentName: x(), sessionId})
  raw({type: 'custom-title', customTitle: x(), sessionId})
  raw({type: 'queue-operation', operation: x(), content: x(), sessionId})
  raw({type: 'pr-link', url: x(), prUrl: x(), prNumber: 1, prRepository: x(), sessionId})
  raw({type: 'tag', tag: x(), sessionId})
  user(`Please look at this: ${x()}`, {permissionMode: x(), origin: {kind: x()}})
  user([
    {type: 'text', text: `And at these: ${x()}`},
    {type: 'image', source: {type: 'base64', media_type: x(), data: x()}},
    {type: 'image', source: {type: 'base64', media_type: 'image/svg+xml', data: svg}},
    {type: 'image', source: {type: 'base64', media_type: 'image/png" onerror="__canary(9010)', data: x()}},
    {type: 'image', source: {type: 'base64', media_type: 'text/html', data: html}},
    ...hostileAddresses.map(({text}) => ({type: 'image', source: {type: 'url', url: text}})),
    {type: 'image', source: {type: 'url', url: x()}},
    {type: 'image', source: {type: 'file', file_id: x()}},
    {type: 'image', source: x()},
    {type: 'document', title: x(), source: {type: 'base64', media_type: x(), data: x()}},
    {type: 'document', title: x(), source: {type: 'text', media_type: x(), data: x()}},
    {type: 'search_result', title: x(), source: x(), content: [{type: 'text', text: x()}]},
    ...hostileAddresses.map(({text}) => ({type: 'search_result', title: text, source: text, content: []})),
    {type: 'tool_reference', tool_name: x()},
    {type: x(), [x()]: x()},
  ])
  user(
    `${inside('ide_opened_file', x())}${inside('ide_selection', x())}${inside('ide_diagnostics', x())}Look: ${x()}`,
  )
  assistant([{type: 'text', text: x()}])
  assistant([{type: 'thinking', thinking: x(), signature: x()}])
  assistant([{type: 'redacted_thinking', data: x()}])
  assistant([{type: x(), text: x(), [x()]: {[x()]: [x()]}}])
  assistant([{type: 'text', text: x()}], {error: x(), isApiErrorMessage: true})
  user(
    `${inside('command-name', `/${x()}`)}${inside('command-message', x())}${inside('command-args', x())}${inside('command-contents', x())}`,
  )
  user(`<local-command-stdout>${x()}</local-command-stdout>`)
  user(`<local-command-stderr>${x()}</local-command-stderr>`)
  user(inside('bash-input', x()))
  user(`<bash-stdout>${x()}</bash-stdout><bash-stderr>${x()}</bash-stderr>`)
  user(inside('user-memory-input', x()))
  user(
    `<task-notification>${inside('task-id', x())}${inside('tool-use-id', x())}${inside('status', 'completed')}${inside('summary', x())}<result>${x()}</result></task-notification>`,
  )
  user(`<teammate-message teammate_id="${x().replaceAll('"', "'")}">${x()}</teammate-message>`)
  user(`<agent-message from="${x().replaceAll('"', "'")}">${x()}</agent-message>`)
  user('[Request interrupted by user for tool use]', {interruptedMessageId: x()})
  const fork = add({type: 'user', message: {role: 'user', content: `Before a rewind: ${x()}`}})
  for (const _ of ['a branch', 'another'])
    add({type: 'user', parentUuid: fork, message: {role: 'user', content: `After a rewind: ${x()}`}})
  user(inside('local-command-caveat', x()), {isMeta: true})
  user(inside('system-reminder', x()), {isMeta: true})
  user(`Stop hook feedback:\n${x()}`)
  user(`Base directory for this skill: ${x()}`, {isMeta: true, sourceToolUseID: x()})
  user('Unknown slash command: <img/src="x"/onerror=__canary(9011)>')
  user(`This session is being continued from a previous conversation ${x()}`, {isCompactSummary: true})
  add({
    type: 'system',
    subtype: 'compact_boundary',
    content: x(),
    compactMetadata: {trigger: x(), preTokens: 5, postTokens: 2},
  })
  for (const subtype of notices)
    add({type: 'system', subtype, level: x(), content: x(), message: x(), toolUseID: x(), fallbackModel: x()})
  add({type: 'system', content: x(), level: 'warning'})
  add({type: 'system', subtype: 'local_command', content: `/${x()}`})
  add({type: 'system', subtype: 'away_summary', content: x()})
  add({type: 'system', subtype: 'turn_duration', durationMs: 5})
  add({
    type: 'system',
    subtype: 'api_error',
    level: 'error',
    error: {message: x(), formatted: x(), requestId: x()},
  })
  add({
    type: 'system',
    subtype: 'stop_hook_summary',
    hookCount: 1,
    hookInfos: [{command: x()}],
    hookErrors: [x()],
    stopReason: x(),
    toolUseID: x(),
  })
  for (const type of hooks)
    add({
      type: 'attachment',
      attachment: {
        type,
        hookName: x(),
        hookEvent: x(),
        toolUseID: x(),
        stdout: x(),
        stderr: x(),
        content: x(),
        command: x(),
        exitCode: 1,
        blockingError: {blockingError: x(), command: x()},
      },
    })
  add({
    type: 'attachment',
    attachment: {type: 'queued_command', prompt: `Also this: ${x()}`, source_uuid: x()},
  })
  for (const type of ['file', 'directory', 'nested_memory', 'released_tomorrow', x()])
    add({
      type: 'attachment',
      attachment: {
        type,
        filename: x(),
        path: x(),
        displayPath: x(),
        content: {file: {filePath: x(), content: x()}},
      },
    })
  raw({
    type: 'file-history-snapshot',
    messageId: x(),
    snapshot: {messageId: x(), trackedFileBackups: {[x()]: {backupFileName: x(), version: 1}}},
  })
  raw({type: 'file-history-delta', messageId: x(), trackingPath: x(), backup: {backupFileName: x()}})
  raw({type: 'cost-state', sessionId, totalCostUSD: 0.5, modelUsage: {[x()]: {inputTokens: 1, costUSD: 0.5}}})
  raw({type: 'last-prompt', lastPrompt: x(), sessionId})
  raw({type: `released-tomorrow ${x()}`, [x()]: x(), sessionId})
  lineWithPrototype(raw, x)
}

/** Keys that are none of a record's own. */
function lineWithPrototype(raw: HostileTranscript['raw'], x: AttackText): void {
  const value: JsonObject = JSON.parse(
    JSON.stringify({
      type: 'released-tomorrow',
      PROTO: {polluted: x(), innerHTML: x()},
      constructor: {prototype: {a: x()}},
    }).replace('PROTO', '__proto__'),
  )
  raw(value)
}

const notices = [
  'informational',
  'model_fallback',
  'model_refusal_fallback',
  'memory_saved',
  'agents_killed',
  'scheduled_task_fire',
  'permission_retry',
  'task_summary',
]

const hooks = [
  'hook_success',
  'hook_additional_context',
  'hook_system_message',
  'hook_blocking_error',
  'hook_non_blocking_error',
  'hook_error_during_execution',
  'hook_cancelled',
]

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const svg = base64(
  '<svg xmlns="http://www.w3.org/2000/svg" onload="__canary(9012)"><script>__canary(9013)</script></svg>',
)
const html = base64('<script>__canary(9014)</script>')
