import type {MessageOf} from '../../model/index.ts'
import {noteCostState, noteResult} from '../costs/ledger.ts'
import type {Outcome} from '../session.ts'
import {addItem} from '../state/items.ts'
import type {FoldContext, SessionState} from '../state/state.ts'
import {overruleRun} from '../state/tool-runs.ts'
import {endTurn, ensureTurn} from '../state/turns.ts'
import {noteTurnTime} from './note-session.ts'

/** Folds the end of a turn: its outcome, its numbers, and the denials that only it reports. */
export function foldResult(context: FoldContext, message: MessageOf<'result'>): void {
  const {state, session, line, time} = context
  for (const callId of message.denials) {
    if (session.runs.get(callId)?.state === 'failed') overruleRun(context, callId, 'denied')
  }
  const {durationMs, apiDurationMs, turns, costUsd, totals, made} = message
  const {source} = line.at
  if (made) noteCostState(state.ledger, session.id, {source, costUsd, totals})
  const own = made
    ? {ownCostUsd: undefined, ownApiDurationMs: undefined}
    : noteResult(state.ledger, session.id, {
        ...{source, costUsd, apiDurationMs, totals},
        sinceLast: message.sinceLast,
        usage: message.usage,
      })
  session.totals = {durationMs, apiDurationMs, turns, costUsd, ...own, models: totals}
  session.outcome = resultOutcome(session, message)
  session.hasOutcome = true
  const turn = ensureTurn(context, 'result')
  turn.hasResult = true
  addItem(context, 'result', {
    message,
    totals: session.totals,
    outcome: session.outcome,
    repeatsText: Boolean(message.text) && message.text?.trim() === session.lastText.trim(),
  })
  // There was no prompt; clients before 2.1.203 do not say so.
  const woken = session.isWokenByTask || message.origin === 'task-notification'
  if (turn.trigger === 'continuation' && woken) turn.trigger = 'notification'
  session.isWokenByTask = false
  turn.durationMs = durationMs
  turn.endedAt = time ?? turn.endedAt
  noteTurnTime(context, message)
  endTurn(context, turn)
  state.changes.push({type: 'outcome-changed', session})
}

function resultOutcome(session: SessionState, message: MessageOf<'result'>): Outcome {
  if (!message.failed) return {state: 'completed', inferred: false}
  if (session.lastEvent.kind === 'interrupted') return {state: 'interrupted', inferred: false}
  return {
    state: 'failed',
    inferred: false,
    reason: message.subtype === 'success' ? 'api_error' : message.subtype,
  }
}

/** The outcome of a transcript, which has no results, by its last event. */
export function inferOutcome(session: SessionState): Outcome {
  switch (session.lastEvent.kind) {
    case 'said':
      return {state: 'completed', inferred: true}
    case 'interrupted':
      return {state: 'interrupted', inferred: true}
    case 'failed':
      return {state: 'failed', inferred: true, reason: session.lastEvent.reason}
    case 'called':
      return {state: 'cut-off', inferred: true}
    case 'asked':
      return {state: 'open'}
  }
}
