import type {UsageReport, UsageRow} from './usage-report.ts'

/** Why what was computed is not what was reported. */
export const differences = [
  'same',
  'not-reported',
  'unknown-model',
  'lower-bound',
  'more-than-reported',
  'hidden-calls',
] as const

export type Difference = (typeof differences)[number]

/** A session's computed cost beside its reported one, in micro-dollars. */
export interface Reconciliation {
  readonly session: string
  readonly name: string | undefined
  readonly computed: number | undefined
  readonly reported: number | undefined
  /** Computed less reported. */
  readonly difference: number | undefined
  readonly reason: Difference
}

/** What people are told about a difference. */
export const differenceTexts: Readonly<Record<Difference, string>> = {
  same: 'they agree',
  'not-reported': 'the client told no cost: only newer clients and streams do',
  'unknown-model': 'a model has no known price',
  'lower-bound': "some answers' final output is in no file",
  'more-than-reported': 'a part was not reported: another run of the session, or one that was cut off',
  'hidden-calls': 'calls that no line shows: helpers, compactions, retries',
}

/** Sets each session's computed cost beside its reported one, the largest difference first. */
export function reconcile(report: UsageReport): readonly Reconciliation[] {
  return report.rows.map(compare).sort((a, b) => Math.abs(b.difference ?? 0) - Math.abs(a.difference ?? 0))
}

function compare(row: UsageRow): Reconciliation {
  const {key: session, name, cost: computed, reported} = row
  const difference = computed === undefined || reported === undefined ? undefined : computed - reported
  return {session, name, computed, reported, difference, reason: reasonOf(row, difference)}
}

/** Rounding in many answers makes no difference worth telling. */
const isSame = (difference: number, reported: number): boolean =>
  Math.abs(difference) <= Math.max(100, Math.abs(reported) / 1000)

function reasonOf(row: UsageRow, difference: number | undefined): Difference {
  if (row.reported === undefined) return 'not-reported'
  if (row.unknownTokens > 0 || difference === undefined) return 'unknown-model'
  if (isSame(difference, row.reported)) return 'same'
  if (difference > 0) return 'more-than-reported'
  return row.complete ? 'hidden-calls' : 'lower-bound'
}
