import type {PriceOverrides} from '../../prices/index.ts'
import {reportUsage, type UsageCells, type UsageReport} from './usage-report.ts'
import {quarterHour} from './usage-rows.ts'

/** How long a window lasts: the time after which Claude's limits are reset. */
export const windowLength = 5 * 3_600_000

const windowQuarters = windowLength / quarterHour

/**
 * Usage by windows of five hours, which ccusage and `recount usage blocks` call blocks. A window starts at the full hour of the
 * first activity after the previous one ended.
 */
export function reportWindows({cells, reported}: UsageCells, overrides?: PriceOverrides): UsageReport {
  const starts = windowStarts([...cells, ...reported].map(({quarter}) => quarter))
  const startOf = ({quarter}: {readonly quarter: number}): string =>
    new Date((starts.get(quarter) ?? quarter) * quarterHour).toISOString()
  return reportUsage('blocks', {cells, reported}, startOf, {overrides})
}

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
