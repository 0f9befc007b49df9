import type {Background, JsonValue, TaskState, ToolResult, ToolRunState, Usage} from '../../model/index.ts'
import type {Outcome, ResultTotals, TurnTrigger} from '../session.ts'

/**
 * A folded conversation as JSON. Its own times are ISO 8601 text, and its own fields are `null` where nothing is known;
 * inside items, inputs and results everything is as it was read, and what is not there is left out. A newer version
 * number means that something was renamed or removed; fields may be added at any time.
 */
export interface ConversationDocument {
  readonly format: 'recount-conversation'
  readonly version: 1
  /** Each answer's tokens once, the best numbers there are. */
  readonly usage: Usage
  readonly isComplete: boolean
  readonly reportedCostUsd: number | null
  /** How the last session ended. */
  readonly outcome: Outcome | null
  readonly sessions: readonly SessionDocument[]
  readonly toolCalls: readonly ToolCallDocument[]
  readonly agents: readonly AgentDocument[]
  readonly branches: readonly BranchDocument[]
  /** Lines that belong to no session. */
  readonly strays: readonly StrayDocument[]
}

export interface SessionDocument {
  readonly sessionId: string
  readonly title: string | null
  readonly cwd: string | null
  readonly gitBranch: string | null
  readonly clientVersion: string | null
  readonly models: readonly string[]
  readonly startedAt: string | null
  readonly endedAt: string | null
  readonly copiedFrom: string | null
  readonly outcome: Outcome
  /** The numbers of the last `result`. */
  readonly totals: ResultTotals | null
  readonly usage: Usage | null
  readonly isComplete: boolean
  readonly reportedCostUsd: number | null
  readonly turns: readonly TurnDocument[]
}

export interface TurnDocument {
  readonly index: number
  readonly trigger: TurnTrigger
  readonly startedAt: string | null
  readonly endedAt: string | null
  readonly durationMs: number | null
  readonly items: readonly ItemDocument[]
}

/** One thing said or done; the fields beyond these follow from its `kind` (docs/model.md). */
export interface ItemDocument {
  readonly kind: string
  readonly messageId: string | null
  readonly at: string | null
  /** The file or stream it was read from, and the line there. */
  readonly source: string
  readonly line: number
  /** The abandoned path it is on, if it is on one. */
  readonly branch?: string
  readonly [field: string]: unknown
}

export interface ToolCallDocument {
  readonly id: string
  readonly name: string
  readonly state: ToolRunState
  readonly sessionId: string
  /** Key of the agent whose call it is; `null` for the main thread. */
  readonly agent: string | null
  readonly responseId: string | null
  readonly startedAt: string | null
  readonly endedAt: string | null
  readonly durationMs: number | null
  readonly isCopied: boolean
  readonly isServerTool: boolean
  readonly background: Background | null
  readonly input: JsonValue
  readonly result: ToolResult | null
}

export interface AgentDocument {
  readonly key: string
  readonly sessionId: string
  readonly id: string | null
  readonly toolCallId: string | null
  readonly parent: string | null
  readonly type: string | null
  readonly description: string | null
  readonly prompt: string | null
  readonly isBackground: boolean
  readonly isCopied: boolean
  readonly state: TaskState
  readonly answer: string | null
  readonly startedAt: string | null
  readonly endedAt: string | null
  readonly usage: Usage | null
  readonly items: readonly ItemDocument[]
}

export interface BranchDocument {
  readonly id: string
  readonly sessionId: string
  readonly from: string | null
  readonly leaf: string
  readonly prompt: string | null
  readonly records: number
}

export interface StrayDocument {
  readonly kind: 'message' | 'unknown' | 'unreadable'
  /** Its type, or why it could not be read. */
  readonly type: string
  readonly source: string
  readonly line: number
  readonly text: string
}
