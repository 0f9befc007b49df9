import type {Difference, Reconciliation} from '../archive/usage/reconcile.ts'
import type {
  CallSum,
  UsageGroup,
  UsagePart,
  UsageReport,
  UsageRow,
  UsageSplit,
} from '../archive/usage/usage-report.ts'
import type {UsageSum} from '../archive/usage/usage-sum.ts'
import type {Usage} from '../model/index.ts'
import {type CostJson, microsPerDollar, toCostJson, toDollars} from './cost-json.ts'

/** Token usage and cost in rows and in total: what `recount usage --json` prints. */
export interface UsageJson {
  /** How the rows are grouped. */
  readonly groupBy: UsageGroup
  /** What each row is split by; `null` if it is not split. */
  readonly splitBy: UsageSplit | null
  /** One row per group. */
  readonly rows: readonly UsageRowJson[]
  /** The sum of all rows. Grouped by tool, a response with calls of several tools counts once. */
  readonly total: UsageSumJson
  /** The parts of the total, the most expensive first; `null` if rows are not split. */
  readonly parts: readonly UsagePartJson[] | null
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
  /** What the cache saved, in dollars: the price of all input without a cache minus its price with it. Negative if writing cost more than reading saved. */
  readonly cacheSavingsUsd: number
  /** `cacheSavingsUsd` in micro-dollars. */
  readonly cacheSavingsMicros: number
  /** The models that were used, the most expensive first. */
  readonly models: readonly string[]
}

/** One row: a day, a week, a month, a session, a project, a model, a tool, a five-hour window or an hour of the week. */
export interface UsageRowJson extends UsageSumJson {
  /** The day, the Monday of the week, the month, the session id, the project's path, the model, the tool, the start of the window, or the weekday (1 is Monday) and hour. */
  readonly key: string
  /** The title of a session, or a label for a key in parentheses or for an hour of the week; otherwise `null`. */
  readonly title: string | null
  /** Calls of this tool; `null` unless grouped by tool. */
  readonly toolCalls: CallSum | null
  /** The parts of this row, the most expensive first; `null` if it is not split. */
  readonly parts: readonly UsagePartJson[] | null
}

/** A part of a row: a model, a project or a kind of token. */
export interface UsagePartJson {
  /** The model, the project's path, or the kind: a field of `usage`, or `webSearches`. */
  readonly key: string
  /** Tokens. */
  readonly usage: Usage
  /** Web searches. */
  readonly webSearches: number
  /** The cost in dollars, computed from recount's prices; `null` if no price is known. */
  readonly costUsd: number | null
  /** `costUsd` in micro-dollars. */
  readonly costMicros: number | null
  /** Tokens of models without a known price. `costUsd` does not include them. */
  readonly unpricedTokens: number
}

/** A usage report, for programs. */
export const toUsageJson = (report: UsageReport): UsageJson => ({
  groupBy: report.groupBy,
  splitBy: report.splitBy ?? null,
  rows: report.rows.map(toRowJson),
  total: toUsageSumJson(report.total),
  parts: report.parts?.map(toPartJson) ?? null,
  toolCalls: report.calls ?? null,
  undatedSessions: report.undated ?? 0,
})

const toRowJson = (row: UsageRow): UsageRowJson => ({
  key: row.key,
  title: row.name ?? null,
  ...toUsageSumJson(row),
  toolCalls: row.calls ?? null,
  parts: row.parts?.map(toPartJson) ?? null,
})

const toPartJson = ({key, usage, webSearches, costMicros, unpricedTokens}: UsagePart): UsagePartJson => ({
  key,
  usage,
  webSearches,
  costUsd: toDollars(costMicros),
  costMicros: costMicros ?? null,
  unpricedTokens,
})

/** A sum, for programs. */
export const toUsageSumJson = (sum: UsageSum): UsageSumJson => ({
  responses: sum.responses,
  usage: sum.usage,
  webSearches: sum.webSearches,
  cacheSavingsUsd: sum.cacheSavingsMicros / microsPerDollar,
  cacheSavingsMicros: sum.cacheSavingsMicros,
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
