import type {JsonObject} from '../../../src/model/index.ts'
import {attackTexts} from './attack-texts.ts'
import {hostileId} from './hostile-transcript.ts'

/** The lines of a stream whose every text attacks whoever shows it: what only streams have. */
export function hostileStream(round: number): readonly string[] {
  const x = attackTexts(round)
  const session_id = hostileId(round, 2)
  const lines: string[] = []
  const add = (record: JsonObject): void => {
    lines.push(JSON.stringify({...record, session_id, uuid: hostileId(round, 0x5000 + lines.length)}))
  }
  const system = (subtype: string, fields: JsonObject): void => add({type: 'system', subtype, ...fields})
  const task = {task_id: x(), tool_use_id: 'toolu_a', task_type: x(), subagent_type: x()}
  const usage = {input_tokens: 1, output_tokens: 1}
  system('init', {
    cwd: x(),
    model: x(),
    tools: [x(), x()],
    permissionMode: x(),
    mcp_servers: [{name: x(), status: x()}],
  })
  system('hook_started', {hook_id: x(), hook_name: x(), hook_event: x()})
  system('hook_response', {
    hook_id: x(),
    hook_name: x(),
    hook_event: x(),
    stdout: x(),
    stderr: x(),
    exit_code: 2,
  })
  add({
    type: 'assistant',
    parent_tool_use_id: null,
    message: {id: 'msg_1', model: x(), role: 'assistant', content: [{type: 'text', text: x()}], usage},
  })
  add({
    type: 'assistant',
    parent_tool_use_id: null,
    message: {
      id: 'msg_1',
      model: x(),
      role: 'assistant',
      content: [{type: 'tool_use', id: 'toolu_a', name: 'Agent', input: {description: x(), prompt: x()}}],
      usage,
    },
  })
  system('task_started', {...task, description: x(), prompt: x()})
  system('task_progress', {...task, description: x(), last_tool_name: x()})
  add({
    type: 'user',
    parent_tool_use_id: 'toolu_a',
    subagent_type: x(),
    task_description: x(),
    message: {role: 'user', content: x()},
  })
  add({type: 'tool_progress', tool_use_id: 'toolu_a', tool_name: x(), elapsed_time_seconds: 3})
  system('task_updated', {task_id: x(), patch: {status: x(), description: x(), error: x()}})
  system('task_notification', {...task, status: 'failed', summary: x(), output_file: x()})
  system('permission_denied', {tool_name: x(), tool_use_id: x(), message: x(), decision_reason: x()})
  system('status', {status: x(), content: x()})
  system('status', {compact_result: 'failed', compact_error: x()})
  system('session_state_changed', {state: x()})
  system('session_title_changed', {title: x()})
  system('notification', {text: x(), key: x()})
  system('api_retry', {error: x(), error_status: 529, attempt: 1})
  system('local_command_output', {content: x()})
  add({type: 'tool_use_summary', summary: x()})
  add({type: 'auth_status', isAuthenticating: true, output: [x(), x()], error: x()})
  add({type: 'rate_limit_event', rate_limit_info: {status: x(), rateLimitType: x(), utilization: 0.9}})
  add({type: 'prompt_suggestion', suggestion: x()})
  add({
    type: 'control_request',
    request_id: x(),
    request: {
      subtype: 'can_use_tool',
      tool_name: x(),
      tool_use_id: x(),
      input: {[x()]: x()},
      decision_reason: x(),
    },
  })
  add({type: 'control_response', response: {subtype: x(), request_id: x(), error: x()}})
  add({type: `released_tomorrow ${x()}`, [x()]: x()})
  add({
    type: 'result',
    subtype: 'error_during_execution',
    is_error: true,
    result: x(),
    errors: [x(), x()],
    stop_reason: x(),
    permission_denials: [{tool_name: x(), tool_use_id: x(), tool_input: {[x()]: x()}}],
    modelUsage: {[x()]: {inputTokens: 1, outputTokens: 1, costUSD: 0.1}},
    total_cost_usd: 0.1,
    duration_ms: 5,
    num_turns: 1,
    usage,
  })
  add({type: 'conversation_reset', new_conversation_id: x(), trigger: x()})
  return lines
}
