import type {Turn} from '../../conversation/index.ts'
import type {Usage} from '../../model/index.ts'
import {addUsage} from '../../model/index.ts'
import type {PageEntry, PageTurn, TurnCost} from '../../page/index.ts'
import type {Piece} from './piece.ts'
import type {PieceName} from './room.ts'

/** A turn of the page with some of its entries: those of one piece, or all. What it took stands with the first. */
export function turnOf(
  turn: Turn | undefined,
  {turn: number, piece}: PieceName,
  pieces: readonly Piece[],
  entries: readonly PageEntry[],
): PageTurn {
  const [first] = entries
  const {durationMs = 0, spanMs = 0} = turn ?? {}
  return {
    number,
    anchor: piece === 0 ? `turn-${first?.anchor ?? number}` : `turn-${number}-${piece}`,
    startedAt: piece === 0 ? turn?.startedAt : first?.time,
    durationMs: piece === 0 ? Math.max(durationMs, spanMs) || undefined : undefined,
    usage: piece === 0 ? usageOf(pieces) : undefined,
    cost: piece === 0 ? costOf(pieces) : undefined,
    branch: entries.every(({branch}) => branch === first?.branch) ? first?.branch : undefined,
    entries,
  }
}

function usageOf(pieces: readonly Piece[]): Usage | undefined {
  let sum: Usage | undefined
  for (const {facts} of pieces) if (facts?.usage) sum = sum ? addUsage(sum, facts.usage) : facts.usage
  return sum
}

function costOf(pieces: readonly Piece[]): TurnCost | undefined {
  let [nano, isWhole] = [0, true]
  for (const {facts} of pieces) {
    if (!facts?.cost) return undefined
    nano += facts.cost.nano
    isWhole &&= facts.cost.isWhole
  }
  return nano === 0 ? undefined : {usd: nano / 1e9, isWhole}
}
