import type {Open, SdkJsonObject, UUID} from './primitives.ts'
import type {ModelUsage} from './usage.ts'

/** On every message from 1.0.128 on, and on no control line. */
export interface SDKEnvelope {
  readonly uuid: UUID
  readonly session_id: string
}

/** What all `system` messages share. */
export interface SDKSystemEvent<Subtype extends string> extends SDKEnvelope {
  readonly type: 'system'
  readonly subtype: Subtype
}

/** The uuids of the prompts that a message responds to, as the host sent them. */
export interface SDKTurnMarkers {
  readonly user_message_uuid?: string
  readonly user_message_uuids?: readonly string[]
  readonly resume_reason?: string
}

/** The sub-agent that wrote a message. */
export interface SDKSubagentMarkers {
  readonly agent_id?: string
  readonly subagent_type?: string
  readonly task_description?: string
}

/** Why an API call failed, according to the client. */
export type SDKAssistantMessageError = Open<
  | 'authentication_failed'
  | 'oauth_org_not_allowed'
  | 'account_on_hold'
  | 'verification_required'
  | 'billing_error'
  | 'rate_limit'
  | 'overloaded'
  | 'invalid_request'
  | 'model_not_found'
  | 'server_error'
  | 'unknown'
  | 'max_output_tokens'
  | 'cloud_credential_error'
>

/** One row of `/context`. */
export interface SDKContextUsageCategory {
  readonly name: string
  readonly tokens: number
  readonly kind: Open<'used' | 'free' | 'buffer' | 'deferred'>
}

/** The figures of `/context`. */
export interface SDKContextUsage {
  readonly model: string
  readonly total_tokens: number
  readonly raw_max_tokens: number
  readonly percentage: number
  readonly over_limit?: {
    readonly tokens_over: number
    readonly kind: Open<'hard_limit' | 'compaction_window'>
  }
  readonly categories: readonly SDKContextUsageCategory[]
  readonly mcp_tools: readonly {
    readonly name: string
    readonly server_name: string
    readonly tokens: number
  }[]
  readonly memory_files: readonly {readonly path: string; readonly type: string; readonly tokens: number}[]
  readonly agents: readonly {
    readonly agent_type: string
    readonly source: string
    readonly tokens: number
  }[]
  readonly skills?: readonly {
    readonly name: string
    readonly source: string
    readonly plugin_name?: string
    readonly tokens: number
  }[]
}

/** The figures of `/usage`. Null `rate_limits`: no plan, or not fetched. */
export interface SDKUsageReport {
  readonly session: {
    readonly total_cost_usd: number
    readonly total_api_duration_ms: number
    readonly total_duration_ms: number
    readonly total_lines_added: number
    readonly total_lines_removed: number
    readonly model_usage: Readonly<Record<string, ModelUsage>>
  }
  readonly rate_limits: {
    readonly limits: readonly SDKUsageLimit[] | null
    readonly extra_usage?: {
      readonly is_enabled: boolean
      readonly monthly_limit: number | null
      readonly used_credits: number | null
      readonly utilization: number | null
      readonly currency?: string | null
    } | null
  } | null
}

/** One meter of the plan, as the server names it. */
export interface SDKUsageLimit {
  readonly kind: string
  readonly group: string
  readonly percent: number
  readonly resets_at: string | null
  readonly scope?: {
    readonly model?: {readonly display_name: string} | null
    readonly surface?: {readonly display_name: string} | null
  } | null
  readonly severity: string
  readonly is_active: boolean
}

/** Who caused a turn. A `result` with an origin other than `human` ends a turn without a typed prompt. */
export type SDKMessageOrigin =
  | {
      readonly kind: 'human' | 'coordinator' | 'unclassified' | 'auto-continuation' | 'observer-activity'
    }
  | {readonly kind: 'channel'; readonly server: string}
  | {
      readonly kind: 'peer'
      readonly from: string
      readonly fromMode?: Open<'bypass' | 'prompting'>
      readonly name?: string
      readonly fromSession?: string
      readonly senderTaskId?: string
      readonly body?: string
      readonly verifiedPeerPid?: number
    }
  | {
      readonly kind: 'task-notification'
      readonly subkind?: Open<'scheduled-trigger' | 'peer-send-message' | 'projects-relay' | 'session-inbox'>
      readonly fireReason?: string
      readonly runId?: string
      /** Undeclared. */
      readonly producer?: string
    }
  | {readonly kind: 'observer'; readonly from: string; readonly senderTaskId: string}

/** The source of the API key. */
export type ApiKeySource = Open<
  | 'ANTHROPIC_API_KEY'
  | 'apiKeyHelper'
  | '/login managed key'
  | 'none'
  | 'user'
  | 'project'
  | 'org'
  | 'temporary'
  | 'oauth'
>

/** What the session may do without asking. */
export type PermissionMode = Open<
  'default' | 'acceptEdits' | 'bypassPermissions' | 'plan' | 'dontAsk' | 'auto'
>

/** How hard the model is asked to think. */
export type EffortLevel = Open<'low' | 'medium' | 'high' | 'xhigh' | 'max'>

/** Whether fast mode is on. */
export type FastModeState = Open<'off' | 'cooldown' | 'on'>

/** Why fast mode cannot be turned on. */
export type FastModeDisabledReason = Open<
  | 'free'
  | 'preference'
  | 'extra_usage_disabled'
  | 'network_error'
  | 'unknown'
  | 'not_first_party'
  | 'disabled_by_env'
  | 'model_not_allowed'
  | 'sdk_opt_in_required'
  | 'pending'
>

/** What the session is busy with; null ends the previous status. */
export type SDKStatus = Open<'compacting' | 'requesting'> | null

/** A resource an MCP tool of a finished task points to. */
export interface SDKMcpResourceLink {
  readonly uri: string
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly mimeType?: string
  readonly size?: number
  readonly annotations?: SdkJsonObject
}

/** A slash command or skill the session offers. */
export interface SlashCommand {
  readonly name: string
  readonly description: string
  readonly argumentHint: string
  readonly aliases?: readonly string[]
  readonly builtin?: boolean
}

/** Whether the plan still lets requests through. */
export type SDKRateLimitStatus = Open<'allowed' | 'allowed_warning' | 'rejected'>

/** State of the plan's limits. Times are Unix seconds, `utilization` runs from 0 to 1. */
export interface SDKRateLimitInfo {
  readonly status: SDKRateLimitStatus
  readonly resetsAt?: number
  readonly rateLimitType?: Open<
    | 'five_hour'
    | 'seven_day'
    | 'seven_day_opus'
    | 'seven_day_sonnet'
    | 'seven_day_overage_included'
    | 'overage'
  >
  readonly utilization?: number
  readonly overageStatus?: SDKRateLimitStatus
  readonly overageResetsAt?: number
  readonly overageDisabledReason?: Open<
    | 'overage_not_provisioned'
    | 'org_level_disabled'
    | 'org_level_disabled_until'
    | 'out_of_credits'
    | 'seat_tier_level_disabled'
    | 'member_level_disabled'
    | 'seat_tier_zero_credit_limit'
    | 'group_zero_credit_limit'
    | 'member_zero_credit_limit'
    | 'org_service_level_disabled'
    | 'no_limits_configured'
    | 'fetch_error'
    | 'unknown'
  >
  readonly isUsingOverage?: boolean
  readonly overageInUse?: boolean
  readonly overageEnabled?: boolean
  readonly surpassedThreshold?: number
  readonly limitScope?: Open<'service' | 'channel' | 'group_pool'>
  readonly errorCode?: Open<'credits_required'>
  readonly canUserPurchaseCredits?: boolean
  readonly hasChargeableSavedPaymentMethod?: boolean
  /** Undeclared: every window, by name. */
  readonly unifiedWindows?: Readonly<Record<string, SDKRateLimitWindow>>
}

/** One window of the plan's limits. Undeclared. */
export interface SDKRateLimitWindow {
  readonly status: SDKRateLimitStatus
  readonly utilization: number
  readonly resetsAt: number
  readonly surpassedThreshold?: number
}

/** A tool call that was refused. */
export interface SDKPermissionDenial {
  readonly tool_name: string
  readonly tool_use_id: string
  readonly tool_input: SdkJsonObject
}

/** A tool call that a hook put off; the run ends and can be resumed with it. */
export interface SDKDeferredToolUse {
  readonly id: string
  readonly name: string
  readonly input: SdkJsonObject
}

/** Why the loop ended, finer than the `subtype` of the result. */
export type TerminalReason = Open<
  | 'blocking_limit'
  | 'rapid_refill_breaker'
  | 'prompt_too_long'
  | 'image_error'
  | 'model_error'
  | 'api_error'
  | 'malformed_tool_use_exhausted'
  | 'aborted_streaming'
  | 'aborted_tools'
  | 'stop_hook_prevented'
  | 'hook_stopped'
  | 'tool_deferred'
  | 'max_turns'
  | 'background_requested'
  | 'completed'
  | 'budget_exhausted'
  | 'structured_output_retry_exhausted'
  | 'tool_deferred_unavailable'
  | 'turn_setup_failed'
>

/** Why the client refused to start. */
export type SDKStartupFailureReason = Open<
  | 'org_pin_api_key_conflict'
  | 'provider_not_allowed'
  | 'org_verify_failed'
  | 'org_pin_mismatch'
  | 'managed_settings_invalid'
  | 'remote_settings_required_unavailable'
  | 'gateway_signin_required'
  | 'gateway_access_denied'
  | 'proxy_invalid'
  | 'temp_dir_unusable'
  | 'cwd_unavailable'
  | 'shell_tool_missing'
  | 'session_held_by_background'
  | 'worktree_resume_refused'
  | 'worktree_unverified'
  | 'cli_version_too_old'
  | 'bypass_root'
  | 'org_config_required_unavailable'
  | 'org_config_refused'
  | 'sandbox_required_unavailable'
  | 'initialize_not_first'
  | 'config_file_invalid'
  | 'managed_settings_not_delivered'
>
