import type {SDKControlRequestInner} from './control-requests.ts'
import type {Open, SdkJsonObject} from './primitives.ts'
import type {
  ApiKeySource,
  EffortLevel,
  FastModeDisabledReason,
  FastModeState,
  PermissionMode,
  SDKEnvelope,
  SlashCommand,
} from './supporting.ts'

/** A request of the client to its host, on the same stdout as the messages. */
export interface SDKControlRequest {
  readonly type: 'control_request'
  readonly request_id: string
  readonly request: SDKControlRequestInner
}

/** The client no longer needs a response to a request. */
export interface SDKControlCancelRequest {
  readonly type: 'control_cancel_request'
  readonly request_id: string
}

/** Requests that still wait for a response; sent to a host that has just (re)connected. */
interface PendingRequests {
  readonly pending_permission_requests?: readonly SDKControlRequest[]
  readonly pending_user_dialog_requests?: readonly SDKControlRequest[]
  readonly pending_elicitation_requests?: readonly SDKControlRequest[]
}

/** A request of the host succeeded; the fields of `response` depend on the request. */
export interface ControlResponse extends PendingRequests {
  readonly subtype: 'success'
  readonly request_id: string
  readonly response?: SdkJsonObject
}

/** A request of the host failed. */
export interface ControlErrorResponse extends PendingRequests {
  readonly subtype: 'error'
  readonly request_id: string
  readonly error: string
}

/** The response to a request of the host. */
export interface SDKControlResponse {
  readonly type: 'control_response'
  readonly response: ControlResponse | ControlErrorResponse
}

/** Nothing happened, but the connection is alive. */
export interface SDKKeepAliveMessage {
  readonly type: 'keep_alive'
}

/** The goal the session works towards was set, moved on or (null) was dropped. */
export interface SDKActiveGoalMessage extends SDKEnvelope {
  readonly type: 'active_goal'
  readonly value: {
    readonly condition: string
    readonly iterations: number
    readonly set_at: number
    readonly tokens_at_start: number
    readonly last_reason?: string
  } | null
}

/** A sub-agent the session offers. */
export interface AgentInfo {
  readonly name: string
  readonly description: string
  readonly model?: string
}

/** A model the session offers. */
export interface ModelInfo {
  readonly value: string
  readonly displayName: string
  readonly description: string
  readonly resolvedModel?: string
  readonly supportsEffort?: boolean
  readonly supportedEffortLevels?: readonly EffortLevel[]
  readonly supportsAdaptiveThinking?: boolean
  readonly supportsFastMode?: boolean
  readonly supportsAutoMode?: boolean
  readonly supportsThinkingOff?: boolean
}

/** The account that is billed. */
export interface AccountInfo {
  readonly email?: string
  readonly organization?: string
  readonly subscriptionType?: string
  readonly tokenSource?: string
  readonly apiKeySource?: ApiKeySource
  readonly apiProvider?: Open<'firstParty' | 'bedrock' | 'vertex' | 'foundry'>
}

/** `ControlResponse.response` after `initialize`. */
export interface SDKControlInitializeResponse {
  readonly commands: readonly SlashCommand[]
  readonly agents: readonly AgentInfo[]
  readonly output_style: string
  readonly available_output_styles: readonly string[]
  readonly models: readonly ModelInfo[]
  readonly account: AccountInfo
  readonly hooks_applied?: boolean
  readonly hook_on_failure_supported?: boolean
  readonly plugins_applied?: boolean
  readonly sdk_mcp_manifests_parked?: Readonly<
    Record<
      string,
      Open<'parked' | 'already_connected' | 'protocol_version_mismatch' | 'malformed' | 'not_honoured'>
    >
  >
  readonly claude_code_version?: string
  readonly fast_mode_state?: FastModeState
  readonly fast_mode_disabled_reason?: FastModeDisabledReason
  // Undeclared from here on.
  readonly user_output_styles_dir?: string
  readonly pid?: number
  readonly current_permission_mode?: PermissionMode
  readonly other_hook_ask_outranks_host?: boolean
  readonly feedback_mode?: {readonly kind: string}
  readonly analytics_disabled?: boolean
  readonly session_state?: Open<'idle' | 'running' | 'requires_action'>
  readonly capabilities?: readonly string[]
  readonly remote_control_available?: boolean
  readonly remote_control_auto_enable?: boolean
  readonly remote_control_auto_connect_default?: boolean
  readonly remote_control_auto_on_by_default?: boolean
  readonly ide_rc_auto_enable_gate?: boolean
}

/** `ControlResponse.response` after `interrupt`: uuids of prompts. */
export interface SDKControlInterruptResponse {
  readonly still_queued: readonly string[]
  readonly cancelled?: readonly string[]
}
