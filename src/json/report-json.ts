import type {ToolRunState, Usage} from '../model/index.ts'

/** What new files brought: what `recount index --json` prints, and with `--watch` after each change. */
export interface IndexJson {
  /** Files that were found. */
  readonly files: number
  /** Files that are new or have changed. */
  readonly filesOpened: number
  /** New bytes in those files. */
  readonly bytesParsed: number
  /** New records. */
  readonly records: number
  /** Sessions that are new or changed. */
  readonly sessions: number
  /** How long it took; 0 after a change with `--watch`. */
  readonly durationMs: number
}

/** The state of the archive: what `recount doctor --json` prints. */
export interface DoctorJson {
  /** Files in the archive. */
  readonly files: number
  /** Their size. */
  readonly bytes: number
  /** What was damaged; `null` if the archive is healthy. */
  readonly damage: string | null
  /** Where the damaged archive was moved to; `null` if it is healthy. */
  readonly movedTo: string | null
  /** Parts of the search index that were damaged and built again. */
  readonly damagedIndexes: readonly string[]
  /** Content that could not be recovered. */
  readonly lost: readonly LossJson[]
}

/** Content of a file that could not be recovered. */
export interface LossJson {
  /** The file. */
  readonly path: string
  /** 0 for the newest content of the path; older contents are numbered from 1. */
  readonly generation: number
  /** How much is lost; `null` if it is unknown. */
  readonly bytes: number | null
}

type Counts = Readonly<Record<string, number>>

/** What files contain: what `recount inspect --json` prints. `records` is always `messages + unknown + unreadable`. */
export interface InspectionJson {
  /** Files that were read. */
  readonly files: number
  /** Their size. */
  readonly bytes: number
  /** Records in them. */
  readonly records: number
  /** Records of a type that recount knows. */
  readonly messages: number
  /** Records of a type that recount does not know. */
  readonly unknown: number
  /** Lines that are not JSON. */
  readonly unreadable: number
  /** Records by format. */
  readonly dialects: Counts
  /** Messages by kind. */
  readonly kinds: Counts
  /** Unknown records by type. */
  readonly unknownTypes: Counts
  /** Unreadable lines by reason. */
  readonly unreadableReasons: Counts
  /** Harmless irregularities by name. */
  readonly warnings: Counts
  /** Records by version of Claude Code. */
  readonly clientVersions: Counts
  /** Sessions with any content. */
  readonly sessions: number
  /** Sub-agents. */
  readonly agents: number
  /** Abandoned branches. */
  readonly branches: number
  /** Tool calls by state. */
  readonly toolCalls: Readonly<Record<ToolRunState, number>>
  /** Tokens; each response counts once. */
  readonly usage: Usage
  /** The cost in dollars, computed from recount's prices; `null` if no price is known. */
  readonly costUsd: number | null
  /** `costUsd` in micro-dollars. */
  readonly costMicros: number | null
  /** The cost that Claude Code reported, in dollars; `null` if it reported none. */
  readonly reportedCostUsd: number | null
  /** `reportedCostUsd` in micro-dollars. */
  readonly reportedCostMicros: number | null
  /** Tokens of models without a known price. `costUsd` does not include them. */
  readonly unpricedTokens: number
  /** False if tokens and cost are lower bounds. */
  readonly isComplete: boolean
}
