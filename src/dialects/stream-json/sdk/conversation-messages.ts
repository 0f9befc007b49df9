import type {Open, UUID} from './primitives.ts'
import type {BetaMessage, BetaRawMessageStreamEvent} from './stream-events.ts'
import type {
  SDKAssistantMessageError,
  SDKContextUsage,
  SDKEnvelope,
  SDKMessageOrigin,
  SDKRateLimitInfo,
  SDKSubagentMarkers,
  SDKTurnMarkers,
  SDKUsageReport,
} from './supporting.ts'
import type {MessageParam} from './user-content.ts'

/**
 * One content block of a response. Lines of one message share `message.id` and need not be adjacent;
 * `parent_tool_use_id` names the call whose sub-agent speaks, and is null in the main loop.
 */
export interface SDKAssistantMessage extends SDKEnvelope, SDKTurnMarkers, SDKSubagentMarkers {
  readonly type: 'assistant'
  readonly message: BetaMessage
  readonly parent_tool_use_id: string | null
  readonly error?: SDKAssistantMessageError
  readonly request_id?: string
  readonly resumed_from_incomplete_thinking?: true
  readonly supersedes?: readonly UUID[]
  readonly aborted?: true
  readonly timestamp?: string
  readonly context_usage?: SDKContextUsage
  readonly usage_report?: SDKUsageReport
  // Undeclared from here on.
  readonly thinking_duration_ms?: number
  readonly thinking_display?: string
  readonly tool_use_meta?: readonly SDKToolUseMeta[]
  readonly is_api_error_message?: boolean
  readonly api_error_status?: number | null
  readonly api_error_type?: string
  readonly api_error?: string
  readonly api_error_params?: {readonly rate_limit_info?: SDKRateLimitInfo}
  readonly local_command_source?: string
  readonly local_command_run?: {readonly command: string; readonly args: string}
}

/** How to show a call of an MCP tool. Undeclared. */
export interface SDKToolUseMeta {
  readonly id: string
  readonly display_name: string
  readonly server_display_name: string
  readonly tool_name: string
}

/** What a user message and its replay share. */
interface UserMessageBase {
  readonly type: 'user'
  readonly message: MessageParam
  readonly parent_tool_use_id: string | null
  readonly isSynthetic?: boolean
  readonly tool_use_result?: unknown
  readonly priority?: Open<'now' | 'next' | 'later'>
  readonly origin?: SDKMessageOrigin
  readonly shouldQuery?: boolean
  readonly timestamp?: string
  readonly client_composed?: true
}

/**
 * A tool result, or text the client put in (`isSynthetic`): the prompt itself is not on the stream.
 * `tool_use_result` is the tool's structured output, or `"Error: …"`; sub-agent lines lack it.
 */
export interface SDKUserMessage extends UserMessageBase, SDKSubagentMarkers {
  readonly uuid?: UUID
  readonly session_id?: string
  readonly pasted_content?: readonly MessageParam['content'][]
  readonly inline_pastes?: readonly string[]
  /** Undeclared here, and sometimes sent as false; it distinguishes a message from its replay. */
  readonly isReplay?: false
  readonly tool_result_meta?: readonly SDKToolResultMeta[]
  readonly refused_message_id?: string
}

/** Whether and why a tool was allowed to run. Undeclared, from 2.1.325. */
export interface SDKToolResultMeta {
  readonly id: string
  readonly non_execution_kind?: Open<'user-rejected' | 'permission-rule'>
  readonly permission_decision?: {
    readonly decision: Open<'accept' | 'reject'>
    readonly source: Open<'config' | 'hook' | 'user_temporary'>
    readonly reason_type?: string
  }
}

/**
 * A prompt echoed back (`--replay-user-messages`) with the uuid it was sent with, at the moment the
 * session takes it in; also the output of some local commands.
 */
export interface SDKUserMessageReplay extends UserMessageBase, SDKEnvelope {
  readonly isReplay: true
  readonly file_attachments?: readonly unknown[]
}

/** A raw API event (`--include-partial-messages`); never sent for sub-agents. */
export interface SDKPartialAssistantMessage extends SDKEnvelope, SDKTurnMarkers {
  readonly type: 'stream_event'
  readonly event: BetaRawMessageStreamEvent
  readonly parent_tool_use_id: string | null
  readonly ttft_ms?: number
  // Undeclared from here on; `api_message_id` is the only message id on delta events.
  readonly thinking_display?: string
  readonly api_message_id?: string
}

/**
 * A running tool reports how long it has taken. A heartbeat has `tool_use_id` `<id>-heartbeat-<n>`
 * and the running tool's own id as its parent, so it does not mean "inside a sub-agent".
 */
export interface SDKToolProgressMessage extends SDKEnvelope {
  readonly type: 'tool_progress'
  readonly tool_use_id: string
  readonly tool_name: string
  readonly parent_tool_use_id: string | null
  readonly elapsed_time_seconds: number
  readonly task_id?: string
  readonly heartbeat?: boolean
  readonly subagent_type?: string
  readonly subagent_retry?: {
    readonly agent_id: string
    readonly attempt: number
    readonly max_retries: number
    readonly retry_delay_ms: number
    readonly error_status: number | null
    readonly error_category: string
  }
}

/** A sentence about what a few tool calls did together. */
export interface SDKToolUseSummaryMessage extends SDKEnvelope {
  readonly type: 'tool_use_summary'
  readonly summary: string
  readonly preceding_tool_use_ids: readonly string[]
}

/** Signing in: in progress, failed (`error`) or done. */
export interface SDKAuthStatusMessage extends SDKEnvelope {
  readonly type: 'auth_status'
  readonly isAuthenticating: boolean
  readonly output: readonly string[]
  readonly error?: string
}

/** A limit of the plan is near, was reached or was lifted. */
export interface SDKRateLimitEvent extends SDKEnvelope {
  readonly type: 'rate_limit_event'
  readonly rate_limit_info: SDKRateLimitInfo
}

/** What the user might ask next; it follows the result. */
export interface SDKPromptSuggestionMessage extends SDKEnvelope {
  readonly type: 'prompt_suggestion'
  readonly suggestion: string
}

/** The conversation starts again: `session_id` changes mid-stream and the cost total restarts at 0. */
export interface SDKConversationResetMessage extends SDKEnvelope {
  readonly type: 'conversation_reset'
  readonly new_conversation_id: UUID
  readonly trigger?: Open<'clear' | 'plan_mode_exit' | 'fresh_session' | 'onboarding'>
  readonly user_message_uuid?: string
  readonly timestamp?: string
}

/** A queued prompt moves on. Undeclared, from 2.1.325; may be the first line of a stream. */
export interface SDKCommandLifecycleMessage extends SDKEnvelope {
  readonly type: 'command_lifecycle'
  readonly command_uuid: UUID
  readonly state: Open<'queued' | 'started' | 'completed'>
}
