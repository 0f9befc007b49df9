import type {Hunk} from '../../page/index.ts'
import {formatCount} from '../../page/index.ts'

/** How many lines a change added and removed: `+3 −1`. */
export function formatChange(hunks: readonly Hunk[]): string {
  const signs = hunks.flatMap((hunk) => hunk.lines.map((line) => line.sign))
  const added = signs.filter((sign) => sign === '+').length
  const removed = signs.filter((sign) => sign === '-').length
  const parts = [
    ...(added === 0 ? [] : [`+${formatCount(added)}`]),
    ...(removed === 0 ? [] : [`−${formatCount(removed)}`]),
  ]
  return parts.length === 0 ? 'unchanged' : parts.join(' ')
}
