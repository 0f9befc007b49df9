import type {UsageGroup, UsageRow} from '../../archive/usage/usage-report.ts'
import {newUsageTotal} from '../../archive/usage/usage-sum.ts'

/** More columns than this cannot be told apart. */
const maxColumns = 120

const day = 86_400_000

/** What comes after a day, a Monday or a month. */
const after: ReadonlyMap<UsageGroup, (key: string) => string> = new Map([
  ['daily', (key: string) => isoDay(Date.parse(`${key}T00:00:00Z`) + day)],
  ['weekly', (key: string) => isoDay(Date.parse(`${key}T00:00:00Z`) + 7 * day)],
  ['monthly', (key: string) => isoDay(Date.parse(`${key}-01T00:00:00Z`) + 31 * day).slice(0, 7)],
])

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Rows in time for a chart, the newest if there are too many. */
export interface TimeRows {
  readonly rows: readonly UsageRow[]
  /** Times at which nothing was used are among them; else they would not fit. */
  readonly isComplete: boolean
}

/** Puts in the days, weeks and months at which nothing was used, so that a chart does not hide them. */
export function fillTimeGaps(group: UsageGroup, rows: readonly UsageRow[]): TimeRows {
  const next = after.get(group)
  const shown = rows.slice(-maxColumns)
  if (!next) return {rows: shown, isComplete: true}
  const filled: UsageRow[] = []
  for (const row of shown) {
    for (let key = filled.at(-1)?.key; key !== undefined && next(key) < row.key; key = filled.at(-1)?.key) {
      if (filled.length >= maxColumns) return {rows: shown, isComplete: false}
      filled.push({key: next(key), name: undefined, ...newUsageTotal().sum()})
    }
    filled.push(row)
  }
  return filled.length > maxColumns ? {rows: shown, isComplete: false} : {rows: filled, isComplete: true}
}
