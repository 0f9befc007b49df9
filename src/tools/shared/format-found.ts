import {formatCount, formatNoun} from '../../page/index.ts'

/** How many were found: `12 files`, `100 of 250 files` or `100+ files` where some were left out, `no files`. */
export function formatFound(count: number, one: string, many: string, total?: number, more = false): string {
  if (count === 0 && !total) return `no ${many}`
  if (total !== undefined && total > count) return `${formatCount(count)} of ${formatNoun(total, one, many)}`
  return more ? `${formatCount(count)}+ ${many}` : formatNoun(count, one, many)
}
