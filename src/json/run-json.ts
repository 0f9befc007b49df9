import type {ToolRunState, Usage} from '../model/index.ts'

/** What a recorded run used and cost: the file `usage.json` that `recount record --ci` writes. */
export interface RunJson {
  /** Always `recount-run`. */
  readonly format: 'recount-run'
  /** A new number means that a field was renamed or removed. */
  readonly version: 1
  /** The file with the recorded stream. */
  readonly recording: string
  /** The exit code of the command; `null` if a signal ended it. */
  readonly exitCode: number | null
  /** The signal that ended the command. */
  readonly signal: string | null
  /** How the last session ended: `completed`, `failed`, `interrupted`, `cut-off` or `open`. `null` if there is no session. */
  readonly outcome: string | null
  /** The sessions of the run. */
  readonly sessionIds: readonly string[]
  /** Every model that responded or was announced. */
  readonly models: readonly string[]
  /** The best-known cost in dollars: what Claude Code reported, plus the computed cost of what it did not report. */
  readonly costUsd: number | null
  /** `costUsd` in micro-dollars. */
  readonly costMicros: number | null
  /** The cost that Claude Code reported, in dollars; `null` if it reported none. */
  readonly reportedCostUsd: number | null
  /** `reportedCostUsd` in micro-dollars. */
  readonly reportedCostMicros: number | null
  /** The cost from recount's prices, in dollars; `null` if a model has none. */
  readonly computedCostUsd: number | null
  /** `computedCostUsd` in micro-dollars. */
  readonly computedCostMicros: number | null
  /** Tokens; each response counts once. */
  readonly usage: Usage
  /** False if tokens and cost are lower bounds. */
  readonly isComplete: boolean
  /** How full the model's context window was at its last response. */
  readonly context: ContextJson | null
  /** Tool calls by state. */
  readonly toolCalls: Readonly<Record<ToolRunState, number>>
  /** The cost of each turn. */
  readonly turns: readonly RunTurnJson[]
  /** The cost of each sub-agent. */
  readonly agents: readonly RunAgentJson[]
}

/** How full a context window is. */
export interface ContextJson {
  /** Tokens in it. */
  readonly tokens: number
  /** Its size in tokens; `null` if it is unknown. */
  readonly window: number | null
}

/** What one turn of a run cost. */
export interface RunTurnJson {
  /** The cost that Claude Code reported, in dollars. */
  readonly reportedCostUsd: number | null
  /** `reportedCostUsd` in micro-dollars. */
  readonly reportedCostMicros: number | null
  /** The cost from recount's prices, in dollars. */
  readonly computedCostUsd: number | null
  /** `computedCostUsd` in micro-dollars. */
  readonly computedCostMicros: number | null
}

/** What one sub-agent of a run cost. */
export interface RunAgentJson {
  /** The call that started it. */
  readonly toolCallId: string
  /** The cost from recount's prices, in dollars. */
  readonly computedCostUsd: number
  /** `computedCostUsd` in micro-dollars. */
  readonly computedCostMicros: number
}
