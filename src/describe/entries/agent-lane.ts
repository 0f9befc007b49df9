import type {Agent, Session} from '../../conversation/index.ts'
import type {Lane} from '../../page/index.ts'
import {maxAgentDepth} from '../../page/index.ts'

/** The lane of an agent's thread. */
export function agentLane(session: Session, agent: Agent): Lane {
  const above = agentsAbove(session, agent)
  return {key: agent.key, name: agentName(agent), level: above.length + 1, above}
}

/** What an agent is called: its own name in a team, what it was sent for, else what it is. */
export function agentName(agent: Agent): string {
  const {name, description, type, id} = agent
  return name ?? description ?? type ?? (isCompactionAgent(agent) ? 'Compaction' : id) ?? 'agent'
}

/** Tells whether an agent was sent by the client to sum up the conversation. */
export const isCompactionAgent = ({id}: Agent): boolean => id?.startsWith('acompact-') === true

/**
 * The agents above one, nearest first, and no more than `maxAgentDepth`: a stream can nest agents by the thousand, and each
 * entry lists them. Parents come from files and may go in circles.
 */
function agentsAbove(session: Session, agent: Agent): Lane['above'] {
  const seen = new Set([agent.key])
  const above: {key: string; name: string}[] = []
  let {parent} = agent
  while (parent !== undefined && !seen.has(parent) && above.length < maxAgentDepth) {
    const key = parent
    const at = session.agentsByKey.get(key)
    if (!at) break
    seen.add(key)
    above.push({key, name: agentName(at)})
    parent = at.parent
  }
  return above
}
