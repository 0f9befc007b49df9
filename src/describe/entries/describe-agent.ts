import type {Agent} from '../../conversation/index.ts'
import type {Entry} from '../../page/index.ts'
import {field, fields, plain, prose} from '../../page/index.ts'
import {agentName} from './agent-lane.ts'
import type {EntryContext} from './make-entry.ts'
import {makeEntry} from './make-entry.ts'

/** Tells that an agent sets to work: the head of its lane. */
export function describeAgent(scene: EntryContext, agent: Agent): Entry {
  return makeEntry(scene, {
    kind: 'agent',
    title: agentName(agent),
    subject: agent.prompt,
    asked: [
      ...fields(
        field('agent', 'Type', agent.type),
        field('setting', 'Background', agent.background ? 'yes' : undefined),
      ),
      ...(agent.prompt === undefined
        ? []
        : [{kind: 'group' as const, title: 'Prompt', nodes: [prose(agent.prompt)], folded: true}]),
      // The run of a workflow says nothing itself; what its script returned is in a file beside the session.
      ...(agent.type === 'workflow' && agent.items.length === 0 && agent.answer !== undefined
        ? [{kind: 'group' as const, title: 'Result', nodes: [plain(agent.answer)], folded: true}]
        : []),
    ],
  })
}
