import {agentTools} from '../model/agents.ts'
import {forgetRun} from './runs.ts'
import type {ConversationState} from './state.ts'

/**
 * Drops the runs that have ended in sessions of which a turn settled with the line before: every subscriber has seen
 * them by now. The result of the turn, which may say that they were denied, was folded with it.
 */
export function forgetSettled(state: ConversationState): void {
  if (state.settled.length === 0) return
  for (const session of state.settled) {
    for (const id of session.ended) {
      const run = session.runs.get(id)
      if (run?.result && !run.background && !agentTools.has(run.name)) forgetRun(session, id)
    }
    session.ended = []
  }
  state.settled = []
}
