import type {Open} from './primitives.ts'
import type {SDKMcpResourceLink, SDKSystemEvent} from './supporting.ts'

/** The usage of a task so far. */
export interface SDKTaskUsage {
  readonly total_tokens: number
  readonly tool_uses: number
  readonly duration_ms: number
}

/** What a task is: `local_agent`, `local_bash` and others. */
export type SDKTaskType = Open<'local_agent' | 'local_bash' | 'local_workflow'>

/**
 * A sub-agent, a background command, or a foreground command that runs longer than about 3 s begins:
 * a task is not always in the background.
 */
export interface SDKTaskStartedMessage extends SDKSystemEvent<'task_started'> {
  readonly task_id: string
  readonly run_id?: string
  readonly tool_use_id?: string
  readonly description: string
  readonly subagent_type?: string
  readonly is_backgrounded?: boolean
  readonly spawn_depth?: number
  readonly parent_task_id?: string
  readonly task_type?: SDKTaskType
  readonly workflow_name?: string
  readonly prompt?: string
  readonly skip_transcript?: boolean
  readonly ambient?: boolean
  /** Undeclared. */
  readonly owned_by_subagent?: boolean
}

/** A task did something; `description` says what it does now. */
export interface SDKTaskProgressMessage extends SDKSystemEvent<'task_progress'> {
  readonly task_id: string
  readonly run_id?: string
  readonly tool_use_id?: string
  readonly description: string
  readonly subagent_type?: string
  readonly usage: SDKTaskUsage
  readonly last_tool_name?: string
  readonly summary?: string
}

/** Fields of a task that changed. `end_time` is in milliseconds since 1970. */
export interface SDKTaskUpdatedMessage extends SDKSystemEvent<'task_updated'> {
  readonly task_id: string
  readonly run_id?: string
  readonly patch: {
    readonly status?: Open<'pending' | 'running' | 'completed' | 'failed' | 'killed' | 'paused'>
    readonly description?: string
    readonly end_time?: number
    readonly total_paused_ms?: number
    readonly error?: string
    readonly is_backgrounded?: boolean
  }
}

/** A task ended. In the background this wakes the model, and a second `init` and `result` follow. */
export interface SDKTaskNotificationMessage extends SDKSystemEvent<'task_notification'> {
  readonly task_id: string
  readonly run_id?: string
  readonly tool_use_id?: string
  readonly status: Open<'completed' | 'failed' | 'stopped'>
  readonly reason?: Open<'worker_restart'>
  readonly output_file: string
  readonly summary: string
  readonly usage?: SDKTaskUsage
  readonly resource_links?: readonly SDKMcpResourceLink[]
  readonly skip_transcript?: boolean
  readonly ambient?: boolean
}

/** All background tasks that run now, not the difference. */
export interface SDKBackgroundTasksChangedMessage extends SDKSystemEvent<'background_tasks_changed'> {
  readonly tasks: readonly {
    readonly task_id: string
    readonly run_id?: string
    readonly task_type: SDKTaskType
    readonly subagent_type?: string
    readonly description: string
    readonly parent_task_id?: string
    readonly ambient?: boolean
  }[]
}

/** When a hook runs. */
export type HookEvent = Open<
  | 'PreToolUse'
  | 'PostToolUse'
  | 'PostToolUseFailure'
  | 'Notification'
  | 'UserPromptSubmit'
  | 'SessionStart'
  | 'SessionEnd'
  | 'Stop'
  | 'SubagentStart'
  | 'SubagentStop'
  | 'PreCompact'
  | 'PermissionRequest'
>

/** Which hook a message is about; `hook_name` is the event with its matcher, `PreToolUse:Bash`. */
interface Hook {
  readonly hook_id: string
  readonly hook_name: string
  readonly hook_event: HookEvent
}

/** A hook begins. SessionStart hooks run, and are reported, before `init`. */
export interface SDKHookStartedMessage extends SDKSystemEvent<'hook_started'>, Hook {}

/** A hook printed something. The texts are cumulative: each message repeats the ones before. */
export interface SDKHookProgressMessage extends SDKSystemEvent<'hook_progress'>, Hook {
  readonly stdout: string
  readonly stderr: string
  readonly output: string
}

/** A hook ended. 2.0 leaves out `hook_id`, `output` and `outcome`. */
export interface SDKHookResponseMessage extends SDKSystemEvent<'hook_response'>, Hook {
  readonly output: string
  readonly stdout: string
  readonly stderr: string
  readonly exit_code?: number
  readonly outcome: Open<'success' | 'error' | 'cancelled'>
}
