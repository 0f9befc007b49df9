import type {PlanLimit, SpendingPlan} from '../../../archive/usage/spending-plan.ts'
import type {UsageSum} from '../../../archive/usage/usage-sum.ts'
import type {UsageSummary} from '../../../archive/usage/usage-summary.ts'
import {formatLimit, formatTimeAgo, formatTimeLeft, formatTokens, sumTokens} from '../../../page/index.ts'
import type {Host} from '../../host.ts'
import {paletteFor} from '../../output/palette.ts'
import {type Column, costFormatter, renderTable} from '../../output/render-table.ts'
import {describeWindow} from './render-usage.ts'

interface Line {
  readonly name: string
  readonly amount: string
  readonly detail: string
}

/** Renders usage at a glance: this month, projected, last month, today, and what they are compared with. */
export function renderSummary(
  summary: UsageSummary,
  {budgetMicros, subscription}: SpendingPlan,
  limits: readonly PlanLimit[],
  {color, width}: Pick<Host, 'color' | 'width'>,
): string {
  const {month, lastMonth, today, projectedMicros, now, window} = summary
  const palette = paletteFor(color)
  const money = costFormatter([month.costMicros, lastMonth.costMicros, projectedMicros])
  const costOf = ({costMicros, isComplete, unpricedTokens}: UsageSum): string =>
    costMicros === undefined
      ? 'unknown'
      : `${isComplete && unpricedTokens === 0 ? '' : '≥'}${money(costMicros)}`
  const tokensOf = ({usage}: UsageSum): string => `${formatTokens(sumTokens(usage))} tokens`
  const cost = month.costMicros ?? 0
  const lines: readonly Line[] = [
    {name: 'this month', amount: costOf(month), detail: tokensOf(month)},
    ...(projectedMicros === undefined
      ? []
      : [{name: 'projected', amount: money(projectedMicros), detail: 'at the rate of this month'}]),
    {name: 'last month', amount: costOf(lastMonth), detail: tokensOf(lastMonth)},
    {name: 'today', amount: costOf(today), detail: tokensOf(today)},
    ...(budgetMicros === undefined
      ? []
      : [{name: 'budget', amount: money(budgetMicros), detail: `${percent(cost / budgetMicros)} used`}]),
    ...(subscription === undefined
      ? []
      : [
          {
            name: subscription.name,
            amount: money(subscription.monthlyMicros),
            detail: `${(cost / subscription.monthlyMicros).toFixed(1)} times its price in API value this month`,
          },
        ]),
    ...limits.map((limit) => ({
      name: formatLimit(limit.window),
      amount: `${Math.round(limit.usedPercent)}%`,
      detail: `resets in ${formatTimeLeft(limit.resetsAt - now)}, seen ${formatTimeAgo(limit.seenAt, now)}`,
    })),
    ...(window === undefined
      ? []
      : [{name: '5-hour window', amount: costOf(window.sum), detail: describeWindow(window, now)}]),
  ]
  const columns: readonly Column<Line>[] = [
    {head: 'usage', cell: ({name}) => name},
    {head: 'cost', right: true, cell: ({amount}) => amount, paint: palette.strong},
    {head: '', grows: true, cell: ({detail}) => detail, paint: palette.dim},
  ]
  return `${renderTable(columns, lines, {width, palette}).join('\n')}\n`
}

const percent = (part: number): string => `${Math.round(100 * part)}%`
