import type {Summary} from '../../page/index.ts'
import {formatCost, formatDuration, formatNoun, formatTokens} from '../../page/index.ts'
import {escapeText} from './escape.ts'
import {sanitizeLine} from './sanitize.ts'

const verdicts: Readonly<Record<Summary['state'], string>> = {
  completed: '✅ Completed',
  failed: '❌ Failed',
  interrupted: '⏹ Interrupted',
  'cut-off': '⏹ Cut off before its result',
  open: '⏹ Left without an answer',
}

/** How a whole run went, in words. */
export const verdictOf = ({state, reason}: Summary): string =>
  `${verdicts[state]}${reason === undefined ? '' : `: ${escapeText(sanitizeLine(reason))}`}`

/** The numbers of a whole run on one line. */
export function summaryFacts(summary: Summary): string {
  const {durationMs, turns, tools, failedTools, deniedTools, tokens, cost} = summary
  const bad = [
    ...(failedTools > 0 ? [`${failedTools} failed`] : []),
    ...(deniedTools > 0 ? [`${deniedTools} denied`] : []),
  ]
  return [
    ...(durationMs === undefined ? [] : [formatDuration(durationMs)]),
    ...(turns > 0 ? [formatNoun(turns, 'turn')] : []),
    ...(tools > 0
      ? [`${formatNoun(tools, 'tool', 'tools')}${bad.length > 0 ? ` (${bad.join(', ')})` : ''}`]
      : []),
    ...(tokens === undefined ? [] : [`${formatTokens(tokens)} tokens`]),
    ...(cost === undefined ? [] : [formatCost(cost)]),
  ].join(' · ')
}
