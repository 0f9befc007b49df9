import {agentTools} from '../model/agent-tools.ts'
import type {ToolRun} from '../model/index.ts'
import type {Entry} from '../page/index.ts'
import {describeRun} from '../tools/index.ts'
import type {Scene} from './scene.ts'
import {makeEntry} from './scene.ts'

/** Which side of a run is told: both together, or each when it comes. */
export type Side = 'both' | 'asked' | 'answered'

/** Tells a run as far as it has come. */
export function describeTool(scene: Scene, run: ToolRun, side: Side = 'both'): Entry {
  const {title, subject, outcome, durationMs, asked, answered} = describeRun(run)
  return makeEntry(scene, {
    kind: 'tool',
    tool: run.name,
    title,
    subject,
    outcome,
    state: side === 'asked' ? 'pending' : run.state,
    failed: run.state === 'failed' || run.state === 'orphaned',
    durationMs: side === 'asked' ? undefined : (durationOf(run) ?? durationMs),
    asked: side === 'answered' ? [] : asked,
    answered: side === 'asked' ? [] : answered,
    ...(agentTools.has(run.name) && {depth: 'agent' as const}),
  })
}

/** A stream may tell the time of one end only, and clocks differ: what is not after its start was not measured. */
function durationOf({startedAt, endedAt}: ToolRun): number | undefined {
  if (startedAt === undefined || endedAt === undefined || endedAt <= startedAt) return undefined
  return endedAt - startedAt
}
