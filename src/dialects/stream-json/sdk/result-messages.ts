import type {Open} from './primitives.ts'
import type {BetaStopReason} from './stream-events.ts'
import type {
  FastModeDisabledReason,
  FastModeState,
  SDKDeferredToolUse,
  SDKEnvelope,
  SDKMessageOrigin,
  SDKPermissionDenial,
  SDKStartupFailureReason,
  SDKTurnMarkers,
  TerminalReason,
} from './supporting.ts'
import type {ModelUsage, NonNullableUsage} from './usage.ts'

/**
 * What all results share. `total_cost_usd`, `modelUsage` and `duration_api_ms` add up over a process
 * and, from 2.1.325, over resumed runs; `usage`, `duration_ms` and `num_turns` are of this turn.
 */
interface ResultBase extends SDKEnvelope, SDKTurnMarkers {
  readonly type: 'result'
  readonly duration_ms: number
  readonly duration_api_ms: number
  readonly is_error: boolean
  readonly num_turns: number
  readonly stop_reason: BetaStopReason | null
  readonly total_cost_usd: number
  readonly usage: NonNullableUsage
  readonly modelUsage: Readonly<Record<string, ModelUsage>>
  readonly permission_denials: readonly SDKPermissionDenial[]
  readonly queued_turn_count?: number
  readonly terminal_reason?: TerminalReason
  readonly result_index?: number
  readonly credential_expires_at?: string
  readonly fast_mode_state?: FastModeState
  readonly fast_mode_disabled_reason?: FastModeDisabledReason
  readonly origin?: SDKMessageOrigin
  // Undeclared from here on. 0.2.x has the two costs (the same number) and no total_cost_usd or usage.
  readonly cost_usd?: number
  readonly total_cost?: number
  readonly model_usage_since_last_result?: Readonly<Record<string, ModelUsage>>
  readonly subagent_stats?: SDKSubagentStats
  readonly safety_stops?: number
}

/**
 * A turn that ended by itself. That is not yet success: an API error also has this subtype, with
 * `is_error` true and its text in `result`.
 */
export interface SDKResultSuccess extends ResultBase, SDKResultTimings {
  readonly subtype: 'success'
  readonly result: string
  readonly api_error_status?: number | null
  readonly local_command?: string
  readonly structured_output?: unknown
  readonly deferred_tool_use?: SDKDeferredToolUse
  // Undeclared from here on.
  readonly api_error?: string
  readonly api_error_type?: string
  readonly first_request_input_tokens?: number
  readonly first_request_cache_read_input_tokens?: number
  readonly turn_start_resume_kind?: string
  readonly process_turn_index?: number
}

/** Why a turn was cut short. */
export type SDKResultErrorSubtype =
  | 'error_during_execution'
  | 'error_max_turns'
  | 'error_max_budget_usd'
  | 'error_max_structured_output_retries'

/** A turn that was cut short. Up to 2.1.37 `is_error` is false here too. */
export interface SDKResultError<Subtype extends SDKResultErrorSubtype = SDKResultErrorSubtype>
  extends ResultBase {
  readonly subtype: Subtype
  readonly errors: readonly string[]
  readonly startup_failure_reason?: SDKStartupFailureReason
  readonly invalid_config_file?: {
    readonly path: string
    readonly is_global: boolean
    readonly backup_searched: boolean
    readonly backup_path?: string
  }
}

/** The end of a turn; neither unique on a stream nor its last line. */
export type SDKResultMessage = SDKResultSuccess | SDKResultError

/** What delayed the first post to a remote session. */
export type SDKPostQueuedBehind = Open<'durable_post' | 'ephemeral_post' | 'retry_backoff' | 'hold' | 'none'>

/** How long each step before the first response took. */
export interface SDKResultTimings {
  readonly ttft_ms?: number
  readonly ttft_stream_ms?: number
  readonly time_to_request_ms?: number
  readonly time_to_request_from_spawn_ms?: number
  readonly time_origin_ms?: number
  readonly warm_spare_claimed?: boolean
  readonly request_sent_wall_ms?: number
  readonly first_content_frame_ms?: number
  readonly first_stream_post_ms?: number
  readonly first_stream_post_ack_ms?: number
  readonly first_stream_post_queue_wait_ms?: number
  readonly first_stream_post_queued_behind?: SDKPostQueuedBehind
  readonly first_stream_post_wall_ms?: number
  readonly first_text_post_ms?: number
  readonly first_text_post_queue_wait_ms?: number
  readonly first_text_post_queued_behind?: SDKPostQueuedBehind
  readonly first_text_post_wall_ms?: number
  // Undeclared from here on.
  readonly time_to_request_phases_ms?: Readonly<Record<string, number>>
  readonly time_to_request_loop_lag_ms?: number
  readonly time_to_request_cpu_ms?: number
  readonly time_to_request_major_faults?: number
  readonly input_attachments_detail?: Readonly<Record<string, number | string>>
  readonly tool_schema_build_detail?: Readonly<Record<string, number>>
  readonly message_normalization_detail?: Readonly<Record<string, number>>
  readonly request_build_detail?: Readonly<Record<string, number>>
}

/** How many sub-agents a turn started and how they ended. Undeclared. */
export interface SDKSubagentStats {
  readonly spawned: number
  readonly requested: {readonly background: number; readonly foreground: number; readonly unset: number}
  readonly started_in_background: number
  readonly max_depth: number
  readonly spawned_by_subagents: number
  readonly completed: number
  readonly failed: number
  readonly killed: {readonly parent: number; readonly user: number; readonly system: number}
  readonly refused: {
    readonly depth_limit: number
    readonly concurrency_limit: number
    readonly budget: number
  }
  readonly by_type: Readonly<Record<string, number>>
}
