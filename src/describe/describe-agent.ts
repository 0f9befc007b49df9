import type {Agent} from '../conversation/index.ts'
import type {Entry} from '../page/index.ts'
import {field, fields, prose} from '../page/index.ts'
import {agentName} from './lane-of.ts'
import type {Scene} from './scene.ts'
import {makeEntry} from './scene.ts'

/** Tells that an agent sets to work: the head of its lane. */
export function describeAgent(scene: Scene, agent: Agent): Entry {
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
    ],
  })
}
