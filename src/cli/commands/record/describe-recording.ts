import {formatBytes, formatDollars, formatNoun} from '../../../page/index.ts'
import type {RecordedAmount} from './follow-run.ts'
import type {RunCosts} from './run-costs.ts'
import {turnCost} from './run-costs.ts'

/** The maximum number of turns that are listed. */
const maxTurns = 8

/** The messages after a recording: where it is, and what the run cost, by turns and agents. */
export function describeRecording(
  path: string,
  {lines, bytes}: RecordedAmount,
  costs: RunCosts,
): readonly string[] {
  const cost = describeCost(costs)
  return [
    `Recorded ${formatNoun(lines, 'line')} (${formatBytes(bytes)}) in ${path}.`,
    ...(cost ? [cost] : []),
  ]
}

function describeCost(costs: RunCosts): string | undefined {
  const {total, turns, agents} = costs
  if (total === undefined) return undefined
  const shown = turns.slice(-maxTurns)
  const first = turns.length - shown.length + 1
  const byTurn =
    turns.length < 2 ? [] : shown.map((turn, at) => `turn ${first + at} ${dollars(turnCost(turn))}`)
  const ofAgents = [...agents.values()].reduce((sum, cost) => sum + cost, 0)
  const byAgent = agents.size === 0 ? [] : [`${formatNoun(agents.size, 'agent')} about ${dollars(ofAgents)}`]
  const parts = [...byTurn, ...byAgent]
  // Without a report of the client, the closing line has no cost either.
  const least = costs.isOpen ? 'at least ' : ''
  if (parts.length === 0 && !costs.isOpen) return undefined
  return `Cost: ${least}${dollars(total)}${parts.length === 0 ? ' (estimated)' : ` (${parts.join(', ')})`}.`
}

const dollars = (cost: number | undefined): string => (cost === undefined ? 'unknown' : formatDollars(cost))
