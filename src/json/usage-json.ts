import type {Difference, Reconciliation} from '../archive/usage/reconcile.ts'
import type {CallSum, UsageGroup, UsageReport, UsageRow} from '../archive/usage/usage-report.ts'
import type {UsageSum} from '../archive/usage/usage-sum.ts'
import type {Usage} from '../model/index.ts'
import {type CostJson, toCostJson, toDollars} from './cost-json.ts'

/** Token usage and cost in rows and in total: what `recount usage --json` prints. */
export interface UsageJson {
  /** How the rows are grouped. */
  readonly groupBy: UsageGroup
  /** One row per group. */
  readonly rows: readonly UsageRowJson[]
  /** The sum of all rows. Grouped by tool, a response with calls of several tools counts once. */
  readonly total: UsageSumJson
  /** Calls of all tools; `null` unless grouped by tool. */
  readonly toolCalls: CallSum | null
  /** Sessions without a time in any file. They count for the time at which their file was last changed. */
  readonly undatedSessions: number
}

/** Tokens and cost of the responses that belong together. */
export interface UsageSumJson extends CostJson {
  /** Responses of the model, each counted once. */
  readonly responses: number
  /** Tokens. */
  readonly usage: Usage
  /** Web searches. */
  readonly webSearches: number
  /** The models that were used, the most expensive first. */
  readonly models: readonly string[]
}

/** One row: a day, a week, a month, a session, a project, a model, a tool or a five-hour window. */
export interface UsageRowJson extends UsageSumJson {
  /** The day, the Monday of the week, the month, the session id, the project's path, the model, the tool, or the start of the window. */
  readonly key: string
  /** The title of a session, or a label for a key in parentheses; otherwise `null`. */
  readonly title: string | null
  /** Calls of this tool; `null` unless grouped by tool. */
  readonly toolCalls: CallSum | null
}

/** A usage report, for programs. */
export const toUsageJson = (report: UsageReport): UsageJson => ({
  groupBy: report.groupBy,
  rows: report.rows.map(toRowJson),
  total: toSumJson(report.total),
  toolCalls: report.calls ?? null,
  undatedSessions: report.undated ?? 0,
})

const toRowJson = (row: UsageRow): UsageRowJson => ({
  key: row.key,
  title: row.name ?? null,
  ...toSumJson(row),
  toolCalls: row.calls ?? null,
})

const toSumJson = (sum: UsageSum): UsageSumJson => ({
  responses: sum.responses,
  usage: sum.usage,
  webSearches: sum.webSearches,
  models: sum.models,
  ...toCostJson(sum),
})

/** A session's computed cost next to its reported cost: what `recount usage --reconcile --json` prints on each line. */
export interface ReconciliationJson {
  /** The session's id. */
  readonly sessionId: string
  /** The session's title. */
  readonly title: string | null
  /** The cost in dollars, computed from recount's prices; `null` if no price is known. */
  readonly costUsd: number | null
  /** `costUsd` in micro-dollars. */
  readonly costMicros: number | null
  /** The cost that Claude Code reported, in dollars; `null` if it reported none. */
  readonly reportedCostUsd: number | null
  /** `reportedCostUsd` in micro-dollars. */
  readonly reportedCostMicros: number | null
  /** `costUsd` minus `reportedCostUsd`. */
  readonly differenceUsd: number | null
  /** `differenceUsd` in micro-dollars. */
  readonly differenceMicros: number | null
  /** Why both differ, or `same`. */
  readonly reason: Difference
  /** Models for which Claude Code used another price. */
  readonly clientPrices: readonly ClientPriceJson[]
}

/** The price that Claude Code used for a model. */
export interface ClientPriceJson {
  /** The model's name. */
  readonly model: string
  /** Dollars per million input tokens; `null` if the price is unknown. */
  readonly inputUsd: number | null
  /** Dollars per million output tokens; `null` if the price is unknown. */
  readonly outputUsd: number | null
}

/** A reconciled session, for programs. */
export const toReconciliationJson = (session: Reconciliation): ReconciliationJson => ({
  sessionId: session.sessionId,
  title: session.title ?? null,
  costUsd: toDollars(session.costMicros),
  costMicros: session.costMicros ?? null,
  reportedCostUsd: toDollars(session.reportedCostMicros),
  reportedCostMicros: session.reportedCostMicros ?? null,
  differenceUsd: toDollars(session.differenceMicros),
  differenceMicros: session.differenceMicros ?? null,
  reason: session.reason,
  clientPrices: session.clientPrices.map(({model, client}) => ({
    model,
    inputUsd: client?.input ?? null,
    outputUsd: client?.output ?? null,
  })),
})
