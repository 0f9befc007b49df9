import type {PriceOverrides} from '../../prices/index.ts'
import type {ReportedCell, UsageReport} from './usage-report.ts'
import {reportUsage} from './usage-report.ts'
import {quarterHour} from './usage-rows.ts'
import type {UsageCell} from './usage-sum.ts'

/** How long a block lasts: the time after which Claude's limits are reset. */
export const blockLength = 5 * 3_600_000

const blockQuarters = blockLength / quarterHour

/** Usage by blocks of five hours, from cells that are named after anything but are of one hour each. A block begins at the full hour of the first activity after the one before it ended. */
export function reportBlocks(
  cells: readonly UsageCell[],
  reported: readonly ReportedCell[],
  overrides?: PriceOverrides,
): UsageReport {
  const starts = blocksOf([...cells, ...reported].map(({quarter}) => quarter))
  const startOf = ({quarter}: {readonly quarter: number}): string =>
    new Date((starts.get(quarter) ?? quarter) * quarterHour).toISOString()
  return reportUsage('blocks', {cells, reported}, startOf, {overrides})
}

/** The quarter at which the block of each quarter begins. */
function blocksOf(quarters: readonly number[]): ReadonlyMap<number, number> {
  const blocks = new Map<number, number>()
  let start = Number.NEGATIVE_INFINITY
  for (const quarter of [...new Set(quarters)].sort((a, b) => a - b)) {
    if (quarter >= start + blockQuarters) start = quarter - (quarter % 4)
    blocks.set(quarter, start)
  }
  return blocks
}

/** When the block that a moment is in ends; nothing where none is running. */
export function blockEnd(quarters: readonly number[], now: number): number | undefined {
  const start = [...blocksOf(quarters).values()].at(-1)
  if (start === undefined) return undefined
  const end = start * quarterHour + blockLength
  return now < end ? end : undefined
}
