import {type Reconciliation, reconcile} from '../../archive/usage/reconcile.ts'
import type {PlanLimit} from '../../archive/usage/spending-plan.ts'
import type {UsageGroup, UsageReport, UsageRow, UsageSplit} from '../../archive/usage/usage-report.ts'
import type {UsageSum} from '../../archive/usage/usage-sum.ts'
import type {UsageSummary} from '../../archive/usage/usage-summary.ts'
import {sumTokens} from '../../model/billing.ts'
import {firstLine, formatCount, formatNoun, formatTokens} from '../../page/index.ts'
import {type Html, html, noHtml} from '../../render/html/html.ts'
import {type ChartBar, renderRowChart} from '../charts/row-chart.ts'
import {type ChartColumn, renderStackedChart} from '../charts/stacked-chart.ts'
import {dayAt, daysOf, fillTimeGaps, isCalendarGroup, maxColumns} from '../charts/time-axis.ts'
import type {ServerOptions} from '../server-options.ts'
import {renderAppPage} from './app-document.ts'
import {formatCents, renderMoney, shortenPath} from './page-format.ts'
import {renderAgreement} from './reconcile-page.ts'
import {renderCalendar, renderHours, shortDay, shortMonth} from './usage-calendar.ts'
import {renderPeriod, renderTab, renderTabs} from './usage-controls.ts'
import {renderCachePanel, renderUsageHead} from './usage-head.ts'
import {
  listMeasures,
  sessionsUrl,
  toUsageQuery,
  type UsageMeasure,
  type UsageRequest,
  usageUrl,
} from './usage-request.ts'
import {listSeries, seriesMeasures, type UsageSeries} from './usage-series.ts'
import {formatUsageLabel, renderTokens, renderUsageTable, usageGroupTexts} from './usage-table.ts'

/** What the usage page shows. */
export interface UsagePage {
  readonly asked: UsageRequest
  readonly report: UsageReport
  readonly summary: UsageSummary
  readonly limits: readonly PlanLimit[]
  /** The same period by session, for the comparison with what was reported. */
  readonly sessions: UsageReport
  /** The year up to its last day, and the hours of the period; only over time. */
  readonly calendar?: {readonly report: UsageReport; readonly last: string} | undefined
  readonly hours?: UsageReport | undefined
}

/** The usage page: the head, a chart, the table below it, the cache, the year and the week. */
export function renderUsagePage(page: UsagePage, parts: ServerOptions): string {
  const {asked, report, summary, limits, sessions, calendar, hours} = page
  const head = renderUsageHead(summary, parts.spendingPlan ?? {}, limits)
  const body =
    report.rows.length === 0
      ? html`<p class="empty">No usage for this period and project.</p>`
      : contentHtml(page, reconcile(sessions), parts)
  const year = calendar ? renderCalendar(calendar.report, calendar.last) : noHtml
  const week = hours ? renderHours(hours) : noHtml
  const files = html`<p class="actions"><a download href="${usageUrl('/usage.csv', asked)}">CSV</a> <a download href="${usageUrl('/usage.json', asked)}">JSON</a></p>`
  return renderAppPage(
    {
      title: 'Usage',
      current: 'usage',
      data: {page: 'usage'},
      body: html`<main id="conversation" class="usage" tabindex="-1"><header><h1>Usage</h1>${files}</header>${head}${controlsHtml(asked, parts)}${body}${year}${week}</main>`,
    },
    parts,
  )
}

const timeGroups = [
  ['daily', 'Day'],
  ['weekly', 'Week'],
  ['monthly', 'Month'],
  ['blocks', '5-hour window'],
] as const

const nameGroups = [
  ['session', 'Session'],
  ['project', 'Project'],
  ['model', 'Model'],
  ['tool', 'Tool'],
] as const

const splits: readonly (readonly [UsageSplit | 'none', string])[] = [
  ['model', 'Model'],
  ['kind', 'Kind of token'],
  ['project', 'Project'],
  ['none', 'Nothing'],
]

/** Whether rows of a group are parts of time. */
export const isInTime = (group: UsageGroup): boolean =>
  isCalendarGroup(group) || group === 'blocks' || group === 'hours'

/** Time, dimension and measure are chosen separately. */
function controlsHtml(asked: UsageRequest, parts: ServerOptions): Html {
  const link = (change: Partial<UsageRequest>): string => usageUrl('/usage', asked, change)
  const groups = (names: readonly (readonly [UsageGroup, string])[]): readonly Html[] =>
    names.map(([group, label]) =>
      renderTab(
        link({group, ...(isInTime(group) === isInTime(asked.group) ? {} : {split: undefined})}),
        label,
        group === asked.group,
      ),
    )
  const measures = listMeasures(asked.group).map((name) =>
    renderTab(link({measure: name}), measureTitles[name], name === measureOf(asked)),
  )
  const split = isInTime(asked.group)
    ? renderTabs(
        'Split by',
        splits.map(([name, label]) =>
          renderTab(link({split: name}), label, name === (asked.split ?? 'none')),
        ),
      )
    : noHtml
  return html`<div class="controls">${renderTabs('Per', groups(timeGroups))}${renderTabs('By', groups(nameGroups))}${split}${renderTabs('Show', measures)}</div>${renderPeriod('/usage', asked, parts)}`
}

const measureTitles: Readonly<Record<UsageMeasure, string>> = {cost: 'Cost', tokens: 'Tokens', calls: 'Calls'}

const measureOf = (asked: UsageRequest): UsageMeasure =>
  listMeasures(asked.group).includes(asked.measure) ? asked.measure : 'cost'

function contentHtml(page: UsagePage, sessions: readonly Reconciliation[], parts: ServerOptions): Html {
  const {asked, report} = page
  const measure = measureOf(asked)
  const shown = seriesMeasures[measure === 'calls' ? 'cost' : measure]
  const series = listSeries(report, shown)
  const inTime = isInTime(report.groupBy)
  const chart = inTime ? timeChart(page, series, parts) : nameChart(report, measure, parts)
  const notes = html`${report.groupBy === 'tool' ? toolNote : ''}${inTime ? undatedHtml(report) : ''}`
  return html`${sumsHtml(report.total)}<p class="agreement">${renderAgreement(report.total, sessions)} <a href="${usageUrl('/usage/reconcile', asked, {group: 'session', split: undefined, measure: 'cost'})}">Reconciliation</a></p>${chart}${notes}${renderUsageTable(report, inTime, parts, series, shown.format)}${inTime ? renderCachePanel(report.total) : noHtml}`
}

function sumsHtml(total: UsageSum): Html {
  const facts: readonly (readonly [string, string | Html])[] = [
    ['Cost of the period', renderMoney(total.costMicros, total.isComplete)],
    ['Tokens', renderTokens(sumTokens(total.usage))],
    ['Responses', formatCount(total.responses)],
    ...(total.unpricedTokens > 0 ? [['Unpriced tokens', renderTokens(total.unpricedTokens)] as const] : []),
  ]
  return html`<dl class="facts period-sums">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

/** The note for sessions whose day is a guess. */
const undatedHtml = ({undated = 0}: UsageReport): Html =>
  undated === 0
    ? noHtml
    : html`<p class="note">${formatNoun(undated, 'session')} ${undated === 1 ? 'has' : 'have'} no timestamps and ${undated === 1 ? 'is' : 'are'} counted on the day the file was last changed.</p>`

const toolNote = html`<p class="note">Cost is attributed to the response that made the call. Responses that called several different tools are listed as “multiple tools”. Reading a result is billed to the next response.</p>`

const splitTexts: Readonly<Record<UsageSplit, string>> = {
  model: ' and model',
  project: ' and project',
  kind: ' and kind of token',
}

/** A column for each day, week, month or window, stacked by the series. */
function timeChart(
  {report, asked}: UsagePage,
  {series, segmentsOf}: UsageSeries,
  parts: ServerOptions,
): Html {
  const {groupBy, splitBy} = report
  const measure = measureOf(asked)
  const {value, format, formatTick} = seriesMeasures[measure === 'calls' ? 'cost' : measure]
  const {rows, isComplete} = shownRows(report, asked, parts)
  const columns = rows.map((row): ChartColumn => {
    const sum = value(row)
    return {
      label: shortLabel(groupBy, row, parts),
      title: formatUsageLabel(groupBy, row, parts),
      value: sum,
      words: row.costMicros === undefined && measure === 'cost' ? 'cost unknown' : format(sum),
      segments: segmentsOf(row),
      href: linkOf(groupBy, row, parts),
    }
  })
  const cut = isComplete ? '' : `; the newest ${maxColumns} are shown`
  const title = `${measureTitles[measure]} ${usageGroupTexts[groupBy]}${splitBy ? splitTexts[splitBy] : ''}${cut}`
  return renderStackedChart({title, columns, series, hasLegend: splitBy !== undefined, formatTick})
}

/** Every day, week or month of the period, up to today if it has no other end. */
function shownRows(report: UsageReport, asked: UsageRequest, parts: ServerOptions) {
  const {groupBy, rows} = report
  if (!isCalendarGroup(groupBy)) return {rows: rows.slice(-maxColumns), isComplete: rows.length <= maxColumns}
  const {since, until} = toUsageQuery(asked, parts)
  const dayOf = (time: number): string => dayAt(time, parts.zone)
  const today = parts.now()
  const last = until === undefined ? (since === undefined ? undefined : today) : Math.min(until - 1, today)
  return fillTimeGaps(groupBy, rows, {
    first: since === undefined ? undefined : dayOf(since),
    last: last === undefined || (since !== undefined && last < since) ? undefined : dayOf(last),
  })
}

function shortLabel(group: UsageGroup, row: UsageRow, parts: ServerOptions): string {
  if (group === 'monthly') return `${shortMonth(row.key)} ${row.key.slice(0, 4)}`
  if (isCalendarGroup(group)) return shortDay(row.key)
  const label = formatUsageLabel(group, row, parts)
  return group === 'blocks' ? `${shortDay(label)} ${label.slice(11, 16)}` : label
}

/** The list of the sessions of a column. */
function linkOf(group: UsageGroup, {key, responses}: UsageRow, {zone}: ServerOptions): string | undefined {
  if (responses === 0) return undefined
  if (isCalendarGroup(group)) return sessionsUrl(...daysOf(group, key))
  const day = group === 'blocks' ? dayAt(Date.parse(key), zone) : undefined
  return day === undefined ? undefined : sessionsUrl(day, day)
}

interface BarMeasure {
  readonly value: (row: UsageRow) => number
  readonly words: (row: UsageRow) => string
}

const barMeasures: Readonly<Record<UsageMeasure, BarMeasure>> = {
  cost: {
    value: ({costMicros}) => costMicros ?? 0,
    words: ({costMicros}) => (costMicros === undefined ? 'cost unknown' : formatCents(costMicros)),
  },
  tokens: {
    value: ({usage}) => sumTokens(usage),
    words: ({usage}) => `${formatTokens(sumTokens(usage))} tokens`,
  },
  calls: {
    value: ({calls}) => calls?.calls ?? 0,
    words: ({calls}) => {
      const {calls: all = 0, failed = 0} = calls ?? {}
      return `${formatNoun(all, 'call')}${failed === 0 ? '' : `, ${formatCount(failed)} failed`}`
    },
  },
}

/** A bar for each name, the longest first. */
function nameChart(report: UsageReport, measure: UsageMeasure, parts: ServerOptions): Html {
  const {groupBy, rows} = report
  const {value, words} = barMeasures[measure]
  const bars = rows
    .map((row): ChartBar => {
      const label = formatUsageLabel(groupBy, row, parts)
      return {
        label: groupBy === 'project' ? shortenPath(label, 36) : firstLine(label, 60),
        value: value(row),
        words: words(row),
        more: listMeasures(groupBy)
          .filter((other) => other !== measure)
          .map((other) => barMeasures[other].words(row))
          .join(', '),
      }
    })
    .sort((a, b) => b.value - a.value)
  return renderRowChart(`${measureTitles[measure]} ${usageGroupTexts[groupBy]}`, bars)
}
