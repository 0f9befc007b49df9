import type {Model, Open, UUID} from './primitives.ts'
import type {
  ApiKeySource,
  EffortLevel,
  FastModeDisabledReason,
  FastModeState,
  PermissionMode,
  SDKAssistantMessageError,
  SDKStatus,
  SDKSystemEvent,
  SlashCommand,
} from './supporting.ts'

/**
 * The configuration of the session. Repeats on every turn of a multi-turn stream and may then differ; hooks and status
 * may precede it. `tools` still lists `Task`, whose calls are named `Agent`.
 */
export interface SDKSystemMessage extends SDKSystemEvent<'init'> {
  readonly agents?: readonly string[]
  readonly apiKeySource: ApiKeySource
  readonly betas?: readonly string[]
  readonly claude_code_version: string
  readonly cwd: string
  readonly tools: readonly string[]
  readonly mcp_servers: readonly {readonly name: string; readonly status: string; readonly source?: string}[]
  readonly model: Model
  readonly permissionMode: PermissionMode
  readonly slash_commands: readonly string[]
  readonly terminal_slash_commands?: readonly string[]
  readonly output_style: string
  readonly skills: readonly string[]
  readonly plugins: readonly {
    readonly name: string
    readonly path: string
    readonly version?: string
    /** Undeclared. */
    readonly source?: string
  }[]
  readonly plugin_errors?: readonly SDKPluginError[]
  readonly fast_mode_state?: FastModeState
  readonly fast_mode_disabled_reason?: FastModeDisabledReason
  readonly effort?: EffortLevel | null
  readonly view_mode?: Open<'focus' | 'default'>
  readonly capabilities?: readonly string[]
  // Undeclared from here on.
  readonly analytics_disabled?: boolean
  readonly product_feedback_disabled?: boolean
  readonly memory_paths?: Readonly<Record<string, string>>
  readonly original_cwd?: string
  readonly additional_directories?: readonly string[]
  readonly messaging_socket_path?: string
  readonly per_turn_effort_active?: boolean
  readonly ultrathink_available?: boolean
  readonly ultrathink_typed_raises?: boolean
  readonly startup_timing?: Readonly<Record<string, unknown>>
  readonly user_message_uuids?: readonly string[]
}

/** A plugin that did not load. */
export interface SDKPluginError {
  readonly plugin: string
  readonly type: string
  readonly message: string
  readonly path?: string
  readonly managed_lock?: {
    readonly plugin_enabled: boolean
    readonly name: string
    readonly marketplace?: string
  }
}

/** The conversation was compacted here; the summary follows as a synthetic `user` message. */
export interface SDKCompactBoundaryMessage extends SDKSystemEvent<'compact_boundary'> {
  readonly compact_metadata: {
    readonly trigger: Open<'manual' | 'auto'>
    readonly pre_tokens: number
    readonly post_tokens?: number
    readonly duration_ms?: number
    readonly preserved_segment?: {
      readonly head_uuid: UUID
      readonly anchor_uuid: UUID
      readonly tail_uuid: UUID
    }
    readonly preserved_messages?: {
      readonly anchor_uuid: UUID
      readonly uuids: readonly UUID[]
      /** Undeclared. */
      readonly all_uuids?: readonly UUID[]
    }
    /** Undeclared. */
    readonly cumulative_dropped_tokens?: number
  }
  /** Undeclared. */
  readonly logical_parent_uuid?: UUID
}

/** The session is busy, or (null) no longer; also has the outcome of a compaction. */
export interface SDKStatusMessage extends SDKSystemEvent<'status'> {
  readonly status: SDKStatus
  readonly permissionMode?: PermissionMode
  readonly compact_result?: Open<'success' | 'failed'>
  readonly compact_error?: string
  /** Undeclared. */
  readonly compact_output_chars?: number
}

/** An API call failed and will be repeated; a partial response that was already printed stays in the stream. */
export interface SDKAPIRetryMessage extends SDKSystemEvent<'api_retry'> {
  readonly attempt: number
  readonly max_retries: number
  readonly retry_delay_ms: number
  readonly error_status: number | null
  readonly error: SDKAssistantMessageError
  readonly no_response?: {readonly waited_ms: number; readonly retry_wait_ms: number}
}

/** A slow control request is still being worked on. */
export interface SDKControlRequestProgressMessage extends SDKSystemEvent<'control_request_progress'> {
  readonly request_id: string
  readonly status: Open<'started' | 'api_retry'>
  readonly attempt?: number
  readonly max_retries?: number
  readonly retry_delay_ms?: number
  readonly error_status?: number | null
}

/** What both outcomes of a refusal say. */
interface ModelRefusal {
  readonly original_model: string
  readonly request_id: string | null
  readonly api_refusal_category?: string | null
  readonly api_refusal_explanation?: string | null
  readonly refused_user_message_uuid?: string | null
  readonly content: string
}

/** The model refused and another one takes over; `retracted_message_uuids` no longer count. */
export interface SDKModelRefusalFallbackMessage
  extends SDKSystemEvent<'model_refusal_fallback'>,
    ModelRefusal {
  readonly trigger: 'refusal'
  readonly direction: Open<'retry' | 'revert' | 'sticky'>
  readonly scope?: Open<'session' | 'local'>
  readonly fallback_model: string
  readonly retracted_message_uuids?: readonly string[]
}

/** The model refused and no other one takes over. */
export interface SDKModelRefusalNoFallbackMessage
  extends SDKSystemEvent<'model_refusal_no_fallback'>,
    ModelRefusal {}

/** The model of `--fallback-model` takes over. Undeclared, from 2.1.203. */
export interface SDKModelFallbackMessage extends SDKSystemEvent<'model_fallback'> {
  readonly trigger: string
  readonly original_model: string
  readonly fallback_model: string
  readonly content: string
}

/** What a slash command printed that did not involve the model. */
export interface SDKLocalCommandOutputMessage extends SDKSystemEvent<'local_command_output'> {
  readonly content: string
}

/** A plugin is being installed; `completed` ends the installation. */
export interface SDKPluginInstallMessage extends SDKSystemEvent<'plugin_install'> {
  readonly status: Open<'started' | 'installed' | 'failed' | 'completed'>
  readonly name?: string
  readonly error?: string
}

/** How much the model has thought so far, while its thinking is not shown. */
export interface SDKThinkingTokensMessage extends SDKSystemEvent<'thinking_tokens'> {
  readonly estimated_tokens: number
  readonly estimated_tokens_delta: number
  readonly user_message_uuid?: string
}

/** The session starts, stops or waits for the user. */
export interface SDKSessionStateChangedMessage extends SDKSystemEvent<'session_state_changed'> {
  readonly state: Open<'idle' | 'running' | 'requires_action'>
  /** Undeclared; the SDK keeps messages so marked to itself. */
  readonly sdk_host_only?: boolean
}

/** The session has a new title. Undeclared, from 2.1.325. */
export interface SDKSessionTitleChangedMessage extends SDKSystemEvent<'session_title_changed'> {
  readonly title: string
}

/** The process is about to end. */
export interface SDKWorkerShuttingDownMessage extends SDKSystemEvent<'worker_shutting_down'> {
  readonly reason: string
}

/** All current slash commands, not the difference. */
export interface SDKCommandsChangedMessage extends SDKSystemEvent<'commands_changed'> {
  readonly commands: readonly SlashCommand[]
}

/** A short note that the terminal shows next to the prompt. */
export interface SDKNotificationMessage extends SDKSystemEvent<'notification'> {
  readonly key: string
  readonly text: string
  readonly priority: Open<'low' | 'medium' | 'high' | 'immediate'>
  readonly color?: string
  readonly timeout_ms?: number
}

/** Files were uploaded, or failed to. */
export interface SDKFilesPersistedEvent extends SDKSystemEvent<'files_persisted'> {
  readonly files: readonly {readonly filename: string; readonly file_id: string}[]
  readonly failed: readonly {readonly filename: string; readonly error: string}[]
  readonly processed_at: string
}

/** Memories for the model; `content` only if they were synthesized. */
export interface SDKMemoryRecallMessage extends SDKSystemEvent<'memory_recall'> {
  readonly mode: Open<'select' | 'synthesize'>
  readonly memories: readonly {
    readonly path: string
    readonly scope: Open<'personal' | 'team' | 'organization'>
    readonly content?: string
  }[]
}

/** The user completed a request of an MCP server on a web page. */
export interface SDKElicitationCompleteMessage extends SDKSystemEvent<'elicitation_complete'> {
  readonly mcp_server_name: string
  readonly elicitation_id: string
}

/** A tool call was refused without asking the user; its error result follows. */
export interface SDKPermissionDeniedMessage extends SDKSystemEvent<'permission_denied'> {
  readonly tool_name: string
  readonly tool_use_id: string
  readonly agent_id?: string
  readonly decision_reason_type?: string
  readonly decision_reason?: string
  readonly message: string
}

/** A write to the host's own session store failed. */
export interface SDKMirrorErrorMessage extends SDKSystemEvent<'mirror_error'> {
  readonly error: string
  readonly key: {readonly projectKey: string; readonly sessionId: string; readonly subpath?: string}
}

/** A line of information for the user, not for the model. */
export interface SDKInformationalMessage extends SDKSystemEvent<'informational'> {
  readonly content: string
  readonly level: Open<'info' | 'notice' | 'suggestion' | 'warning'>
  readonly tool_use_id?: string
  readonly prevent_continuation?: boolean
  readonly tag?: string
}

/** The disk is full: a part of the session is not on it. */
export interface SDKSessionWritesLostMessage extends SDKSystemEvent<'session_writes_lost'> {
  readonly error_code: Open<'ENOSPC' | 'EDQUOT'>
  readonly lost: readonly Open<'transcript' | 'global_config'>[]
  readonly transcript_session_ids?: readonly string[]
}
