import {moveResponses} from '../costs/ledger.ts'
import {newThread} from './new-session.ts'
import type {AgentState, SessionContext} from './state.ts'
import {moveRun} from './tool-runs.ts'

/** The agent `from` turned out to be `into`: its items, its calls and what it used move over. */
export function mergeAgents(moment: SessionContext, into: AgentState, from: AgentState): void {
  const {state, session} = moment
  for (const item of from.items) into.list.add(item)
  into.id ??= from.id
  into.type ??= from.type
  into.name ??= from.name
  into.description ??= from.description
  into.prompt ??= from.prompt
  if (into.parent === undefined) session.roster.setParent(into, from.parent)
  into.startedAt ??= from.startedAt
  into.endedAt ??= from.endedAt
  into.answer ??= from.answer
  const thread = session.agentThreads.get(into.key) ?? newThread(into)
  for (const [id, call] of session.agentThreads.get(from.key)?.openCalls ?? []) thread.openCalls.set(id, call)
  session.agentThreads.set(into.key, thread)
  // Records that are children of the merged thread's still name it by its old key.
  session.agentThreads.set(from.key, thread)
  if (from.id !== undefined && session.agentsById.get(from.id) === from) session.agentsById.set(from.id, into)
  for (const id of from.calls) {
    const run = session.runs.get(id)
    if (run) moveRun(moment, run, into.key)
    into.calls.add(id)
  }
  for (const agent of [...session.roster.startedBy(from.key)]) session.roster.setParent(agent, into.key)
  moveResponses(state.ledger, session.id, from.key, into.key)
  session.roster.remove(from)
  session.roster.unsettled.add(into)
  state.changes.push({type: 'agent-removed', session, agent: from, into})
}
