import type {CurrentWindow} from '../archive/usage/five-hour-windows.ts'
import type {PlanLimit, SpendingPlan} from '../archive/usage/spending-plan.ts'
import type {UsageSummary} from '../archive/usage/usage-summary.ts'
import {isoTime} from '../model/instant.ts'
import {toDollars} from './cost-json.ts'
import {toUsageSumJson, type UsageSumJson} from './usage-json.ts'

/** Usage at a glance: what `recount usage summary --json` prints. */
export interface UsageSummaryJson {
  /** When it was added up. */
  readonly at: string
  /** Today so far. */
  readonly today: UsageSumJson
  /** This month so far. */
  readonly month: UsageSumJson
  /** The month before it. */
  readonly lastMonth: UsageSumJson
  /** What this month costs in the end if every day costs what its days so far did, in dollars; `null` on its first day. */
  readonly projectedCostUsd: number | null
  /** `projectedCostUsd` in micro-dollars. */
  readonly projectedCostMicros: number | null
  /** What a month may cost, in dollars, by `config.json`. */
  readonly monthlyBudgetUsd: number | null
  /** The subscription in `config.json`. */
  readonly plan: PlanJson | null
  /** Limits of the subscription that a status line has seen and that are not reset yet. */
  readonly limits: readonly PlanLimitJson[]
  /** The five-hour window that is running. */
  readonly window: CurrentWindowJson | null
}

/** A subscription. */
export interface PlanJson {
  /** Its name. */
  readonly name: string
  /** What it costs a month, in dollars. */
  readonly monthlyUsd: number
}

/** How much of a limit is used. */
export interface PlanLimitJson {
  /** The time the limit is for: `five_hour` or `seven_day`. */
  readonly window: string
  /** How much of it is used, from 0 to 100. */
  readonly usedPercent: number
  /** When it starts again at 0. */
  readonly resetsAt: string
  /** When Claude Code said so. */
  readonly seenAt: string
}

/** The five-hour window that is running. */
export interface CurrentWindowJson {
  /** The full hour of its first use. */
  readonly startedAt: string
  /** Five hours later. */
  readonly endsAt: string
  /** What was used in it so far. */
  readonly used: UsageSumJson
  /** The cost of an hour since its first use, in dollars; `null` if no price is known. */
  readonly hourlyCostUsd: number | null
  /** What it costs in the end at this rate, in dollars. */
  readonly projectedCostUsd: number | null
  /** `projectedCostUsd` in micro-dollars. */
  readonly projectedCostMicros: number | null
}

/** A summary, for programs. */
export const toUsageSummaryJson = (
  summary: UsageSummary,
  {budgetMicros, subscription}: SpendingPlan,
  limits: readonly PlanLimit[],
): UsageSummaryJson => ({
  at: toTime(summary.now),
  today: toUsageSumJson(summary.today),
  month: toUsageSumJson(summary.month),
  lastMonth: toUsageSumJson(summary.lastMonth),
  projectedCostUsd: toDollars(summary.projectedMicros),
  projectedCostMicros: summary.projectedMicros ?? null,
  monthlyBudgetUsd: toDollars(budgetMicros),
  plan: subscription ? {name: subscription.name, monthlyUsd: subscription.monthlyMicros / 1_000_000} : null,
  limits: limits.map(({window, usedPercent, resetsAt, seenAt}) => ({
    window,
    usedPercent,
    resetsAt: toTime(resetsAt),
    seenAt: toTime(seenAt),
  })),
  window: summary.window ? toWindowJson(summary.window) : null,
})

const toWindowJson = (window: CurrentWindow): CurrentWindowJson => ({
  startedAt: toTime(window.startedAt),
  endsAt: toTime(window.endsAt),
  used: toUsageSumJson(window.sum),
  hourlyCostUsd: toDollars(window.hourlyMicros),
  projectedCostUsd: toDollars(window.projectedMicros),
  projectedCostMicros: window.projectedMicros ?? null,
})

const toTime = (time: number): string => isoTime(time) ?? ''
