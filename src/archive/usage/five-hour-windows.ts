import {
  type ReportOptions,
  reportUsage,
  type UsageCells,
  type UsageReport,
  type UsageRow,
} from './usage-report.ts'
import {quarterHour} from './usage-rows.ts'
import type {UsageSum} from './usage-sum.ts'

/** How long a window lasts: the time after which Claude's limits are reset. */
export const windowLength = 5 * 3_600_000

const windowQuarters = windowLength / quarterHour

/** Where a window starts depends on those before it, until no one worked for five hours. */
export const windowMemory = 30 * 86_400_000

/**
 * Usage by windows of five hours, which ccusage and `recount usage blocks` call blocks. A window starts at the full hour of the
 * first activity after the previous one ended. `quarters` is all activity, also before the cells and of other projects, so that
 * a window is the same whatever is asked for.
 */
export function reportWindows(
  {cells, reported}: UsageCells,
  quarters: readonly number[],
  options: ReportOptions = {},
): UsageReport {
  const starts = windowStarts([...quarters, ...[...cells, ...reported].map(({quarter}) => quarter)])
  const keyOf = ({quarter}: {readonly quarter: number}): string =>
    new Date((starts.get(quarter) ?? quarter) * quarterHour).toISOString()
  const first = new Map<string, number>()
  for (const cell of cells) {
    const key = keyOf(cell)
    first.set(key, Math.min(first.get(key) ?? cell.quarter, cell.quarter))
  }
  const report = reportUsage('blocks', {cells, reported}, keyOf, options)
  return {...report, rows: report.rows.map((row) => withFirstUse(row, first.get(row.key)))}
}

const withFirstUse = (row: UsageRow, quarter: number | undefined): UsageRow =>
  quarter === undefined ? row : {...row, firstUsedAt: quarter * quarterHour}

/** The quarter of an hour at which the window of each quarter starts. */
function windowStarts(quarters: readonly number[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  let start = Number.NEGATIVE_INFINITY
  for (const quarter of [...new Set(quarters)].sort((a, b) => a - b)) {
    if (quarter >= start + windowQuarters) start = quarter - (quarter % 4)
    found.set(quarter, start)
  }
  return found
}

/** The end of the current window; `undefined` if none is running. */
export function windowEnd(quarters: readonly number[], now: number): number | undefined {
  const start = [...windowStarts(quarters).values()].at(-1)
  if (start === undefined) return undefined
  const end = start * quarterHour + windowLength
  return now < end ? end : undefined
}

/** The window that is running. */
export interface CurrentWindow {
  readonly startedAt: number
  readonly endsAt: number
  /** What was used in it so far. */
  readonly sum: UsageSum
  /** Micro-dollars an hour since the first use in the window; `undefined` if no price is known. */
  readonly hourlyMicros: number | undefined
  /** What the window costs in the end at this rate, in micro-dollars. */
  readonly projectedMicros: number | undefined
}

/** The window of a report by blocks that is running; `undefined` if there is none. */
export function currentWindow({rows}: UsageReport, now: number): CurrentWindow | undefined {
  const row = rows.at(-1)
  if (!row) return undefined
  const startedAt = Date.parse(row.key)
  const endsAt = startedAt + windowLength
  if (now < startedAt || now >= endsAt) return undefined
  // The first use is known to the quarter of an hour, so a shorter time gives no rate.
  const elapsed = Math.max(quarterHour, now - (row.firstUsedAt ?? startedAt))
  const {costMicros} = row
  const rate = costMicros === undefined ? undefined : costMicros / elapsed
  return {
    startedAt,
    endsAt,
    sum: row,
    hourlyMicros: rate === undefined ? undefined : Math.round(rate * 3_600_000),
    projectedMicros:
      rate === undefined || costMicros === undefined
        ? undefined
        : Math.round(costMicros + rate * (endsAt - now)),
  }
}
