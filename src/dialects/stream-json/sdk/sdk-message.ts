import type {
  SDKActiveGoalMessage,
  SDKControlCancelRequest,
  SDKControlRequest,
  SDKControlResponse,
  SDKKeepAliveMessage,
} from './control.ts'
import type {
  SDKAssistantMessage,
  SDKAuthStatusMessage,
  SDKCommandLifecycleMessage,
  SDKConversationResetMessage,
  SDKPartialAssistantMessage,
  SDKPromptSuggestionMessage,
  SDKRateLimitEvent,
  SDKToolProgressMessage,
  SDKToolUseSummaryMessage,
  SDKUserMessage,
  SDKUserMessageReplay,
} from './conversation-messages.ts'
import type {SDKResultError, SDKResultSuccess} from './result-messages.ts'
import type {
  SDKAPIRetryMessage,
  SDKCommandsChangedMessage,
  SDKCompactBoundaryMessage,
  SDKControlRequestProgressMessage,
  SDKElicitationCompleteMessage,
  SDKFilesPersistedEvent,
  SDKInformationalMessage,
  SDKLocalCommandOutputMessage,
  SDKMemoryRecallMessage,
  SDKMirrorErrorMessage,
  SDKModelFallbackMessage,
  SDKModelRefusalFallbackMessage,
  SDKModelRefusalNoFallbackMessage,
  SDKNotificationMessage,
  SDKPermissionDeniedMessage,
  SDKPluginInstallMessage,
  SDKSessionStateChangedMessage,
  SDKSessionTitleChangedMessage,
  SDKSessionWritesLostMessage,
  SDKStatusMessage,
  SDKSystemMessage,
  SDKThinkingTokensMessage,
  SDKWorkerShuttingDownMessage,
} from './system-messages.ts'
import type {
  SDKBackgroundTasksChangedMessage,
  SDKHookProgressMessage,
  SDKHookResponseMessage,
  SDKHookStartedMessage,
  SDKTaskNotificationMessage,
  SDKTaskProgressMessage,
  SDKTaskStartedMessage,
  SDKTaskUpdatedMessage,
} from './task-messages.ts'

/**
 * Every message the SDK yields, by wire key: `type`, or `type/subtype`, and `user/replay` for a `user`
 * with `isReplay`. Fields are those of SDK 0.3.325, so what is mandatory here may be missing in the
 * output of an older client (`uuid` before 1.0.88, for one).
 */
export interface SDKMessageMap {
  assistant: SDKAssistantMessage
  user: SDKUserMessage
  'user/replay': SDKUserMessageReplay
  'result/success': SDKResultSuccess
  'result/error_during_execution': SDKResultError<'error_during_execution'>
  'result/error_max_turns': SDKResultError<'error_max_turns'>
  'result/error_max_budget_usd': SDKResultError<'error_max_budget_usd'>
  'result/error_max_structured_output_retries': SDKResultError<'error_max_structured_output_retries'>
  stream_event: SDKPartialAssistantMessage
  tool_progress: SDKToolProgressMessage
  tool_use_summary: SDKToolUseSummaryMessage
  auth_status: SDKAuthStatusMessage
  rate_limit_event: SDKRateLimitEvent
  prompt_suggestion: SDKPromptSuggestionMessage
  conversation_reset: SDKConversationResetMessage
  'system/init': SDKSystemMessage
  'system/compact_boundary': SDKCompactBoundaryMessage
  'system/status': SDKStatusMessage
  'system/api_retry': SDKAPIRetryMessage
  'system/control_request_progress': SDKControlRequestProgressMessage
  'system/model_refusal_fallback': SDKModelRefusalFallbackMessage
  'system/model_refusal_no_fallback': SDKModelRefusalNoFallbackMessage
  'system/local_command_output': SDKLocalCommandOutputMessage
  'system/hook_started': SDKHookStartedMessage
  'system/hook_progress': SDKHookProgressMessage
  'system/hook_response': SDKHookResponseMessage
  'system/plugin_install': SDKPluginInstallMessage
  'system/task_started': SDKTaskStartedMessage
  'system/task_progress': SDKTaskProgressMessage
  'system/task_updated': SDKTaskUpdatedMessage
  'system/task_notification': SDKTaskNotificationMessage
  'system/background_tasks_changed': SDKBackgroundTasksChangedMessage
  'system/thinking_tokens': SDKThinkingTokensMessage
  'system/session_state_changed': SDKSessionStateChangedMessage
  'system/worker_shutting_down': SDKWorkerShuttingDownMessage
  'system/commands_changed': SDKCommandsChangedMessage
  'system/notification': SDKNotificationMessage
  'system/files_persisted': SDKFilesPersistedEvent
  'system/memory_recall': SDKMemoryRecallMessage
  'system/elicitation_complete': SDKElicitationCompleteMessage
  'system/permission_denied': SDKPermissionDeniedMessage
  'system/mirror_error': SDKMirrorErrorMessage
  'system/informational': SDKInformationalMessage
  'system/session_writes_lost': SDKSessionWritesLostMessage
  // Emitted by real clients, though no SDK declares them.
  command_lifecycle: SDKCommandLifecycleMessage
  'system/model_fallback': SDKModelFallbackMessage
  'system/session_title_changed': SDKSessionTitleChangedMessage
}

/** Everything a stream-json client writes to stdout: the messages, and its talk with the host. */
export interface StdoutMessageMap extends SDKMessageMap {
  active_goal: SDKActiveGoalMessage
  control_request: SDKControlRequest
  control_response: SDKControlResponse
  control_cancel_request: SDKControlCancelRequest
  keep_alive: SDKKeepAliveMessage
}

/** The key of a message the SDK yields. */
export type SDKWireKey = keyof SDKMessageMap

/** The key of anything on stdout. */
export type StdoutWireKey = keyof StdoutMessageMap

/** Any message the SDK yields; `type`, then `subtype`, tell which. */
export type SDKMessage = SDKMessageMap[SDKWireKey]

/** Any line a stream-json client writes to stdout. */
export type StdoutMessage = StdoutMessageMap[StdoutWireKey]
