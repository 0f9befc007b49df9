import type {Background, JsonValue, TaskState, ToolResult, ToolRunState, Usage} from '../../model/index.ts'
import type {Outcome, TurnTrigger} from '../session.ts'

/** A conversation as JSON: what `recount show --format json` prints (docs/document.md). Unknown values are `null`. */
export interface ConversationDocument {
  /** Always `recount-conversation`. */
  readonly format: 'recount-conversation'
  /** A new number means that a field was renamed or removed. */
  readonly version: 1
  /** Tokens of all sessions; each response counts once. */
  readonly usage: Usage
  /** False if some numbers are missing in the files: tokens and cost are then lower bounds. */
  readonly isComplete: boolean
  /** The best-known cost in dollars: what Claude Code reported, plus the computed cost of what it did not report. `null` if it is unknown. */
  readonly costUsd: number | null
  /** `costUsd` in micro-dollars. */
  readonly costMicros: number | null
  /** The cost that Claude Code reported, in dollars; `null` if it reported none. */
  readonly reportedCostUsd: number | null
  /** How the last session ended; `null` if there is no session. */
  readonly outcome: Outcome | null
  /** The sessions in the order in which they were read. Sessions without any content are left out. */
  readonly sessions: readonly SessionDocument[]
  /** The tool calls of all sessions. */
  readonly toolCalls: readonly ToolCallDocument[]
  /** The sub-agents of all sessions. */
  readonly agents: readonly AgentDocument[]
  /** The abandoned branches of all sessions. */
  readonly branches: readonly BranchDocument[]
  /** Lines that belong to no session. */
  readonly strays: readonly StrayDocument[]
}

/** One session of a conversation. */
export interface SessionDocument {
  /** The session's id. */
  readonly sessionId: string
  /** The title that a person or a model gave it, or the first line of the first prompt. */
  readonly title: string | null
  /** The folder in which Claude Code worked. */
  readonly cwd: string | null
  /** The git branch at the start. */
  readonly gitBranch: string | null
  /** The version of Claude Code. */
  readonly clientVersion: string | null
  /** Every model that responded or was announced. */
  readonly models: readonly string[]
  /** When the first record was written. */
  readonly startedAt: string | null
  /** When the last record was written. */
  readonly endedAt: string | null
  /** The session whose history it begins with: it is a fork or a resumed session. */
  readonly copiedFrom: string | null
  /** How it ended. */
  readonly outcome: Outcome
  /** The numbers of its last `result`; `null` in transcripts, which have none. */
  readonly totals: TotalsDocument | null
  /** Tokens, without copied history; `null` if no usage is recorded. */
  readonly usage: Usage | null
  /** False if tokens and cost are lower bounds. */
  readonly isComplete: boolean
  /** The best-known cost in dollars; `null` if it is unknown. */
  readonly costUsd: number | null
  /** `costUsd` in micro-dollars. */
  readonly costMicros: number | null
  /** The cost that Claude Code reported, in dollars. */
  readonly reportedCostUsd: number | null
  /** The turns, oldest first. */
  readonly turns: readonly TurnDocument[]
}

/** The numbers of the last `result` of a session, as Claude Code reported them. */
export interface TotalsDocument {
  /** Time from the first request to the last response, in milliseconds. */
  readonly durationMs: number | null
  /** The part of it spent waiting for the API. */
  readonly apiDurationMs: number | null
  /** Turns as Claude Code counts them. */
  readonly turns: number | null
  /** The reported cost in dollars. */
  readonly reportedCostUsd: number | null
  /** `apiDurationMs` since the previous result: the totals of one process add up. */
  readonly ownApiDurationMs: number | null
  /** `reportedCostUsd` since the previous result. */
  readonly ownReportedCostUsd: number | null
  /** The same by model. */
  readonly models: readonly ModelTotalDocument[]
}

/** What one model used, as Claude Code reported it. */
export interface ModelTotalDocument {
  /** The model's name. */
  readonly model: string
  /** Its tokens. */
  readonly usage: Usage
  /** The reported cost in dollars. */
  readonly reportedCostUsd: number | null
  /** The size of its context window in tokens. */
  readonly contextWindow: number | null
  /** Web searches. */
  readonly webSearches: number
}

/** A turn: a request and everything up to the next. */
export interface TurnDocument {
  /** Its number, from 0. */
  readonly index: number
  /** What started it; `continuation` if its beginning is in no file. */
  readonly trigger: TurnTrigger
  /** When it started. */
  readonly startedAt: string | null
  /** When it ended. */
  readonly endedAt: string | null
  /** How long it took, as Claude Code reported it. */
  readonly durationMs: number | null
  /** What was said and done in it, in order. */
  readonly items: readonly ItemDocument[]
}

/** One thing that was said or done. It has more fields, which depend on its `kind`. */
export interface ItemDocument {
  /** What it is. */
  readonly kind: string
  /** The id of its record. Several items can come from one record. */
  readonly messageId: string | null
  /** When it happened. */
  readonly at: string | null
  /** The file it was read from; `-` is standard input. */
  readonly source: string
  /** The line in that file, from 1. */
  readonly line: number
  /** The id of the abandoned branch it is on; missing if it is on none. */
  readonly branch?: string
  readonly [field: string]: unknown
}

/** One tool call with its result. */
export interface ToolCallDocument {
  /** The call's id. */
  readonly toolCallId: string
  /** The tool's name. */
  readonly name: string
  /** How far it got (docs/model.md). */
  readonly state: ToolRunState
  /** Its session. */
  readonly sessionId: string
  /** The `key` of the agent that made the call; `null` in the main thread. */
  readonly agent: string | null
  /** The response that made the call. */
  readonly responseId: string | null
  /** When it was called. */
  readonly startedAt: string | null
  /** When its result was written. */
  readonly endedAt: string | null
  /** The time between the two; `null` if it is unknown. */
  readonly durationMs: number | null
  /** It is part of a history that was copied from another session. */
  readonly isCopied: boolean
  /** It was run by the provider or by a remote MCP server. */
  readonly isServerTool: boolean
  /** Work that continues after the call returned. */
  readonly background: Background | null
  /** The input, as Claude Code wrote it. */
  readonly input: JsonValue
  /** The result; `null` until there is one. */
  readonly result: ToolResult | null
}

/** A sub-agent. */
export interface AgentDocument {
  /** Its name inside this document: tool calls and other agents refer to it. It may differ in the next document. */
  readonly key: string
  /** Its session. */
  readonly sessionId: string
  /** Claude Code's id of the agent. */
  readonly agentId: string | null
  /** The call that started it. */
  readonly toolCallId: string | null
  /** The `key` of the agent that started it; `null` if it was the main thread. */
  readonly parent: string | null
  /** Its type, such as `Explore`. */
  readonly type: string | null
  /** The task in a few words. */
  readonly description: string | null
  /** The whole task. */
  readonly prompt: string | null
  /** It kept working after its call returned. */
  readonly isBackground: boolean
  /** It is part of a history that was copied from another session. */
  readonly isCopied: boolean
  /** How far it got. */
  readonly state: TaskState
  /** What it reported back, without the client's text around it. */
  readonly answer: string | null
  /** When its first record was written. */
  readonly startedAt: string | null
  /** When its last record was written. */
  readonly endedAt: string | null
  /** The tokens of its responses; `null` if no usage is recorded. */
  readonly usage: Usage | null
  /** What it said and did, in order. */
  readonly items: readonly ItemDocument[]
}

/** A branch that was abandoned: someone went back and continued differently. */
export interface BranchDocument {
  /** The id of its first record. */
  readonly id: string
  /** Its session. */
  readonly sessionId: string
  /** The last record before the conversation split. */
  readonly from: string | null
  /** Its last record. */
  readonly leaf: string
  /** The first prompt on it. */
  readonly prompt: string | null
  /** How many records are on it. */
  readonly records: number
}

/** A line that belongs to no session. */
export interface StrayDocument {
  /** Whether it is a message, a record of an unknown type, or a line that is not JSON. */
  readonly kind: 'message' | 'unknown' | 'unreadable'
  /** Its type, or why it could not be read. */
  readonly type: string
  /** The file it was read from; `-` is standard input. */
  readonly source: string
  /** The line in that file, from 1. */
  readonly line: number
  /** The line itself. */
  readonly text: string
}
