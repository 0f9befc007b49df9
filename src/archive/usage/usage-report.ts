import {sumTokens} from '../../model/billing.ts'
import {addUsage, noUsage, type Usage, usageFields} from '../../model/index.ts'
import {getOrAdd} from '../../model/maps.ts'
import {addPrice, costOfSum, newPriceSum, type PriceOverrides, type PriceSum} from '../../prices/index.ts'
import type {ClientPrice} from './client-prices.ts'
import {dayNumber, mondayOf} from './days.ts'
import type {ReportedRow} from './usage-rows.ts'
import {
  newUsageTotal,
  priceCell,
  priceUncached,
  type UsageCell,
  type UsageSum,
  type UsageTotal,
} from './usage-sum.ts'

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
  'hours',
] as const

export type UsageGroup = (typeof usageGroups)[number]

/** The second dimension: what each row can be split by. */
export const usageSplits = ['model', 'project', 'kind'] as const

export type UsageSplit = (typeof usageSplits)[number]

/** Kinds of tokens, and web searches: what `kind` splits by. */
export const usageKinds = [...usageFields, 'webSearches'] as const

/** A part of a row. */
export interface UsagePart {
  /** A model, a project's path, or one of `usageKinds`. */
  readonly key: string
  readonly usage: Usage
  readonly webSearches: number
  /** In micro-dollars; `undefined` if no price is known. */
  readonly costMicros: number | undefined
  readonly unpricedTokens: number
}

/** One row of a usage table. */
export interface UsageRow extends UsageSum {
  /** A day, a Monday, a month, a session's id, a project, a model, a tool, the beginning of a block, or an hour of the week. */
  readonly key: string
  /** Its name, if that is not its key. */
  readonly name: string | undefined
  /** Only by tools. */
  readonly calls?: CallSum | undefined
  /** Models for which the client computed with another price; only by sessions whose computed and reported cost differ. */
  readonly clientPrices?: readonly ClientPrice[] | undefined
  /** The first use in a five-hour window, to the quarter of an hour; only by blocks. */
  readonly firstUsedAt?: number | undefined
  /** What it consists of, the most expensive first; only if it is split. */
  readonly parts?: readonly UsagePart[] | undefined
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
  /** How rows are split; missing if they are not. */
  readonly splitBy?: UsageSplit | undefined
  /** What the total consists of, the most expensive first; only if rows are split. */
  readonly parts?: readonly UsagePart[] | undefined
  /** Of all tools; only by tools. */
  readonly calls?: CallSum | undefined
  /** Sessions without a time in any file: they count for the time at which their file was last changed. */
  readonly undated?: number | undefined
}

const kindTexts: Readonly<Record<(typeof usageKinds)[number], string>> = {
  input: 'input',
  output: 'output',
  cacheRead: 'cache reads',
  cacheWrite5m: '5-minute cache writes',
  cacheWrite1h: '1-hour cache writes',
  webSearches: 'web searches',
}

/** The name of a part. */
export function nameOfPart(split: UsageSplit, key: string): string {
  if (split === 'kind')
    return usageKinds.flatMap((kind) => (kind === key ? kindTexts[kind] : [])).at(0) ?? key
  return key === '' ? `unknown ${split}` : key
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

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** An hour of the week, counted from Monday's first: `1 13:00` is Monday from 13:00 on. */
export const hourKey = (hour: number): string =>
  `${1 + Math.floor(hour / 24)} ${String(hour % 24).padStart(2, '0')}:00`

/** The name of an hour of the week: `Monday 13:00`. */
export const nameOfHour = (key: string): string =>
  `${weekdays[Number(key.slice(0, 1)) - 1] ?? ''}${key.slice(1)}`

/** How cells are added up. */
export interface ReportOptions {
  readonly overrides?: PriceOverrides | undefined
  readonly split?: UsageSplit | undefined
  readonly nameOf?: NameOf
}

/** Adds cells up to rows, in the order of their keys. */
export function reportUsage(
  group: UsageGroup,
  {cells, reported}: UsageCells,
  keyOf: KeyOf,
  {overrides, split, nameOf}: ReportOptions = {},
): UsageReport {
  const rows = new Map<string, UsageTotal>()
  const parts = new Map<string, PartTotals>()
  const total = newUsageTotal()
  const totalParts: PartTotals = new Map()
  const rowOf = (key: string): UsageTotal => getOrAdd(rows, key, newUsageTotal)
  for (const cell of cells) {
    const price = priceCell(cell, overrides)
    const uncached = priceUncached(cell, overrides)
    const key = keyOf(cell)
    rowOf(key).add(cell, price, uncached)
    total.add(cell, price, uncached)
    if (split === undefined) continue
    const rowParts = getOrAdd(parts, key, (): PartTotals => new Map())
    for (const part of splitters[split](cell)) {
      const cost = price === undefined ? undefined : priceCell(part.cell, overrides)
      addPart(rowParts, part, cost)
      addPart(totalParts, part, cost)
    }
  }
  for (const cell of reported) {
    // Reports do not say what a model or a tool cost.
    if (group !== 'model' && group !== 'tool') rowOf(keyOf(cell)).report(cell.cost)
    total.report(cell.cost)
  }
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1))
  const report = {
    groupBy: group,
    rows: sorted.map(([key, row]): UsageRow => {
      const sum = {key, name: nameOf?.(key), ...row.sum()}
      return split === undefined ? sum : {...sum, parts: sumParts(parts.get(key))}
    }),
    total: total.sum(),
  }
  return split === undefined ? report : {...report, splitBy: split, parts: sumParts(totalParts)}
}

type NameOf = (key: string) => string | undefined

/** A part of a cell, which has its terms. */
interface CellPart {
  readonly key: string
  readonly cell: UsageCell
}

/** The parts of a cell by each dimension. */
const splitters: Readonly<Record<UsageSplit, (cell: UsageCell) => readonly CellPart[]>> = {
  model: (cell) => [{key: cell.model, cell}],
  project: (cell) => [{key: cell.project ?? '', cell}],
  kind: (cell) => [
    ...usageFields.flatMap((key) => {
      const tokens = cell.usage[key]
      return tokens === 0 ? [] : [{key, cell: {...cell, usage: {...noUsage, [key]: tokens}, webSearches: 0}}]
    }),
    ...(cell.webSearches === 0 ? [] : [{key: 'webSearches', cell: {...cell, usage: noUsage}}]),
  ],
}

/** Parts while they are added up. */
type PartTotals = Map<string, PriceSum & {usage: Usage; webSearches: number}>

function addPart(parts: PartTotals, {key, cell}: CellPart, price: number | undefined): void {
  const part = getOrAdd(parts, key, () => ({...newPriceSum(), usage: noUsage, webSearches: 0}))
  addPrice(part, sumTokens(cell.usage), price)
  part.usage = addUsage(part.usage, cell.usage)
  part.webSearches += cell.webSearches
}

const sumParts = (parts: PartTotals = new Map()): readonly UsagePart[] =>
  [...parts]
    .map(([key, part]) => ({
      key,
      usage: part.usage,
      webSearches: part.webSearches,
      costMicros: costOfSum(part),
      unpricedTokens: part.unknownTokens,
    }))
    .sort(
      (a, b) =>
        (b.costMicros ?? 0) - (a.costMicros ?? 0) ||
        sumTokens(b.usage) - sumTokens(a.usage) ||
        (a.key < b.key ? -1 : 1),
    )

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
