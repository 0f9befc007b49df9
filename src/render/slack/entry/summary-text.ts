import type {Summary} from '../../../page/index.ts'
import {formatCost, formatDuration, formatNoun, formatTokens} from '../../../page/index.ts'
import {escapeSlack} from '../text/escape-slack.ts'
import {sanitizeSlackLine} from '../text/sanitize.ts'

const verdicts: Readonly<Record<Summary['state'], string>> = {
  completed: '✅ Completed',
  failed: '❌ Failed',
  interrupted: '⏹ Interrupted',
  'cut-off': '⏹ Cut off before its result',
  open: '⏹ Left without an answer',
}

/** How a whole run went, in words. */
export const summaryVerdict = ({state, reason}: Summary): string =>
  `${verdicts[state]}${reason === undefined ? '' : `: ${escapeSlack(sanitizeSlackLine(reason))}`}`

/** The numbers of a whole run on one line. */
export function summaryFacts(summary: Summary): string {
  const {durationMs, turns, toolCalls, failedToolCalls, deniedToolCalls, tokens, cost} = summary
  const bad = [
    ...(failedToolCalls > 0 ? [`${failedToolCalls} failed`] : []),
    ...(deniedToolCalls > 0 ? [`${deniedToolCalls} denied`] : []),
  ]
  return [
    ...(durationMs === undefined ? [] : [formatDuration(durationMs)]),
    ...(turns > 0 ? [formatNoun(turns, 'turn')] : []),
    ...(toolCalls > 0
      ? [`${formatNoun(toolCalls, 'tool', 'tools')}${bad.length > 0 ? ` (${bad.join(', ')})` : ''}`]
      : []),
    ...(tokens === undefined ? [] : [`${formatTokens(tokens)} tokens`]),
    ...(cost === undefined ? [] : [formatCost(cost)]),
  ].join(' · ')
}
