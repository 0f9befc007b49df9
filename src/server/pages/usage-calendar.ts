import {nameOfHour, type UsageReport, type UsageRow} from '../../archive/usage/usage-report.ts'
import {formatCount} from '../../page/index.ts'
import {type Html, noHtml} from '../../render/html/html.ts'
import {type HeatCell, renderHeatMap} from '../charts/heat-map.ts'
import {addDays} from '../charts/time-axis.ts'
import {formatCents} from './page-format.ts'
import {sessionsUrl} from './usage-request.ts'

const weeks = 53

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** A day in short: `Nov 18`. */
export const shortDay = (day: string): string => `${shortMonth(day)} ${Number(day.slice(8, 10))}`

/** The month of a day or of a month: `Nov`. */
export const shortMonth = (day: string): string => months[Number(day.slice(5, 7)) - 1] ?? ''

/** The Monday of the first week that a calendar shows which ends on a day. */
export const calendarStart = (today: string): string => addDays(today, -7 * (weeks - 1) - weekdayOf(today))

/** Days since Monday. */
const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

const costOf = ({costMicros}: UsageRow): number => costMicros ?? 0

/** The cost of every day of a year up to a day, as a calendar. */
export function renderCalendar({rows}: UsageReport, today: string): Html {
  const first = calendarStart(today)
  const costs = new Map(rows.map((row) => [row.key, costOf(row)]))
  const cells: HeatCell[] = []
  const columns: {readonly column: number; readonly label: string}[] = []
  for (let place = 0, day = first; day <= today; place += 1, day = addDays(day, 1)) {
    const [column, row, value] = [Math.floor(place / 7), place % 7, costs.get(day) ?? 0]
    cells.push({column, row, title: day, value, words: formatCents(value), href: sessionsUrl(day, day)})
    // A month is named where its first day is, if there is room for the name.
    if (day.endsWith('-01') && column < weeks - 2) columns.push({column, label: shortMonth(day)})
  }
  const used = cells.filter(({value}) => value > 0)
  const most = highest(used)
  if (!most) return noHtml
  return renderHeatMap({
    title: 'Cost per day of the year',
    summary: `Used on ${formatCount(used.length)} of ${formatCount(cells.length)} days up to ${today}; the most on ${most.title}: ${most.words}.`,
    cells,
    rows: ['Mon', '', 'Wed', '', 'Fri', '', 'Sun'],
    columns,
    cellWidth: 14,
    cellHeight: 14,
    format: formatCents,
  })
}

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

/** The cost of every hour of the week. */
export function renderHours({rows}: UsageReport): Html {
  const costs = new Map(rows.map((row) => [row.key, costOf(row)]))
  const cells = dayNames.flatMap((_, row) =>
    Array.from({length: 24}, (__, column): HeatCell => {
      const key = `${row + 1} ${String(column).padStart(2, '0')}:00`
      const value = costs.get(key) ?? 0
      return {column, row, title: nameOfHour(key), value, words: formatCents(value)}
    }),
  )
  const most = highest(cells)
  if (!most || most.value === 0) return noHtml
  return renderHeatMap({
    title: 'Cost by hour of the week',
    summary: `The most on ${most.title}: ${most.words}.`,
    cells,
    rows: dayNames,
    columns: [0, 3, 6, 9, 12, 15, 18, 21].map((column) => ({
      column,
      label: `${String(column).padStart(2, '0')}:00`,
    })),
    cellWidth: 22,
    cellHeight: 18,
    format: formatCents,
    startsLeft: true,
  })
}

const highest = (cells: readonly HeatCell[]): HeatCell | undefined =>
  cells.reduce<HeatCell | undefined>(
    (most, cell) => (most && most.value >= cell.value ? most : cell),
    undefined,
  )
