import type {Billing} from './billing.ts'
import type {Block, ToolResultBlock} from './block.ts'
import type {Instant} from './instant.ts'
import type {JsonObject, JsonValue} from './json.ts'
import type {Usage} from './usage.ts'

/** The formats in which Claude Code's messages are stored or sent. */
export interface DialectNames {
  'stream-json': true
  transcript: true
  webui: true
  stored: true
}

export type DialectName = keyof DialectNames

/** The fields of every message, in every dialect. Fields that a dialect does not have are `undefined`. */
export interface MessageBase {
  readonly dialect: DialectName
  /** The wire type with its subtype: `assistant`, `system/init`, `attachment/file`. */
  readonly type: string
  readonly session: string | undefined
  readonly id: string | undefined
  /** The record this one follows in a transcript; `null` for a root, `undefined` outside the graph. */
  readonly parent: string | null | undefined
  /** What a root follows in meaning, across a compaction. */
  readonly logicalParent: string | undefined
  readonly time: Instant | undefined
  /** Written by a sub-agent, on disk. */
  readonly sidechain: boolean
  /** The sub-agent's own id, on disk and in newer streams. */
  readonly agent: string | undefined
  /** The call that started the sub-agent this message belongs to, in a stream. */
  readonly parentCall: string | undefined
  readonly version: string | undefined
  readonly cwd: string | undefined
  readonly gitBranch: string | undefined
  /** How the client was run: `cli` is the terminal, the others are programs. */
  readonly entrypoint: string | undefined
  /** The parsed record, every field of it. */
  readonly record: JsonObject
}

/** Something that the editor reported to Claude Code. */
export interface IdeNote {
  readonly kind: 'opened-file' | 'selection' | 'diagnostics'
  readonly text: string
}

/** Tokens and money one model used. */
export interface ModelTotal {
  readonly model: string
  readonly usage: Usage
  readonly costUsd: number | undefined
  readonly contextWindow: number | undefined
  readonly webSearches: number
}

/** Work that a background task reports about itself. */
export interface TaskUsage {
  readonly tokens: number | undefined
  readonly toolUses: number | undefined
  readonly durationMs: number | undefined
}

export type TaskStatus = 'running' | 'completed' | 'failed' | 'stopped'

interface Text {
  readonly text: string
}

interface Output {
  readonly stdout: string
  readonly stderr: string
}

/** Who wrote a text that has the role of the user but was not typed by one. */
export type InstructionSource = 'caveat' | 'command' | 'skill' | 'hook' | 'reminder' | 'editor' | 'client'

/** One event of a response that is still being written. */
export type PartialEvent =
  /** Its usage has all input tokens, but only the first output tokens. */
  | ({
      readonly event: 'message-start'
      readonly responseId: string
      readonly model: string | undefined
    } & Billing)
  | {readonly event: 'block-start'; readonly index: number; readonly block: Block}
  | {
      readonly event: 'block-delta'
      readonly index: number
      readonly field: 'text' | 'thinking' | 'input'
      readonly delta: string
    }
  | {readonly event: 'block-end'; readonly index: number}
  | ({readonly event: 'message-delta'; readonly stopReason: string | undefined} & Billing)
  | {readonly event: 'message-end'}
  | {readonly event: 'other'; readonly name: string}

/** Every kind of message with its own fields; `Message` is derived from it. */
export interface MessageMap {
  /** A request of a person, or of a program in a person's place. */
  prompt: Text & {
    readonly blocks: readonly Block[]
    readonly ide: readonly IdeNote[]
    /** Sent back by the client (`isReplay`), possibly in the middle of a turn. */
    readonly replay: boolean
    readonly origin: string | undefined
  }
  /** A prompt typed while Claude was working, taken up in the middle of the turn. */
  steering: Text & {readonly blocks: readonly Block[]; readonly sourceId: string | undefined}
  'slash-command': {readonly name: string; readonly args: string; readonly contents: string}
  'command-output': Output
  'bash-input': {readonly command: string}
  'bash-output': Output
  'compact-summary': Text
  memory: Text
  'teammate-message': Text & {
    readonly from: string | undefined
    /** Arrived while Claude was working, and does not begin a turn. */
    readonly queued: boolean
  }
  /** A background task that ended and woke the model. */
  'task-notification': {
    readonly taskId: string | undefined
    readonly callId: string | undefined
    readonly status: TaskStatus
    readonly summary: string
    readonly result: string
    readonly usage: TaskUsage
    /** Arrived while Claude was working, and did not wake the model. */
    readonly queued: boolean
  }
  /** Text the client put in: caveats, command and skill bodies, hook feedback, reminders. */
  instruction: Text & {readonly source: InstructionSource; readonly callId: string | undefined}
  /** "[Request interrupted by user]". */
  interruption: {readonly forTool: boolean; readonly responseId: string | undefined}
  'tool-result': {
    readonly results: readonly ToolResultBlock[]
    readonly blocks: readonly Block[]
    /** The turn ends with it, without another response: a structured output that fits its schema. */
    readonly endsTurn: boolean
  }
  assistant: Billing & {
    readonly responseId: string | undefined
    readonly model: string | undefined
    readonly blocks: readonly Block[]
    /** The usage is the answer's final one; otherwise output tokens are a lower bound. */
    readonly usageFinal: boolean
    readonly stopReason: string | undefined
    readonly requestId: string | undefined
    /** Made by the client, not by a model: API errors, "No response requested." */
    readonly synthetic: boolean
    readonly error: string | undefined
    readonly aborted: boolean
    readonly costUsd: number | undefined
    /** What kind of sub-agent wrote it, in newer streams. */
    readonly agentType: string | undefined
  }
  /** A piece of an answer that is still streaming (`--include-partial-messages`). */
  partial: {readonly event: PartialEvent; readonly responseId: string | undefined}
  init: {
    readonly model: string | undefined
    readonly tools: readonly string[]
    readonly permissionMode: string | undefined
    /** The stream was made from a transcript, and its end is not that of a client. */
    readonly made: boolean
  }
  /** The end of a turn with its totals. It repeats, and it need not be the last line. */
  result: {
    readonly subtype: string
    readonly failed: boolean
    readonly text: string | undefined
    readonly errors: readonly string[]
    readonly durationMs: number | undefined
    readonly apiDurationMs: number | undefined
    readonly turns: number | undefined
    /** Cumulative in its process, and from 2.1.325 across resume and fork. */
    readonly costUsd: number | undefined
    readonly totals: readonly ModelTotal[]
    /** The part of `totals` that is new since the last result, if the client reports it. */
    readonly sinceLast: readonly ModelTotal[] | undefined
    /** The main loop's tokens of this turn alone. */
    readonly usage: Usage | undefined
    readonly denials: readonly string[]
    readonly origin: string | undefined
    readonly stopReason: string | undefined
    /** Made from a transcript, which has only the session's running total. */
    readonly made: boolean
  }
  title: {
    readonly title: string
    readonly source: 'custom' | 'ai' | 'summary' | 'agent'
    readonly leaf: string | undefined
  }
  /** The newest record of the live branch, according to the client. */
  leaf: {readonly leaf: string | undefined; readonly prompt: string | undefined}
  compaction: {
    readonly trigger: string | undefined
    readonly preTokens: number | undefined
    readonly postTokens: number | undefined
    readonly durationMs: number | undefined
  }
  hook: Output & {
    readonly phase: 'started' | 'progress' | 'finished' | 'summary'
    readonly hookId: string | undefined
    readonly name: string
    readonly event: string | undefined
    readonly callId: string | undefined
    readonly exitCode: number | undefined
    readonly outcome: 'success' | 'error' | 'blocked' | 'cancelled' | undefined
    /** Why it blocks, in the hook's words. */
    readonly reason: string | undefined
  }
  /** A sub-agent or a command in the client's task list. */
  task: {
    readonly phase: 'started' | 'progress' | 'updated' | 'finished'
    readonly taskId: string
    readonly callId: string | undefined
    readonly parentTask: string | undefined
    readonly taskType: string | undefined
    readonly agentType: string | undefined
    readonly description: string | undefined
    readonly prompt: string | undefined
    readonly status: TaskStatus | undefined
    readonly background: boolean | undefined
    readonly summary: string | undefined
    readonly endedAt: Instant | undefined
    readonly usage: TaskUsage
  }
  /** A sign of life of a running call. */
  progress: {
    readonly callId: string | undefined
    readonly toolName: string | undefined
    readonly elapsedMs: number | undefined
    readonly detail: string
    /** The sub-agent that the call runs, if the progress is that agent's. */
    readonly agentId: string | undefined
  }
  permission: {
    readonly phase: 'asked' | 'denied'
    readonly callId: string | undefined
    readonly toolName: string | undefined
    readonly reason: string | undefined
  }
  /** The control protocol between the client and the program that runs it. */
  control: {readonly name: string; readonly requestId: string | undefined}
  notice: Text & {
    readonly level: 'info' | 'warning' | 'error'
    readonly name: string
    readonly callId: string | undefined
  }
  /** What happened while the person was away. */
  recap: Text
  status: {readonly name: string; readonly state: string | undefined; readonly detail: string | undefined}
  auth: {
    readonly authenticating: boolean
    readonly output: readonly string[]
    readonly error: string | undefined
  }
  queue: {readonly operation: string; readonly text: string | undefined}
  /** Something the client put into the model's context: files, listings, reminders. */
  attachment: {readonly name: string; readonly value: JsonValue}
  snapshot: {readonly messageId: string | undefined}
  /** The client's running total of one session, from 2.1.325. */
  'cost-state': {readonly costUsd: number | undefined; readonly totals: readonly ModelTotal[]}
  'rate-limit': {
    readonly status: string | undefined
    /** The time the limit is for: `five_hour`, `seven_day`, … */
    readonly window: string | undefined
    /** How much of it is used, from 0 to 1. */
    readonly utilization: number | undefined
    readonly resetsAt: Instant | undefined
  }
  /** `/clear`: what follows is another conversation. */
  reset: {readonly newSession: string | undefined; readonly trigger: string | undefined}
  'turn-duration': {readonly durationMs: number | undefined}
  suggestion: Text
  /** A request as the client logged it: a copy of what is in other records. */
  'api-log': {readonly name: string}
  /** Anything else that is known by name and says nothing to a reader. */
  metadata: {readonly name: string}
}

export type MessageKind = keyof MessageMap

/** A message of one kind. */
export type MessageOf<Kind extends MessageKind> = {
  [K in Kind]: MessageBase & {readonly kind: K} & MessageMap[K]
}[Kind]

/** One record of any dialect, in the one shape that the rest of the program uses. */
export type Message = MessageOf<MessageKind>
