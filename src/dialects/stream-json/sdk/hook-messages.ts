import type {Open} from './primitives.ts'
import type {SDKSystemEvent} from './supporting.ts'

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
