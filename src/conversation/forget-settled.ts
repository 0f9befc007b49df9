import {agentTools} from '../model/agent-tools.ts'
import {forgetRun} from './runs.ts'
import type {Item} from './session.ts'
import type {ConversationState, SessionState} from './state.ts'

/** Drops the turns that settled with the line before, and all that hangs on them: everybody has been told by now. */
export function forgetSettled(state: ConversationState): void {
  const {settled} = state
  if (settled.length === 0) return
  state.settled = []
  for (const {session, turn} of settled) {
    if (state.options.keep === 'open') {
      forgetEnded(session)
      continue
    }
    forgetItems(session, turn.items)
    turn.items = []
    // The newest turn stays until there is another: the next one counts on from it.
    if (session.turns.at(-1) === turn) state.settled.push({session, turn})
    else session.turns = session.turns.filter((other) => other !== turn)
  }
}

/** Forgets the runs that have ended. What denied them, if anything did, was told with the end of their turn. */
function forgetEnded(session: SessionState): void {
  for (const id of session.ended) {
    const run = session.runs.get(id)
    if (run?.result && !run.background && !agentTools.has(run.name)) forgetRun(session, id)
  }
  session.ended = []
}

/** Forgets the runs of items, and the agents they started with theirs, to any depth. */
function forgetItems(session: SessionState, items: readonly Item[]): void {
  const lists = [items]
  for (const list of lists) {
    for (const item of list) {
      if (item.kind !== 'tool') continue
      const agent = session.agentsByCall.get(item.callId)
      if (agent && agent.state !== 'running') {
        lists.push(agent.items)
        agent.items = []
      }
      const run = session.runs.get(item.callId)
      // A run without an answer may still get one, and the call of an agent is asked for when the agent's file comes.
      if (run?.result && !agentTools.has(run.name)) forgetRun(session, item.callId)
    }
  }
}
