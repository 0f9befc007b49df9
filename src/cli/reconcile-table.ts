import type {Difference, Reconciliation} from '../archive/usage/reconcile.ts'
import {clientPriceTexts, differences, differenceTexts} from '../archive/usage/reconcile.ts'
import {formatNoun} from '../page/index.ts'
import type {Column} from './fit-table.ts'
import {fitTable} from './fit-table.ts'
import {costFormat} from './format-cost.ts'
import type {Host} from './host.ts'
import {paletteFor} from './palette.ts'
import {printable} from './printable.ts'
import {wrap} from './wrap.ts'

const words: Readonly<Record<Difference, string>> = {
  same: 'same',
  'not-reported': 'not reported',
  'unknown-model': 'unknown model',
  'other-price': 'other price',
  'lower-bound': 'lower bound',
  'more-than-reported': 'more than reported',
  'hidden-calls': 'hidden calls',
}

/** Writes where computed and reported cost differ, and why. Sessions that agree are only counted. */
export function reconcileText(
  sessions: readonly Reconciliation[],
  {color, width}: Pick<Host, 'color' | 'width'>,
): string {
  const palette = paletteFor(color)
  const different = sessions.filter(({reason}) => reason !== 'same')
  const dollars = costFormat(different.flatMap(({computed, reported}) => [computed, reported]))
  const money = (cost: number | undefined): string => (cost === undefined ? '–' : dollars(cost))
  const columns: readonly Column<Reconciliation>[] = [
    {
      head: 'session',
      grows: true,
      cell: ({session, name}) => `${session.slice(0, 8)} ${name ?? ''}`.trimEnd(),
    },
    {head: 'computed', right: true, cell: ({computed}) => money(computed)},
    {head: 'reported', right: true, cell: ({reported}) => money(reported)},
    {
      head: 'difference',
      right: true,
      goes: 1,
      cell: ({difference}) => (difference !== undefined && difference > 0 ? '+' : '') + money(difference),
    },
    {head: 'because', goes: 2, cell: ({reason}) => words[reason], paint: palette.dim},
  ]
  const sentence = (text: string): readonly string[] =>
    wrap(text.split(' '), width).map((line) => line.join(' '))
  const agree = sessions.length - different.length
  const seen = differences.filter((reason) => different.some((row) => row.reason === reason))
  return [
    ...(different.length === 0 ? [] : [...fitTable(columns, different, {width, palette}), '']),
    ...sentence(
      `${formatNoun(agree, 'session')} ${agree === 1 ? 'agrees' : 'agree'} with what the client reported.`,
    ),
    ...seen.flatMap((reason) =>
      sentence(`${words[reason]}: ${differenceTexts[reason]}${detailOf(reason, different)}.`).map(
        palette.dim,
      ),
    ),
    '',
  ].join('\n')
}

/** What can be said of a reason beyond itself: the prices that the client used. */
const detailOf = (reason: Difference, sessions: readonly Reconciliation[]): string =>
  reason === 'other-price' ? `: ${clientPriceTexts(sessions).map(printable).join(', ')}` : ''
