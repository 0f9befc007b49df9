import type {Instant, Line} from '../model/index.ts'
import {inputFields} from '../model/index.ts'
import type {Change} from './change.ts'
import {inferOutcome} from './fold-result.ts'
import {closeTurn, forgetSettled, openTurn, releaseHeld} from './items.ts'
import {endUnanswered, isOpen} from './runs.ts'
import type {ConversationState, SessionState} from './state.ts'

/** Says that a source has ended: what it left open is orphaned, and what had no end was cut off. */
export function endSource(state: ConversationState, source: string): readonly Change[] {
  state.changes = []
  for (const {line} of state.waiting.get(source) ?? []) addStray(state, line)
  for (const session of state.sessionsOf.get(source) ?? []) endSession(state, session, source)
  state.waiting.delete(source)
  state.sessionsOf.delete(source)
  forgetSettled(state)
  return state.changes
}

function endSession(state: ConversationState, session: SessionState, source: string): void {
  for (const [id, run] of session.runs) {
    if (!isOpen(run.state) || session.runSources.get(id) !== source) continue
    endUnanswered({state, session, time: undefined}, id, 'orphaned')
  }
  placeHeld(state, session)
  const turn = session.turns.at(-1)
  if (turn) closeTurn(state, session, turn)
  if (!session.streamed) session.outcome = inferOutcome(session)
  else if (session.unfinished) session.outcome = {state: 'cut-off', inferred: false}
  state.changes.push({type: 'outcome-changed', session})
}

/** What waited for a turn that never came stands with the last one. */
function placeHeld(state: ConversationState, session: SessionState): void {
  if (session.held.length === 0) return
  const turn = session.turns.at(-1)
  if (turn) releaseHeld(state, session, turn)
  else if (session.substantial) openTurn({state, session, time: undefined}, 'continuation')
  else for (const item of session.held) if (item.kind === 'line') addStray(state, item.line)
}

function addStray(state: ConversationState, line: Line): void {
  if (state.options.keep === 'all') state.strays.push(line)
}

const patience = 30_000

/** How long tools may be silent: their own timeout where they have one, and for ever where a person must answer. */
const patienceOf: ReadonlyMap<string, (timeout: unknown) => number> = new Map([
  ['Bash', (timeout: unknown) => Math.max(patience, typeof timeout === 'number' ? timeout : 120_000)],
  ['AskUserQuestion', () => Number.POSITIVE_INFINITY],
  ['ExitPlanMode', () => Number.POSITIVE_INFINITY],
])

/** Lets time pass for live outputs: a call that has shown no life for too long is orphaned. A late result still wins. */
export function foldTime(state: ConversationState, now: Instant): readonly Change[] {
  state.changes = []
  for (const session of state.sessions.values()) {
    for (const [id, run] of session.runs) {
      if (!isOpen(run.state)) continue
      const since = session.signs.get(id) ?? run.startedAt
      const allowed = patienceOf.get(run.name)?.(inputFields(run.input)['timeout']) ?? patience
      if (since !== undefined && now - since > allowed)
        endUnanswered({state, session, time: now}, id, 'orphaned')
    }
  }
  forgetSettled(state)
  return state.changes
}
