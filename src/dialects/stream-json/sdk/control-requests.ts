import type {Open, SdkJsonObject} from './primitives.ts'
import type {PermissionMode} from './supporting.ts'
import type {HookEvent} from './task-messages.ts'

/** One JSON-RPC message of an MCP server in the host process. */
export interface JSONRPCMessage {
  readonly jsonrpc: '2.0'
  readonly id?: string | number | null
  readonly method?: string
  readonly params?: SdkJsonObject
  readonly result?: SdkJsonObject
  readonly error?: {readonly code: number; readonly message: string; readonly data?: unknown}
}

/** The input of a hook. The rest depends on the event. */
export interface HookInput {
  readonly hook_event_name: HookEvent
  readonly session_id: string
  readonly transcript_path: string
  readonly cwd: string
  readonly permission_mode?: PermissionMode
  readonly [field: string]: unknown
}

/** Fields of a request that has none. */
type Nothing = Readonly<Record<never, never>>

/**
 * Every declared control request by subtype, without the subtype itself. The client writes those to stdout that it
 * sends to its host: `can_use_tool`, `hook_callback`, `mcp_message`, `elicitation` and `request_user_dialog`; the host
 * writes the others to stdin.
 */
export interface SDKControlRequestFields {
  can_use_tool: {
    readonly tool_name: string
    readonly mcp_server?: McpServerProvenance
    readonly input: SdkJsonObject
    readonly permission_suggestions?: readonly PermissionUpdate[]
    readonly blocked_path?: string
    readonly decision_reason?: string
    readonly decision_reason_type?: PermissionDecisionReasonType
    readonly classifier_approvable?: boolean
    readonly suppress_always_allow_rule?: boolean
    readonly default_to_no?: boolean
    readonly matched_ask_rule?: {
      readonly source: string
      readonly tool_name: string
      readonly rule_content?: string
    }
    readonly title?: string
    readonly display_name?: string
    readonly tool_use_id: string
    readonly agent_id?: string
    readonly description?: string
    readonly requires_user_interaction?: boolean
    /** Undeclared. */
    readonly server_policy_ask_only?: boolean
  }
  hook_callback: {readonly callback_id: string; readonly input: HookInput; readonly tool_use_id?: string}
  mcp_message: {readonly server_name: string; readonly message: JSONRPCMessage}
  elicitation: {
    readonly mcp_server_name: string
    readonly message: string
    readonly mode?: Open<'form' | 'url'>
    readonly url?: string
    readonly elicitation_id?: string
    readonly requested_schema?: SdkJsonObject
    readonly property_order?: readonly string[]
    readonly title?: string
    readonly display_name?: string
    readonly description?: string
  }
  request_user_dialog: {
    readonly dialog_kind: string
    readonly payload: SdkJsonObject
    readonly tool_use_id?: string
  }
  initialize: {
    readonly hooks?: Readonly<Record<string, readonly SdkJsonObject[]>>
    readonly sdkMcpServers?: readonly string[]
    readonly sdkMcpServerConfigs?: Readonly<Record<string, SdkJsonObject>>
    readonly sdkMcpServerManifests?: Readonly<Record<string, SdkJsonObject>>
    readonly sdkMcpServerManifestsOrigin?: Open<'host_per_send'>
    readonly jsonSchema?: SdkJsonObject
    readonly systemPrompt?: readonly string[]
    readonly appendSystemPrompt?: string
    readonly systemPromptSnapshot?: boolean
    readonly planModeInstructions?: string
    readonly toolAliases?: Readonly<Record<string, string>>
    readonly excludeDynamicSections?: boolean
    readonly agents?: Readonly<Record<string, SdkJsonObject>>
    readonly title?: string
    readonly skills?: readonly string[]
    readonly promptSuggestions?: boolean
    readonly agentProgressSummaries?: boolean
    readonly forwardSubagentText?: boolean
    readonly supportedDialogKinds?: readonly string[]
    readonly perTaskStopAffordance?: boolean
    readonly plugins?: readonly SdkJsonObject[]
  }
  interrupt: {readonly cancel_queued?: boolean}
  set_permission_mode: {readonly mode: PermissionMode}
  set_model: {readonly model?: string | null}
  set_max_thinking_tokens: {
    readonly max_thinking_tokens?: number | null
    readonly thinking_display?: Open<'summarized' | 'omitted' | 'highlights'> | null
  }
  set_color: {readonly color: string}
  set_has_subscribers: {readonly has_subscribers: boolean | null}
  rename_session: {
    readonly title: string
    readonly source?: Open<'remote' | 'host'>
    readonly session_id?: string
  }
  get_context_usage: {readonly detail?: Open<'summary' | 'full'>}
  get_session_cost: Nothing
  get_usage: {readonly skip_behaviors?: boolean}
  get_binary_version: Nothing
  get_settings: Nothing
  get_hooks_listing: Nothing
  get_task_output: {readonly task_id: string}
  list_models: Nothing
  list_permission_rules: Nothing
  file_suggestions: {readonly query: string}
  read_file: {
    readonly path: string
    readonly max_bytes?: number
    readonly encoding?: Open<'utf-8' | 'base64'>
  }
  seed_read_state: {readonly path: string; readonly mtime: number}
  rewind_files: {readonly user_message_id: string; readonly dry_run?: boolean}
  cancel_async_message: {readonly message_uuid: string}
  stop_task: {readonly task_id: string}
  background_tasks: {readonly tool_use_id?: string}
  apply_flag_settings: {readonly settings: SdkJsonObject}
  update_settings: {
    readonly source: Open<'localSettings' | 'userSettings'>
    readonly settings: SdkJsonObject
  }
  register_repo_root: {
    readonly directory: string
    readonly reload_claude_md?: boolean
    readonly reload_plugins?: boolean
    readonly reload_skills?: boolean
  }
  reload_plugins: {
    readonly hold_on_cache_impact?: boolean
    readonly add_plugins?: readonly SdkJsonObject[]
    readonly refuse_if_busy?: boolean
  }
  reload_skills: Nothing
  reload_output_styles: Nothing
  mcp_status: {readonly liveReply?: boolean}
  mcp_set_servers: {readonly servers: Readonly<Record<string, SdkJsonObject>>}
  mcp_reconnect: {readonly serverName: string}
  mcp_toggle: {readonly serverName: string; readonly enabled: boolean}
  mcp_read_resource: {readonly serverName: string; readonly uri: string}
  mcp_call: {
    readonly tool: string
    readonly arguments?: SdkJsonObject
    readonly expires_at?: string
    readonly timeout_ms?: number
    readonly result_not_for_model?: boolean
    readonly check_permissions?: boolean
    readonly input_files?: readonly {readonly name: string; readonly lane_path: string}[]
    readonly output_files?: readonly {
      readonly name: string
      readonly lane_path: string
      readonly if_match?: string
    }[]
  }
}

/** The subtype of a control request. */
export type SDKControlRequestSubtype = keyof SDKControlRequestFields

/** A control request of one subtype: `SDKControlRequestOf<'can_use_tool'>`. */
export type SDKControlRequestOf<Subtype extends SDKControlRequestSubtype> = {
  readonly subtype: Subtype
} & SDKControlRequestFields[Subtype]

/** Any control request. Keep a default branch: the client knows more subtypes than the SDK declares. */
export type SDKControlRequestInner = {
  [Subtype in SDKControlRequestSubtype]: SDKControlRequestOf<Subtype>
}[SDKControlRequestSubtype]

/** Asks whether a tool may run with this input. The turn waits for the response. */
export type SDKControlPermissionRequest = SDKControlRequestOf<'can_use_tool'>

/** A hook that the host registered has to run. */
export type SDKHookCallbackRequest = SDKControlRequestOf<'hook_callback'>

/** A permission rule: a tool, and what of it (`git:*`). */
export interface PermissionRuleValue {
  readonly toolName: string
  readonly ruleContent?: string
}

/** What a rule decides. */
export type PermissionBehavior = Open<'allow' | 'deny' | 'ask'>

/** Where a changed permission is stored. */
export type PermissionUpdateDestination = Open<
  'userSettings' | 'projectSettings' | 'localSettings' | 'session' | 'cliArg'
>

/** A change of permissions that the client offers as "always allow". */
export type PermissionUpdate = {readonly destination: PermissionUpdateDestination} & (
  | {
      readonly type: 'addRules' | 'replaceRules' | 'removeRules'
      readonly rules: readonly PermissionRuleValue[]
      readonly behavior: PermissionBehavior
    }
  | {readonly type: 'setMode'; readonly mode: PermissionMode}
  | {readonly type: 'addDirectories' | 'removeDirectories'; readonly directories: readonly string[]}
)

/** Why a tool call was not simply allowed. */
export type PermissionDecisionReasonType = Open<
  | 'rule'
  | 'mode'
  | 'subcommandResults'
  | 'permissionPromptTool'
  | 'hook'
  | 'asyncAgent'
  | 'sandboxOverride'
  | 'workingDir'
  | 'safetyCheck'
  | 'classifier'
  | 'other'
>

/** Which MCP server a tool belongs to, and who configured that server. */
export interface McpServerProvenance {
  readonly name: string
  readonly source: string
}
