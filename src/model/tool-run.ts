import type {Block} from './block.ts'
import type {Instant} from './instant.ts'
import type {JsonValue} from './json.ts'

/** What a finished call gave back. */
export interface ToolResult {
  /** What the model got (docs/model.md#blocks). */
  readonly content: readonly Block[]
  /** The call failed. */
  readonly isError: boolean
  /** The tool's own output (`toolUseResult`), of any shape. */
  readonly structured: JsonValue | undefined
}

/** The state of an agent or of background work; `unknown` if its source ended first and its client may have continued. */
export type TaskState = 'running' | 'completed' | 'failed' | 'stopped' | 'unknown'

/** Work that continues after the call itself has returned. */
export interface Background {
  /** Claude Code's id of the task. */
  readonly taskId: string
  /** How far it got. */
  readonly state: TaskState
  /** What it reported, in Claude Code's words. */
  readonly summary: string | undefined
}

interface ToolRunBase {
  readonly id: string
  readonly name: string
  readonly input: JsonValue
  readonly server: boolean
  /** The answer (`message.id`) that made the call; calls of one answer run in parallel. */
  readonly responseId: string | undefined
  /** Key of the agent whose call it is; absent for the main thread. */
  readonly agent: string | undefined
  readonly startedAt: Instant | undefined
  readonly background: Background | undefined
  /** Part of a history that was copied from another session: shown again, never counted again. */
  readonly copied: boolean
}

/** Who or what stopped a call: a person, the next call of its thread, or its thread, which continued without it. */
export type InterruptedBy = 'user' | 'next-call' | 'moved-on'

/** Every state of a call with what is known in it. */
export interface ToolRunStates {
  /** Asked for; no sign of life yet. */
  pending: {readonly result?: never; readonly endedAt?: never}
  /** Showed a sign of life: progress, a line of its sub-agent, a started task. */
  running: {readonly result?: never; readonly endedAt?: never}
  completed: {readonly result: ToolResult; readonly endedAt: Instant | undefined}
  failed: {readonly result: ToolResult; readonly endedAt: Instant | undefined}
  /** Not run: a person, a rule or a hook said no. */
  denied: {readonly result: ToolResult | undefined; readonly endedAt: Instant | undefined}
  /** Stopped by a person, or left behind when its thread moved on. */
  interrupted: {
    readonly result: ToolResult | undefined
    /** Absent if it was left behind: its duration is unknown. */
    readonly endedAt: Instant | undefined
    readonly by: InterruptedBy
  }
  /** Its stream or file ended first, or it stayed silent too long. */
  orphaned: {
    readonly result?: never
    readonly endedAt?: never
    /** How long a live reader waited for it; absent if its source ended first. */
    readonly waitedMs: number | undefined
  }
}

export type ToolRunState = keyof ToolRunStates

/** A tool call from its request to its end; fields a state cannot have are `never`. */
export type ToolRun = {
  [State in ToolRunState]: ToolRunBase & {readonly state: State} & ToolRunStates[State]
}[ToolRunState]

/** All states, in the order a reader expects to see them. */
export const toolRunStates = [
  'pending',
  'running',
  'completed',
  'failed',
  'denied',
  'interrupted',
  'orphaned',
] as const satisfies readonly ToolRunState[]
