import {mondayOf} from '../../archive/usage/days.ts'
import type {UsageGroup, UsageRow} from '../../archive/usage/usage-report.ts'
import {newUsageTotal} from '../../archive/usage/usage-sum.ts'

/** Groups whose rows follow each other in time without gaps. */
export type CalendarGroup = 'daily' | 'weekly' | 'monthly'

/** Whether rows of a group are days, weeks or months. */
export const isCalendarGroup = (group: UsageGroup): group is CalendarGroup =>
  group === 'daily' || group === 'weekly' || group === 'monthly'

const day = 86_400_000

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10)
const startOf = (key: string): number => Date.parse(`${key}T00:00:00Z`)

/** The day of a moment in a time zone: `2026-01-31`. */
export const dayAt = (time: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', {timeZone, dateStyle: 'short'}).format(time)

/** The day that is some days after another. */
export const addDays = (key: string, days: number): string => isoDay(startOf(key) + days * day)

/** The day, the Monday or the month that a day belongs to. */
export const keyOfDay: Readonly<Record<CalendarGroup, (day: string) => string>> = {
  daily: (key) => key,
  weekly: mondayOf,
  monthly: (key) => key.slice(0, 7),
}

const nextKey: Readonly<Record<CalendarGroup, (key: string) => string>> = {
  daily: (key) => addDays(key, 1),
  weekly: (key) => addDays(key, 7),
  monthly: (key) => addDays(`${key}-01`, 31).slice(0, 7),
}

/** The first and the last day of a row. */
export function daysOf(group: CalendarGroup, key: string): readonly [first: string, last: string] {
  const first = group === 'monthly' ? `${key}-01` : key
  const after = nextKey[group](key)
  return [first, addDays(group === 'monthly' ? `${after}-01` : after, -1)]
}

/** The first and the last day that a chart shows; a missing one is that of the first or last row. */
export interface DaySpan {
  readonly first?: string | undefined
  readonly last?: string | undefined
}

/** More columns would be thinner than a pixel or two. */
export const maxColumns = 400

/**
 * Adds the days, weeks and months without usage, so that every one is on the axis. Of too many, the newest are left, and
 * it is not complete.
 */
export function fillTimeGaps(
  group: CalendarGroup,
  rows: readonly UsageRow[],
  {first, last}: DaySpan = {},
): {readonly rows: readonly UsageRow[]; readonly isComplete: boolean} {
  const keys = [
    ...rows.map(({key}) => key),
    ...[first, last].flatMap((edge) => (edge === undefined ? [] : [keyOfDay[group](edge)])),
  ].sort()
  const [from, to] = [keys.at(0), keys.at(-1)]
  if (from === undefined || to === undefined) return {rows, isComplete: true}
  const known = new Map(rows.map((row) => [row.key, row]))
  // Between the first and the last row there can be a century.
  const all: string[] = []
  const earliest = addDays(to.length === 7 ? `${to}-01` : to, -maxColumns * longestDays[group])
  let key = from
  if (daysOf(group, from)[0] < earliest) key = keyOfDay[group](earliest)
  for (; key <= to; key = nextKey[group](key)) all.push(key)
  const shown = all.slice(-maxColumns)
  return {
    rows: shown.map((name) => known.get(name) ?? {key: name, name: undefined, ...newUsageTotal().sum()}),
    isComplete: shown[0] === from,
  }
}

const longestDays: Readonly<Record<CalendarGroup, number>> = {daily: 1, weekly: 7, monthly: 31}
