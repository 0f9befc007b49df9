import {agentTools} from '../../model/agents.ts'
import type {ConversationState} from '../state/state.ts'
import {forgetRun} from '../state/tool-runs.ts'

/**
 * Drops the runs that have ended in sessions of which a turn settled with the line before: every subscriber has seen
 * them by now. The result of the turn, which may say that they were denied, was folded with it.
 */
export function forgetSettled(state: ConversationState): void {
  if (state.settledSessions.length === 0) return
  for (const session of state.settledSessions) {
    for (const id of session.endedCalls) {
      const run = session.runs.get(id)
      if (run?.result && !run.background && !agentTools.has(run.name)) forgetRun(session, id)
    }
    session.endedCalls = []
  }
  state.settledSessions = []
}
