import type {PriceOverrides} from '../../prices/index.ts'
import type {ArchiveReader, UsageQuery} from '../archive.ts'
import {readSpan} from '../query/read-date.ts'
import {type CurrentWindow, currentWindow, windowLength} from './five-hour-windows.ts'
import type {UsageReport} from './usage-report.ts'
import {newUsageTotal, type UsageSum} from './usage-sum.ts'

/** Usage at a glance. */
export interface UsageSummary {
  readonly now: number
  readonly today: UsageSum
  /** This month so far. */
  readonly month: UsageSum
  readonly lastMonth: UsageSum
  /** When this month began, and when it ends. */
  readonly monthStart: number
  readonly monthEnd: number
  /** What this month costs in the end if every day costs what its days so far did; `undefined` on its first day. */
  readonly projectedMicros: number | undefined
  /** The five-hour window that is running. */
  readonly window: CurrentWindow | undefined
}

/** Whose usage is summarized, and when. */
export interface SummaryQuery extends Pick<UsageQuery, 'project' | 'timeZone'> {
  readonly now: number
  readonly overrides?: PriceOverrides | undefined
}

const dayLength = 86_400_000

/** Summarizes usage: the numbers are those of `recount usage` by month, by day and by blocks. */
export async function summarizeUsage(
  usage: ArchiveReader['usage'],
  {now, ...query}: SummaryQuery,
): Promise<UsageSummary> {
  const spanOf = (words: string): {readonly start: number; readonly end: number} =>
    readSpan(words, {now, zone: query.timeZone}) ?? {start: now, end: now}
  const [month, lastMonth, today] = [spanOf('this month'), spanOf('last month'), spanOf('today')]
  const [months, days, windows] = await Promise.all([
    usage({...query, group: 'monthly', since: lastMonth.start, until: month.end}),
    usage({...query, group: 'daily', since: today.start, until: today.end}),
    usage({...query, group: 'blocks', since: now - windowLength, until: now + 1}),
  ])
  const sumOf = ({rows}: UsageReport, at: number): UsageSum => {
    const name = new Intl.DateTimeFormat('sv-SE', {
      timeZone: query.timeZone,
      year: 'numeric',
      month: '2-digit',
    })
    return rows.find(({key}) => key === name.format(at)) ?? newUsageTotal().sum()
  }
  const thisMonth = sumOf(months, now)
  return {
    now,
    today: days.total,
    month: thisMonth,
    lastMonth: sumOf(months, lastMonth.start),
    monthStart: month.start,
    monthEnd: month.end,
    projectedMicros: projectMonth(thisMonth.costMicros, month, now),
    window: currentWindow(windows, now),
  }
}

/** An hour of use would make a wild guess of a month, so a projection needs a whole day. */
function projectMonth(
  cost: number | undefined,
  {start, end}: {readonly start: number; readonly end: number},
  now: number,
): number | undefined {
  if (cost === undefined || now - start < dayLength) return undefined
  return Math.round((cost / (now - start)) * (end - start))
}
