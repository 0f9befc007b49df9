import type {Agent, Session} from '../../conversation/index.ts'
import {type Entry, field, fields, type Lane, maxAgentDepth, plain, prose} from '../../page/index.ts'
import {collapsedGroup} from '../../tools/shared/output-nodes.ts'
import {type EntryContext, makeEntry} from './make-entry.ts'

/** Describes that an agent starts: the head of its lane. */
export function describeAgent(context: EntryContext, agent: Agent): Entry {
  return makeEntry(context, {
    kind: 'agent',
    title: agentName(agent),
    subject: agent.prompt,
    asked: [
      ...fields(
        field('agent', 'Type', agent.type),
        field('setting', 'Background', agent.background ? 'yes' : undefined),
      ),
      ...collapsedGroup('Prompt', ...(agent.prompt === undefined ? [] : [prose(agent.prompt)])),
      // The run of a workflow has no text; the result of its script is in a file next to the session.
      ...(agent.type === 'workflow' && agent.items.length === 0 && agent.answer !== undefined
        ? collapsedGroup('Result', plain(agent.answer))
        : []),
    ],
  })
}

/** The lane of an agent's thread. */
export function agentLane(session: Session, agent: Agent): Lane {
  const above = agentsAbove(session, agent)
  return {key: agent.key, name: agentName(agent), level: above.length + 1, above}
}

/** What an agent is called: its own name in a team, else its task, else its type. */
export function agentName(agent: Agent): string {
  const {name, description, type, id} = agent
  return name ?? description ?? type ?? (isCompactionAgent(agent) ? 'Compaction' : id) ?? 'agent'
}

/** Whether the client started an agent to summarize the conversation. */
export const isCompactionAgent = ({id}: Agent): boolean => id?.startsWith('acompact-') === true

/**
 * The agents above one, nearest first, and no more than `maxAgentDepth`: a stream can nest agents by the thousand, and
 * each entry lists them. Parents are from files and may be circular.
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
