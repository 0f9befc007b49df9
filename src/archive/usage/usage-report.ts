import type {PriceOverrides} from '../../prices/index.ts'
import type {ClientPrice} from './client-prices.ts'
import {dayNumber, mondayOf} from './days.ts'
import type {UsageCell, UsageSum, UsageTotal} from './usage-sum.ts'
import {newUsageTotal, priceCell} from './usage-sum.ts'

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
  /** What people call it, where that is not its key. */
  readonly name: string | undefined
  /** Only by tools. */
  readonly calls?: CallSum | undefined
  /** Models for which the client computed with another price; only by sessions whose computed and reported cost differ. */
  readonly clientPrices?: readonly ClientPrice[] | undefined
}

/** Calls of a tool, each counted once. */
export interface CallSum {
  readonly calls: number
  readonly failed: number
  /** Calls of which both times are known. What a person was asked meanwhile is part of the time. */
  readonly timed: number
  /** How long those took, added up, in milliseconds. */
  readonly durationMs: number
  /** Of text that came back. */
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
export interface ReportedCell {
  readonly key: string
  readonly quarter: number
  readonly cost: number
}

/** What a report is made of. */
interface UsageCells {
  readonly cells: Iterable<UsageCell>
  readonly reported: Iterable<ReportedCell>
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

/** Puts calls next to what their responses spent; a tool that was only called next to others gets a row of its own. */
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
