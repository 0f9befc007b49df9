import {
  clientPriceTexts,
  type Difference,
  differences,
  differenceTexts,
  type Reconciliation,
} from '../../../archive/usage/reconcile.ts'
import {formatNoun} from '../../../page/index.ts'
import type {Host} from '../../host.ts'
import {fillLines} from '../../output/fill-lines.ts'
import {paletteFor} from '../../output/palette.ts'
import {printable} from '../../output/printable.ts'
import {type Column, costFormatter, renderTable} from '../../output/render-table.ts'

const words: Readonly<Record<Difference, string>> = {
  same: 'same',
  'not-reported': 'not reported',
  'unknown-model': 'unknown model',
  'other-price': 'other price',
  'lower-bound': 'lower bound',
  'more-than-reported': 'more than reported',
  'hidden-calls': 'hidden calls',
}

/** Renders where computed and reported cost differ, and why. Sessions that match are only counted. */
export function renderReconciliation(
  sessions: readonly Reconciliation[],
  {color, width}: Pick<Host, 'color' | 'width'>,
): string {
  const palette = paletteFor(color)
  const different = sessions.filter(({reason}) => reason !== 'same')
  const dollars = costFormatter(
    different.flatMap(({costMicros, reportedCostMicros}) => [costMicros, reportedCostMicros]),
  )
  const money = (cost: number | undefined): string => (cost === undefined ? '–' : dollars(cost))
  const columns: readonly Column<Reconciliation>[] = [
    {
      head: 'session',
      grows: true,
      cell: ({sessionId, title}) => `${sessionId.slice(0, 8)} ${title ?? ''}`.trimEnd(),
    },
    {head: 'computed', right: true, cell: ({costMicros}) => money(costMicros)},
    {head: 'reported', right: true, cell: ({reportedCostMicros}) => money(reportedCostMicros)},
    {
      head: 'difference',
      right: true,
      dropOrder: 1,
      cell: ({differenceMicros}) =>
        (differenceMicros !== undefined && differenceMicros > 0 ? '+' : '') + money(differenceMicros),
    },
    {head: 'reason', dropOrder: 2, cell: ({reason}) => words[reason], paint: palette.dim},
  ]
  const agree = sessions.length - different.length
  const seen = differences.filter((reason) => different.some((row) => row.reason === reason))
  return [
    ...(different.length === 0 ? [] : [...renderTable(columns, different, {width, palette}), '']),
    ...fillLines(
      `${formatNoun(agree, 'session')} ${agree === 1 ? 'matches' : 'match'} the cost reported by the client.`,
      width,
    ),
    ...seen.flatMap((reason) =>
      fillLines(`${words[reason]}: ${differenceTexts[reason]}${detailOf(reason, different)}.`, width).map(
        palette.dim,
      ),
    ),
    '',
  ].join('\n')
}

/** The prices that the client used, for the reason `other-price`. */
const detailOf = (reason: Difference, sessions: readonly Reconciliation[]): string =>
  reason === 'other-price' ? `: ${clientPriceTexts(sessions).map(printable).join(', ')}` : ''
