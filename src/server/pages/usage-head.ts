import type {CurrentWindow} from '../../archive/usage/five-hour-windows.ts'
import type {PlanLimit, SpendingPlan, Subscription} from '../../archive/usage/spending-plan.ts'
import type {UsageSum} from '../../archive/usage/usage-sum.ts'
import type {UsageSummary} from '../../archive/usage/usage-summary.ts'
import {promptTokens, sumTokens} from '../../model/billing.ts'
import {formatLimit, formatTimeAgo, formatTimeLeft, formatTokens} from '../../page/index.ts'
import {type Html, html, noHtml} from '../../render/html/html.ts'
import {formatCents, renderMoney} from './page-format.ts'
import {formatCacheShare, renderTokens} from './usage-table.ts'

/** The head of the usage page: this month, projected, last month, today, and what they are compared with. */
export function renderUsageHead(
  summary: UsageSummary,
  {budgetMicros, subscription}: SpendingPlan,
  limits: readonly PlanLimit[],
): Html {
  const {month, lastMonth, today, projectedMicros, now, monthStart, monthEnd, window} = summary
  const days = (time: number): string => (time / 86_400_000).toFixed(1).replace(/\.0$/, '')
  const passed = `${days(now - monthStart)} of ${Math.round((monthEnd - monthStart) / 86_400_000)} days`
  const facts: readonly (readonly [string, Html | string, string])[] = [
    ['This month', costHtml(month), passed],
    [
      'Projected',
      projectedMicros === undefined ? '–' : renderMoney(projectedMicros),
      projectedMicros === undefined ? 'from the second day on' : 'at the rate of this month',
    ],
    ['Last month', costHtml(lastMonth), tokensOf(lastMonth)],
    ['Today', costHtml(today), tokensOf(today)],
  ]
  return html`<section class="summary" aria-label="Summary"><dl class="facts">${facts.map(
    ([name, value, detail]) =>
      html`<div><dt>${name}</dt><dd>${value}</dd><dd class="detail">${detail}</dd></div>`,
  )}</dl>${budgetMicros === undefined ? noHtml : budgetHtml(month.costMicros ?? 0, projectedMicros, budgetMicros)}${subscription ? planHtml(month, subscription) : noHtml}${limits.map((limit) => limitHtml(limit, now))}${window ? windowHtml(window, now) : noHtml}</section>`
}

const costHtml = ({costMicros, isComplete}: UsageSum): Html => renderMoney(costMicros, isComplete)

const tokensOf = ({usage}: UsageSum): string => `${formatTokens(sumTokens(usage))} tokens`

const percent = (part: number): string => `${Math.round(100 * part)}%`

/** A bar of a share; what is projected is drawn lighter behind it. */
function meterHtml(label: string, share: number, {projected = 0, isLimit = true} = {}): Html {
  const width = (part: number): string => `${Math.min(100, 100 * part).toFixed(1)}%`
  const isOver = isLimit && share > 1
  return html`<svg class="meter${isOver ? ' over' : ''}" role="img" aria-label="${label}" width="100%" height="10"><rect class="whole" width="100%" height="10" rx="2"/>${projected > share ? html`<rect class="projected" width="${width(projected)}" height="10" rx="2"/>` : noHtml}<rect class="used" width="${width(share)}" height="10" rx="2"/></svg>`
}

function budgetHtml(cost: number, projected: number | undefined, budget: number): Html {
  const used = `${formatCents(cost)} of ${formatCents(budget)}, ${percent(cost / budget)}`
  const later = projected === undefined ? '' : `, projected ${percent(projected / budget)}`
  return html`<div class="gauge budget"><span class="what">Budget</span>${meterHtml(`Budget: ${used}`, cost / budget, {projected: (projected ?? 0) / budget})}<span class="words">${used}${later}</span></div>`
}

function planHtml({costMicros = 0}: UsageSum, {name, monthlyMicros}: Subscription): Html {
  return html`<div class="gauge plan"><span class="what">${name}</span>${meterHtml(`${name}: ${percent(costMicros / monthlyMicros)} of its price`, costMicros / monthlyMicros, {isLimit: false})}<span class="words">${formatCents(monthlyMicros)} a month; API value this month ${formatCents(costMicros)}, ${(costMicros / monthlyMicros).toFixed(1)} × the price</span></div>`
}

function limitHtml({window, usedPercent, resetsAt, seenAt}: PlanLimit, now: number): Html {
  const name = formatLimit(window)
  const used = `${Math.round(usedPercent)}% used`
  return html`<div class="gauge limit"><span class="what">${name}</span>${meterHtml(`${name}: ${used}`, usedPercent / 100)}<span class="words">${used}, resets in ${formatTimeLeft(resetsAt - now)}, seen ${formatTimeAgo(seenAt, now)}</span></div>`
}

/** What is left of the window, what it cost, and what it costs in the end at this rate. */
function windowHtml(
  {startedAt, endsAt, sum, hourlyMicros, projectedMicros}: CurrentWindow,
  now: number,
): Html {
  const left = `${formatTimeLeft(endsAt - now)} left`
  const costs =
    sum.costMicros === undefined || projectedMicros === undefined
      ? ''
      : `, ${formatCents(sum.costMicros)}, at this rate ${formatCents(projectedMicros)}`
  const rate = hourlyMicros === undefined ? '' : ` (${formatCents(hourlyMicros)} an hour)`
  const share = (now - startedAt) / (endsAt - startedAt)
  return html`<div class="gauge window"><span class="what">5-hour window</span>${meterHtml(`5-hour window: ${left}`, share)}<span class="words">Now: ${left}${costs}${rate}</span></div>`
}

/** What the cache did in a period: the hit rate, what it saved, and how long writes last. */
export function renderCachePanel(total: UsageSum): Html {
  const {usage, cacheSavingsMicros} = total
  if (promptTokens(usage) === 0) return noHtml
  const saved =
    cacheSavingsMicros < 0
      ? html`<span title="Writing cost more than reading saved">−${formatCents(-cacheSavingsMicros)}</span>`
      : renderMoney(cacheSavingsMicros)
  const facts: readonly (readonly [string, Html | string])[] = [
    ['Hit rate', formatCacheShare(total)],
    ['Saved', saved],
    ['Reads', renderTokens(usage.cacheRead)],
    ['5-minute writes', renderTokens(usage.cacheWrite5m)],
    ['1-hour writes', renderTokens(usage.cacheWrite1h)],
    ['Not cached', renderTokens(usage.input)],
  ]
  return html`<section class="cache" aria-labelledby="cache"><h2 id="cache">Cache</h2><dl class="facts">${facts.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl><p class="note">Saved: what all input would cost without a cache, minus what it cost.</p></section>`
}
