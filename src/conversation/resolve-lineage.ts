import type {ConversationState, SessionState} from './state.ts'

/**
 * Corrects who copied from whom. Of two sessions with a common history the one that was read first was taken for
 * the original; but one that has nothing of its own was there before the other, which went on from it.
 */
export function resolveLineage(state: ConversationState, session: SessionState): void {
  const fork = session.copiedFrom === undefined ? undefined : state.sessions.get(session.copiedFrom)
  if (!fork || session.ownAnswers > 0 || fork.copiedFrom !== undefined) return
  session.copiedFrom = undefined
  fork.copiedFrom = session.id
  for (const answer of new Set(session.graph.answers)) {
    if (answer?.session !== fork.id) continue
    answer.session = session.id
    session.ownAnswers += 1
    fork.ownAnswers -= 1
  }
  for (const [id, run] of session.runs) {
    const copy = fork.runs.get(id)
    if (!copy || copy.copied || !run.copied) continue
    // Each is counted once either way, so the counts stay as they are.
    session.runs.set(id, {...run, copied: false})
    fork.runs.set(id, {...copy, copied: true})
  }
  for (const agent of [...session.agents, ...fork.agents]) {
    const owner = session.agents.includes(agent) ? session : fork
    agent.copied = owner.runs.get(agent.callId ?? '')?.copied ?? agent.copied
  }
}
