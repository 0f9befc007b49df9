import type * as control from './control.ts'
import type * as conversation from './conversation-messages.ts'
import type * as result from './result-messages.ts'
import type * as system from './system-messages.ts'
import type * as task from './task-messages.ts'

/**
 * Every message the SDK yields, by wire key: `type`, or `type/subtype`, and `user/replay` for a `user`
 * with `isReplay`. Fields are those of SDK 0.3.325, so what is mandatory here may be missing in the
 * output of an older client (`uuid` before 1.0.88, for one).
 */
export interface SDKMessageMap {
  assistant: conversation.SDKAssistantMessage
  user: conversation.SDKUserMessage
  'user/replay': conversation.SDKUserMessageReplay
  'result/success': result.SDKResultSuccess
  'result/error_during_execution': result.SDKResultError<'error_during_execution'>
  'result/error_max_turns': result.SDKResultError<'error_max_turns'>
  'result/error_max_budget_usd': result.SDKResultError<'error_max_budget_usd'>
  'result/error_max_structured_output_retries': result.SDKResultError<'error_max_structured_output_retries'>
  stream_event: conversation.SDKPartialAssistantMessage
  tool_progress: conversation.SDKToolProgressMessage
  tool_use_summary: conversation.SDKToolUseSummaryMessage
  auth_status: conversation.SDKAuthStatusMessage
  rate_limit_event: conversation.SDKRateLimitEvent
  prompt_suggestion: conversation.SDKPromptSuggestionMessage
  conversation_reset: conversation.SDKConversationResetMessage
  'system/init': system.SDKSystemMessage
  'system/compact_boundary': system.SDKCompactBoundaryMessage
  'system/status': system.SDKStatusMessage
  'system/api_retry': system.SDKAPIRetryMessage
  'system/control_request_progress': system.SDKControlRequestProgressMessage
  'system/model_refusal_fallback': system.SDKModelRefusalFallbackMessage
  'system/model_refusal_no_fallback': system.SDKModelRefusalNoFallbackMessage
  'system/local_command_output': system.SDKLocalCommandOutputMessage
  'system/hook_started': task.SDKHookStartedMessage
  'system/hook_progress': task.SDKHookProgressMessage
  'system/hook_response': task.SDKHookResponseMessage
  'system/plugin_install': system.SDKPluginInstallMessage
  'system/task_started': task.SDKTaskStartedMessage
  'system/task_progress': task.SDKTaskProgressMessage
  'system/task_updated': task.SDKTaskUpdatedMessage
  'system/task_notification': task.SDKTaskNotificationMessage
  'system/background_tasks_changed': task.SDKBackgroundTasksChangedMessage
  'system/thinking_tokens': system.SDKThinkingTokensMessage
  'system/session_state_changed': system.SDKSessionStateChangedMessage
  'system/worker_shutting_down': system.SDKWorkerShuttingDownMessage
  'system/commands_changed': system.SDKCommandsChangedMessage
  'system/notification': system.SDKNotificationMessage
  'system/files_persisted': system.SDKFilesPersistedEvent
  'system/memory_recall': system.SDKMemoryRecallMessage
  'system/elicitation_complete': system.SDKElicitationCompleteMessage
  'system/permission_denied': system.SDKPermissionDeniedMessage
  'system/mirror_error': system.SDKMirrorErrorMessage
  'system/informational': system.SDKInformationalMessage
  'system/session_writes_lost': system.SDKSessionWritesLostMessage
  // Emitted by real clients, though no SDK declares them.
  command_lifecycle: conversation.SDKCommandLifecycleMessage
  'system/model_fallback': system.SDKModelFallbackMessage
  'system/session_title_changed': system.SDKSessionTitleChangedMessage
}

/** Everything a stream-json client writes to stdout: the messages, and its talk with the host. */
export interface StdoutMessageMap extends SDKMessageMap {
  active_goal: control.SDKActiveGoalMessage
  control_request: control.SDKControlRequest
  control_response: control.SDKControlResponse
  control_cancel_request: control.SDKControlCancelRequest
  keep_alive: control.SDKKeepAliveMessage
}

/** The key of a message the SDK yields. */
export type SDKWireKey = keyof SDKMessageMap

/** The key of anything on stdout. */
export type StdoutWireKey = keyof StdoutMessageMap

/** Any message that the SDK yields; `type`, then `subtype`, say which. */
export type SDKMessage = SDKMessageMap[SDKWireKey]

/** Any line a stream-json client writes to stdout. */
export type StdoutMessage = StdoutMessageMap[StdoutWireKey]
