import {asObject, number, object} from '../../model/fields.ts'
import type {JsonValue} from '../../model/index.ts'
import {possibleInstant} from '../../model/instant.ts'

/** What a user compares usage with: set in `config.json`. */
export interface SpendingPlan {
  /** What a month may cost, in micro-dollars. */
  readonly budgetMicros?: number | undefined
  /** A subscription. */
  readonly subscription?: Subscription | undefined
}

/** A subscription with a fixed price. */
export interface Subscription {
  readonly name: string
  /** What it costs a month, in micro-dollars. */
  readonly monthlyMicros: number
}

/** How much of a limit of a subscription is used. Claude Code passes this to its status line. */
export interface PlanLimit {
  /** The time the limit is for: `five_hour`, `seven_day`. */
  readonly window: string
  /** From 0 to 100. */
  readonly usedPercent: number
  readonly resetsAt: number
  /** When Claude Code said so. */
  readonly seenAt: number
}

/** The limits in the input of a status line. With an API key there are none, and before the first response either. */
export function readPlanLimits(input: JsonValue, seenAt: number): readonly PlanLimit[] {
  const limits = object(asObject(input) ?? {}, 'rate_limits') ?? {}
  return ['five_hour', 'seven_day'].flatMap((window) => {
    const limit = object(limits, window) ?? {}
    const usedPercent = number(limit, 'used_percentage')
    const resetsAt = possibleInstant((number(limit, 'resets_at') ?? 0) * 1000)
    return usedPercent === undefined || resetsAt === undefined || usedPercent < 0
      ? []
      : [{window, usedPercent, resetsAt, seenAt}]
  })
}

/** The limits that have not been reset since they were seen. */
export const currentLimits = (limits: readonly PlanLimit[], now: number): readonly PlanLimit[] =>
  limits.filter(({resetsAt}) => resetsAt > now)
