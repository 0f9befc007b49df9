import type {ToolRunState, Usage} from '../model/index.ts'

/** What new files brought: what `recount index --json` prints, and with `--watch` after each change. */
export interface IndexJson {
  readonly files: number
  readonly filesOpened: number
  readonly bytesParsed: number
  readonly records: number
  /** Sessions that are new or changed. */
  readonly sessions: number
  readonly durationMs: number
}

/** The state of the archive: what `recount doctor --json` prints. */
export interface DoctorJson {
  readonly files: number
  readonly bytes: number
  /** What was damaged; `null` if the archive is healthy. */
  readonly damage: string | null
  /** Where the damaged archive was moved to. */
  readonly movedTo: string | null
  /** Parts of the search index that were damaged and built again. */
  readonly damagedIndexes: readonly string[]
  /** Content that could not be recovered. */
  readonly lost: readonly {
    readonly path: string
    /** 0 for the newest content of the path; older contents are numbered from 1. */
    readonly generation: number
    /** `null` if the number is unknown. */
    readonly bytes: number | null
  }[]
}

type Counts = Readonly<Record<string, number>>

/** What files contain: what `recount inspect --json` prints. `records` is always `messages + unknown + unreadable`. */
export interface InspectionJson {
  readonly files: number
  readonly bytes: number
  readonly records: number
  readonly messages: number
  /** Records of a type that recount does not know. */
  readonly unknown: number
  /** Lines that are not JSON. */
  readonly unreadable: number
  /** Records by format. */
  readonly dialects: Counts
  /** Messages by kind. */
  readonly kinds: Counts
  readonly unknownTypes: Counts
  readonly unreadableReasons: Counts
  /** Harmless irregularities. */
  readonly warnings: Counts
  /** Records by version of Claude Code. */
  readonly clientVersions: Counts
  readonly sessions: number
  readonly agents: number
  /** Abandoned branches. */
  readonly branches: number
  /** Tool calls by state. */
  readonly toolCalls: Readonly<Record<ToolRunState, number>>
  readonly usage: Usage
  /** Computed from recount's prices; `null` if no price is known. */
  readonly costUsd: number | null
  readonly costMicros: number | null
  /** Reported by Claude Code; `null` if it reported none. */
  readonly reportedCostUsd: number | null
  /** Tokens of models without a known price. */
  readonly unpricedTokens: number
  /** False if tokens and cost are lower bounds. */
  readonly isComplete: boolean
}

/** What a recorded run used and cost: the file `usage.json` that `recount record --ci` writes. */
export interface RunJson {
  readonly format: 'recount-run'
  readonly version: 1
  /** The folder of the recording. */
  readonly recording: string
  readonly exitCode: number | null
  readonly signal: string | null
  /** How the last session ended. */
  readonly outcome: string | null
  readonly sessionIds: readonly string[]
  readonly models: readonly string[]
  /** The best-known cost: what Claude Code reported, plus the computed cost of what it did not report. */
  readonly costUsd: number | null
  readonly costMicros: number | null
  readonly reportedCostUsd: number | null
  /** From recount's prices; `null` if a model has none. */
  readonly computedCostUsd: number | null
  readonly usage: Usage
  /** False if tokens and cost are lower bounds. */
  readonly isComplete: boolean
  /** How full the model's context window was at its last response. */
  readonly context: {readonly tokens: number; readonly window: number | null} | null
  /** Tool calls by state. */
  readonly toolCalls: Readonly<Record<ToolRunState, number>>
  readonly turns: readonly {
    readonly reportedCostUsd: number | null
    readonly computedCostUsd: number | null
  }[]
  readonly agents: readonly {
    /** The call that started the agent. */
    readonly toolCallId: string
    readonly computedCostUsd: number
  }[]
}
