import type {CostSum} from '../archive/usage/usage-sum.ts'

/** What something cost: dollars to read, and the exact number of micro-dollars (millionths of a dollar) to add up. */
export interface CostJson {
  /** The cost in dollars, computed from recount's prices; `null` if no price is known. */
  readonly costUsd: number | null
  /** `costUsd` in micro-dollars. */
  readonly costMicros: number | null
  /** The cost that Claude Code reported, in dollars; `null` if it reported none, which is not 0. */
  readonly reportedCostUsd: number | null
  /** `reportedCostUsd` in micro-dollars. */
  readonly reportedCostMicros: number | null
  /** The part of `costUsd` that came after Claude Code's last report. */
  readonly unreportedCostUsd: number
  /** `unreportedCostUsd` in micro-dollars. */
  readonly unreportedCostMicros: number
  /** Tokens of models without a known price. `costUsd` does not include them. */
  readonly unpricedTokens: number
  /** False if some numbers are missing in the files: tokens and cost are then lower bounds. */
  readonly isComplete: boolean
}

/** The cost of a session or of a row, for programs. */
export const toCostJson = (sum: CostSum): CostJson => ({
  costUsd: toDollars(sum.costMicros),
  costMicros: sum.costMicros ?? null,
  reportedCostUsd: toDollars(sum.reportedCostMicros),
  reportedCostMicros: sum.reportedCostMicros ?? null,
  unreportedCostUsd: sum.unreportedCostMicros / microsPerDollar,
  unreportedCostMicros: sum.unreportedCostMicros,
  unpricedTokens: sum.unpricedTokens,
  isComplete: sum.isComplete,
})

/** Micro-dollars in a dollar. */
export const microsPerDollar = 1_000_000

/** Micro-dollars in dollars; `null` if they are unknown. */
export const toDollars = (micros: number | null | undefined): number | null =>
  micros === undefined || micros === null ? null : micros / microsPerDollar

/** Dollars in micro-dollars, rounded; `null` if they are unknown. */
export const toMicros = (dollars: number | null | undefined): number | null =>
  dollars === undefined || dollars === null ? null : Math.round(dollars * microsPerDollar)
