import {agentTools} from '../../model/agents.ts'
import {mergeCallCopies} from './tool-use.ts'
import type {CallRow} from './usage-rows.ts'

/** How many calls a session has made, however many files have each. */
export interface CallCounts {
  readonly tools: number
  readonly errors: number
  /** Of agents that did start. */
  readonly agents: number
  /** The tools that were called, the most called first. */
  readonly called: readonly string[]
}

/** Counts the calls of one session. One that was denied is not an error, whichever of its files knows that it was. */
export function countCalls(rows: readonly CallRow[]): CallCounts {
  const counts = new Map<string, number>()
  let [tools, errors, agents] = [0, 0, 0]
  for (const {tool, failed, denied} of mergeCallCopies(rows)) {
    errors += Number(failed && !denied)
    if (tool === undefined) continue
    tools += 1
    agents += Number(agentTools.has(tool) && !failed && !denied)
    counts.set(tool, (counts.get(tool) ?? 0) + 1)
  }
  const called = [...counts].sort(([a, more], [b, fewer]) => fewer - more || (a < b ? -1 : 1))
  return {tools, errors, agents, called: called.map(([tool]) => tool)}
}
