import {agentTools} from '../../model/agents.ts'
import type {CallRow} from './usage-rows.ts'

/** How many calls a session has made, however many files tell of each. */
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
  const calls = new Map<string, Pick<CallRow, 'tool' | 'failed' | 'denied'>>()
  for (const row of rows) {
    const known = calls.get(row.id)
    const both = known && {
      tool: known.tool ?? row.tool,
      failed: known.failed || row.failed,
      denied: known.denied || row.denied,
    }
    calls.set(row.id, both ?? row)
  }
  const counts = new Map<string, number>()
  let [tools, errors, agents] = [0, 0, 0]
  for (const {tool, failed, denied} of calls.values()) {
    errors += Number(failed && !denied)
    if (tool === undefined) continue
    tools += 1
    agents += Number(agentTools.has(tool) && !failed && !denied)
    counts.set(tool, (counts.get(tool) ?? 0) + 1)
  }
  const called = [...counts].sort(([a, more], [b, fewer]) => fewer - more || (a < b ? -1 : 1))
  return {tools, errors, agents, called: called.map(([tool]) => tool)}
}
