import {formatDollars, formatNoun, formatTokens, type SessionCard} from '../../page/index.ts'
import {escapeWords} from './escape-text.ts'
import type {MarkdownOptions} from './markdown-options.ts'
import {spanIn} from './moment.ts'

/** A session in one line: when, by whom, how much. */
export function sessionFacts(
  card: SessionCard,
  {zone, timestamps}: Pick<MarkdownOptions, 'zone' | 'timestamps'>,
): string {
  const {models, startedAt, endedAt, turns, tools, errors, agents, tokens, cost} = card
  const failed = errors === 0 ? '' : ` (${errors} failed)`
  return [
    (timestamps && spanIn(startedAt, endedAt, zone)) || '',
    models.map(escapeWords).join(', '),
    formatNoun(turns, 'turn'),
    tools === 0 ? '' : `${formatNoun(tools, 'tool call')}${failed}`,
    agents === 0 ? '' : formatNoun(agents, 'agent'),
    tokens === undefined ? '' : `${formatTokens(tokens)} tokens`,
    cost === undefined ? '' : `${cost.from === 'computed' ? '≈ ' : ''}${formatDollars(cost.usd)}`,
  ]
    .filter((fact) => fact !== '')
    .join(' · ')
}
