import type {Turn} from '../../conversation/index.ts'
import {addUsage, type Usage} from '../../model/index.ts'
import type {PageEntry, PageTurn} from '../../page/index.ts'
import {durationOfTurn} from '../summarize.ts'

/** Which part of a turn is described: all of it, or one of several slices. */
export interface TurnPart {
  /** The number of the turn, from 1. */
  readonly number: number
  /** The slice, from 0; the first has the heading of the turn. */
  readonly slice: number
}

/** A turn of a page with some of its entries: those of one slice, or all. The first slice says what all of them used. */
export function describeTurn(
  turn: Pick<Turn, 'startedAt' | 'durationMs' | 'spanMs'> | undefined,
  {number, slice}: TurnPart,
  used: readonly (Usage | undefined)[],
  entries: readonly PageEntry[],
): PageTurn {
  const [first] = entries
  const branch = entries.every((entry) => entry.branch === first?.branch) ? first?.branch : undefined
  if (slice > 0) {
    const anchor = `turn-${number}-${slice}`
    return {number, anchor, startedAt: first?.at, durationMs: undefined, usage: undefined, branch, entries}
  }
  return {
    number,
    anchor: `turn-${first?.anchor ?? number}`,
    startedAt: turn?.startedAt,
    durationMs: (turn && durationOfTurn(turn)) || undefined,
    usage: sumUsage(used),
    branch,
    entries,
  }
}

/** The sum of the usages that are known. */
export function sumUsage(used: readonly (Usage | undefined)[]): Usage | undefined {
  let sum: Usage | undefined
  for (const usage of used) if (usage) sum = sum ? addUsage(sum, usage) : usage
  return sum
}
