import {closeBranch, openBranch} from './branch.ts'
import type {Frame} from './frame.ts'
import {renderTurn} from './render-turn.ts'

/** Writes all turns of a session; those on one path that was left stand behind one fold. */
export function renderTurns(frame: Frame): void {
  let branch: string | undefined
  for (const [index, turn] of frame.session.turns.entries()) {
    if (branch !== turn.branch && branch !== undefined) closeBranch(frame)
    if (index > 0) frame.writer.border('turn')
    if (branch !== turn.branch && turn.branch !== undefined) openBranch(frame, turn.branch)
    branch = turn.branch
    renderTurn(turn, frame)
  }
  if (branch !== undefined) closeBranch(frame)
}
