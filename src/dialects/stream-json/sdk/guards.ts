import type {StdoutMessageMap, StdoutWireKey} from './sdk-message.ts'
import {wireKeyOf} from './wire-keys.ts'

/** Whether a value is the message of that wire key: `isSDKMessage(message, 'system/init')`. */
export function isSDKMessage<Key extends StdoutWireKey>(
  message: unknown,
  key: Key,
): message is StdoutMessageMap[Key] {
  return wireKeyOf(message) === key
}

const guardOf =
  <Key extends StdoutWireKey>(...keys: readonly Key[]) =>
  (message: unknown): message is StdoutMessageMap[Key] =>
    keys.some((key) => isSDKMessage(message, key))

/** One block of a response. */
export const isAssistantMessage = guardOf('assistant')

/** A tool result or synthetic text; a replayed prompt is not one. */
export const isUserMessage = guardOf('user')

/** A prompt echoed back. */
export const isUserMessageReplay = guardOf('user/replay')

/** A raw API event. */
export const isPartialAssistantMessage = guardOf('stream_event')

/** The end of a turn that ended by itself; `is_error` may still be true. */
export const isResultSuccess = guardOf('result/success')

const errorKeys = [
  'result/error_during_execution',
  'result/error_max_turns',
  'result/error_max_budget_usd',
  'result/error_max_structured_output_retries',
] as const

/** The end of a turn that was cut short. */
export const isResultError = guardOf(...errorKeys)

/** The end of a turn, however it ended. */
export const isResultMessage = guardOf('result/success', ...errorKeys)

/** What the session is made of. */
export const isSystemInit = guardOf('system/init')

/** The conversation was compacted. */
export const isCompactBoundary = guardOf('system/compact_boundary')

/** The session is busy or no longer. */
export const isStatus = guardOf('system/status')

/** An API call will be repeated. */
export const isAPIRetry = guardOf('system/api_retry')

/** A tool call was refused. */
export const isPermissionDenied = guardOf('system/permission_denied')

/** A hook began. */
export const isHookStarted = guardOf('system/hook_started')

/** A hook printed something. */
export const isHookProgress = guardOf('system/hook_progress')

/** A hook ended. */
export const isHookResponse = guardOf('system/hook_response')

/** A task began. */
export const isTaskStarted = guardOf('system/task_started')

/** A task did something. */
export const isTaskProgress = guardOf('system/task_progress')

/** Fields of a task changed. */
export const isTaskUpdated = guardOf('system/task_updated')

/** A task ended. */
export const isTaskNotification = guardOf('system/task_notification')

/** A tool reports how long it has run. */
export const isToolProgress = guardOf('tool_progress')

/** Signing in. */
export const isAuthStatus = guardOf('auth_status')

/** A limit of the plan. */
export const isRateLimitEvent = guardOf('rate_limit_event')

/** The client asks its host something. */
export const isControlRequest = guardOf('control_request')

/** The client responds to its host. */
export const isControlResponse = guardOf('control_response')
