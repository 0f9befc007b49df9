import type {Agent, Session} from '../conversation/index.ts'
import type {Lane} from '../page/index.ts'

/** The lane of an agent's thread. */
export function laneOf(session: Session, agent: Agent): Lane {
  return {key: agent.key, name: agentName(agent), level: levelOf(session, agent)}
}

/** What an agent is called: what it was sent for, else what it is. */
export const agentName = (agent: Agent): string => agent.description ?? agent.type ?? agent.id ?? 'agent'

/** How many agents stand above it, itself among them. Parents come from files and may go in circles. */
function levelOf(session: Session, agent: Agent): number {
  const seen = new Set<string>()
  let at: Agent | undefined = agent
  while (at && !seen.has(at.key)) {
    seen.add(at.key)
    const {parent}: Agent = at
    at = parent === undefined ? undefined : session.agents.find(({key}) => key === parent)
  }
  return seen.size
}
