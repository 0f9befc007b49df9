import {type Cost, formatDollars, type TurnCost} from '../../../page/index.ts'
import {type Html, html, noHtml} from '../html.ts'

/** Money to the cent; all its digits on hover. */
export const costHtml = (usd: number): Html => costSpan(usd, '', '')

/** The same, if nothing next to it says that it was computed. */
export const markedCostHtml = ({usd, from}: Cost): Html =>
  from === 'computed' ? costSpan(usd, '≈ ', ', estimated') : costHtml(usd)

/** The same of a turn, whose cost is always computed. */
export const turnCostHtml = ({usd, isComplete}: TurnCost): Html =>
  isComplete
    ? costSpan(usd, '', ', estimated')
    : costSpan(usd, '≥ ', ', estimated; at least, because some responses lack token counts')

/** The total cost of several sessions; a lower bound if the cost of some is unknown. */
export function totalCostHtml(
  cards: readonly {readonly cost: Cost | undefined; readonly tokens: number | undefined}[],
): Html {
  const known = cards.flatMap(({cost}) => cost ?? [])
  const usd = known.reduce((sum, cost) => sum + cost.usd, 0)
  if (usd === 0) return noHtml
  if (cards.some(({cost, tokens = 0}) => cost === undefined && tokens > 0))
    return costSpan(usd, '≥ ', ' or more: the cost of some sessions is unknown')
  return markedCostHtml({usd, from: known.some(({from}) => from === 'computed') ? 'computed' : 'reported'})
}

const costSpan = (usd: number, mark: string, why: string): Html =>
  html`<span title="$${usd.toFixed(6)}${why}">${mark}${usd > 0 && usd < 0.01 ? formatDollars(usd) : `$${usd.toFixed(2)}`}</span>`
