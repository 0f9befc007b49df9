import type {PriceOverrides} from '../../prices/index.ts'
import type {ClientPrice} from './client-prices.ts'
import {dayNumber, mondayOf} from './days.ts'
import type {ReportedRow} from './usage-rows.ts'
import {newUsageTotal, priceCell, type UsageCell, type UsageSum, type UsageTotal} from './usage-sum.ts'

/** The ways usage can be grouped. */
export const usageGroups = [
  'daily',
  'weekly',
  'monthly',
  'session',
  'project',
  'model',
  'tool',
  'blocks',
] as const

export type UsageGroup = (typeof usageGroups)[number]

/** One row of a usage table. */
export interface UsageRow extends UsageSum {
  /** A day, a Monday, a month, a session's id, a project, a model, a tool, or the beginning of a block. */
  readonly key: string
  /** Its name, if that is not its key. */
  readonly name: string | undefined
  /** Only by tools. */
  readonly calls?: CallSum | undefined
  /** Models for which the client computed with another price; only by sessions whose computed and reported cost differ. */
  readonly clientPrices?: readonly ClientPrice[] | undefined
}

/** Calls of a tool, each counted once. */
export interface CallSum {
  /** Calls. */
  readonly calls: number
  /** Calls that failed. */
  readonly failed: number
  /** Calls of which both times are known. The time of a permission question is included. */
  readonly timed: number
  /** How long those took together, in milliseconds. */
  readonly durationMs: number
  /** Characters of text in the results. */
  readonly characters: number
}

/** Usage in rows and in all. */
export interface UsageReport {
  readonly groupBy: UsageGroup
  readonly rows: readonly UsageRow[]
  readonly total: UsageSum
  /** Of all tools; only by tools. */
  readonly calls?: CallSum | undefined
  /** Sessions without a time in any file: they count for the time at which their file was last changed. */
  readonly undated?: number | undefined
}

/** What the client reported under one name at a time, in micro-dollars. */
export interface ReportedCell extends Omit<ReportedRow, 'session'> {
  readonly key: string
}

/** What a report is made of. */
export interface UsageCells {
  readonly cells: readonly UsageCell[]
  readonly reported: readonly ReportedCell[]
}

/** Names a cell's row. */
type KeyOf = (cell: {readonly key: string; readonly quarter: number}) => string

/** The names of rows by time, where cells are named after the number of their day. */
export function timeKey(group: 'daily' | 'weekly' | 'monthly'): KeyOf {
  const names = new Map<string, string>()
  return ({key}) => {
    const name = names.get(key) ?? nameOfDay(group, dayNumber(Number(key)))
    names.set(key, name)
    return name
  }
}

function nameOfDay(group: 'daily' | 'weekly' | 'monthly', day: string): string {
  if (group === 'weekly') return mondayOf(day)
  return group === 'daily' ? day : day.slice(0, 7)
}

/** Adds cells up to rows, in the order of their keys. */
export function reportUsage(
  group: UsageGroup,
  {cells, reported}: UsageCells,
  keyOf: KeyOf,
  {overrides, nameOf}: {readonly overrides?: PriceOverrides | undefined; readonly nameOf?: NameOf} = {},
): UsageReport {
  const rows = new Map<string, UsageTotal>()
  const total = newUsageTotal()
  const rowOf = (key: string): UsageTotal => {
    const row = rows.get(key) ?? newUsageTotal()
    rows.set(key, row)
    return row
  }
  for (const cell of cells) {
    const price = priceCell(cell, overrides)
    rowOf(keyOf(cell)).add(cell, price)
    total.add(cell, price)
  }
  for (const cell of reported) {
    // Reports do not say what a model or a tool cost.
    if (group !== 'model' && group !== 'tool') rowOf(keyOf(cell)).report(cell.cost)
    total.report(cell.cost)
  }
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    groupBy: group,
    rows: sorted.map(([key, row]) => ({key, name: nameOf?.(key), ...row.sum()})),
    total: total.sum(),
  }
}

type NameOf = (key: string) => string | undefined

/** Sorts rows by what they cost, the dearest first. */
export const byCost = (report: UsageReport): UsageReport => ({
  ...report,
  rows: [...report.rows].sort((a, b) => (b.costMicros ?? 0) - (a.costMicros ?? 0)),
})

const noCalls: CallSum = {calls: 0, failed: 0, timed: 0, durationMs: 0, characters: 0}

/** Adds calls to the usage of their responses; a tool that was only called together with others gets its own row. */
export function withCalls(report: UsageReport, calls: ReadonlyMap<string, CallSum>): UsageReport {
  const known = new Set(report.rows.map(({key}) => key))
  const others = [...calls.keys()].filter((tool) => !known.has(tool))
  const rows = [
    ...report.rows,
    ...others.map((key) => ({key, name: undefined, ...newUsageTotal().sum()})),
  ].map((row) => ({...row, calls: calls.get(row.key) ?? noCalls}))
  return {...report, rows, calls: rows.map((row) => row.calls).reduce(addCalls, noCalls)}
}

const addCalls = (a: CallSum, b: CallSum): CallSum => ({
  calls: a.calls + b.calls,
  failed: a.failed + b.failed,
  timed: a.timed + b.timed,
  durationMs: a.durationMs + b.durationMs,
  characters: a.characters + b.characters,
})
