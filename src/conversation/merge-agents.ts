import {newThread} from './new-session.ts'
import {moveRun} from './runs.ts'
import type {AgentState, Moment} from './state.ts'

/** The agent `from` turned out to be `into`: its items, its calls and what it used move over. */
export function mergeAgents(moment: Moment, into: AgentState, from: AgentState): void {
  const {state, session} = moment
  into.items.push(...from.items)
  into.id ??= from.id
  into.type ??= from.type
  into.name ??= from.name
  into.description ??= from.description
  into.prompt ??= from.prompt
  into.parent ??= from.parent
  into.startedAt ??= from.startedAt
  into.endedAt ??= from.endedAt
  into.answer ??= from.answer
  const thread = session.agentThreads.get(into.key) ?? newThread(into)
  for (const [id, call] of session.agentThreads.get(from.key)?.openCalls ?? []) thread.openCalls.set(id, call)
  session.agentThreads.set(into.key, thread)
  // Records that are children of the merged thread's still name it by its old key.
  session.agentThreads.set(from.key, thread)
  for (const [id, agent] of session.agentsById) if (agent === from) session.agentsById.set(id, into)
  for (const run of [...session.runs.values()]) if (run.agent === from.key) moveRun(moment, run, into.key)
  for (const agent of session.agents) if (agent.parent === from.key) agent.parent = into.key
  for (const answer of state.ledger.answers.values()) {
    if (answer.agent === from.key && answer.session === session.id) answer.agent = into.key
  }
  session.agents = session.agents.filter((agent) => agent !== from)
  state.changes.push({type: 'agent-removed', session, agent: from, into})
}
