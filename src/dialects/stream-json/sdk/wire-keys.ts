import type {SDKWireKey, StdoutWireKey} from './sdk-message.ts'

/** The keys of `SDKMessageMap` at run time. A message type without its line here does not compile. */
export const sdkWireKeys = {
  assistant: true,
  user: true,
  'user/replay': true,
  'result/success': true,
  'result/error_during_execution': true,
  'result/error_max_turns': true,
  'result/error_max_budget_usd': true,
  'result/error_max_structured_output_retries': true,
  stream_event: true,
  tool_progress: true,
  tool_use_summary: true,
  auth_status: true,
  rate_limit_event: true,
  prompt_suggestion: true,
  conversation_reset: true,
  command_lifecycle: true,
  'system/init': true,
  'system/compact_boundary': true,
  'system/status': true,
  'system/api_retry': true,
  'system/control_request_progress': true,
  'system/model_fallback': true,
  'system/model_refusal_fallback': true,
  'system/model_refusal_no_fallback': true,
  'system/local_command_output': true,
  'system/hook_started': true,
  'system/hook_progress': true,
  'system/hook_response': true,
  'system/plugin_install': true,
  'system/task_started': true,
  'system/task_progress': true,
  'system/task_updated': true,
  'system/task_notification': true,
  'system/background_tasks_changed': true,
  'system/thinking_tokens': true,
  'system/session_state_changed': true,
  'system/session_title_changed': true,
  'system/worker_shutting_down': true,
  'system/commands_changed': true,
  'system/notification': true,
  'system/files_persisted': true,
  'system/memory_recall': true,
  'system/elicitation_complete': true,
  'system/permission_denied': true,
  'system/mirror_error': true,
  'system/informational': true,
  'system/session_writes_lost': true,
} as const satisfies Record<SDKWireKey, true>

/** The keys of `StdoutMessageMap` at run time. */
export const stdoutWireKeys = {
  ...sdkWireKeys,
  active_goal: true,
  control_request: true,
  control_response: true,
  control_cancel_request: true,
  keep_alive: true,
} as const satisfies Record<StdoutWireKey, true>

const keysByType = new Map<unknown, Map<unknown, StdoutWireKey>>()
for (const key of Object.keys(stdoutWireKeys) as StdoutWireKey[]) {
  const [type, subtype] = key.split('/')
  const keysBySubtype = keysByType.get(type) ?? new Map<unknown, StdoutWireKey>()
  keysByType.set(type, keysBySubtype.set(subtype, key))
}

/**
 * The wire key of a message, or null when this version does not know it. A type that needs no subtype is known with any
 * subtype, so `assistant` stays known if it ever gets one.
 */
export function wireKeyOf(message: unknown): StdoutWireKey | null {
  if (typeof message !== 'object' || message === null) return null
  const {type, subtype, isReplay} = message as {type?: unknown; subtype?: unknown; isReplay?: unknown}
  if (type === 'user') return isReplay === true ? 'user/replay' : 'user'
  const keysBySubtype = keysByType.get(type)
  return keysBySubtype?.get(subtype) ?? keysBySubtype?.get(undefined) ?? null
}
