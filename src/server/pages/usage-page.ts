import type {Difference, Reconciliation} from '../../archive/usage/reconcile.ts'
import {clientPriceTexts, differences, differenceTexts, reconcile} from '../../archive/usage/reconcile.ts'
import type {UsageGroup, UsageReport, UsageRow} from '../../archive/usage/usage-report.ts'
import {usageGroups} from '../../archive/usage/usage-report.ts'
import {newUsageTotal, type UsageSum} from '../../archive/usage/usage-sum.ts'
import {sumTokens} from '../../model/billing.ts'
import {firstLine, formatCount, formatNoun, formatTokens} from '../../page/index.ts'
import {type Html, html, noHtml} from '../../render/html/html.ts'
import {type ChartBar, renderColumnChart, renderRowChart} from '../charts/bar-chart.ts'
import type {ServerOptions} from '../server-options.ts'
import {renderAppPage} from './app-document.ts'
import {formatCents, renderMoney, shortenPath} from './page-format.ts'
import {listMeasures, type UsageMeasure, type UsageRequest, usageUrl} from './usage-request.ts'
import {
  formatCacheShare,
  formatUsageLabel,
  renderTokens,
  renderUsageTable,
  usageGroupTexts,
} from './usage-table.ts'

/** The usage page: a chart and a table. */
export function renderUsagePage(report: UsageReport, asked: UsageRequest, parts: ServerOptions): string {
  const groups = usageGroups.map((group) =>
    tab(usageUrl('/usage', asked, {group}), group, group === asked.group),
  )
  const files = html`<p class="actions"><a download href="${usageUrl('/usage.csv', asked)}">CSV</a> <a download href="${usageUrl('/usage.json', asked)}">JSON</a></p>`
  const body =
    report.rows.length === 0
      ? html`<p class="empty">No usage for this period and project.</p>`
      : html`${chartHtml(report, asked, parts)}${report.groupBy === 'tool' ? toolNote : ''}${isInTime(report) ? undatedHtml(report) : ''}${report.groupBy === 'session' ? reconcileHtml(report) : ''}${renderUsageTable(report, isInTime(report), parts)}`
  return renderAppPage(
    {
      title: 'Usage',
      current: 'usage',
      data: {page: 'usage'},
      body: html`<main id="conversation" class="usage" tabindex="-1"><header><h1>Usage</h1><nav aria-label="Group by"><ul class="tabs">${groups}</ul></nav>${formHtml(asked)}${files}</header>${sumsHtml(report.total)}${body}</main>`,
    },
    parts,
  )
}

const tab = (href: string, words: string, isHere: boolean): Html =>
  html`<li><a href="${href}"${isHere ? html` aria-current="page"` : ''}>${words}</a></li>`

function formHtml({group, measure, since, until, project}: UsageRequest): Html {
  const field = (name: string, label: string, value: string, example: string): Html =>
    html`<label>${label} <input name="${name}" value="${value}" placeholder="${example}" maxlength="200" autocomplete="off"></label>`
  const shown = measure === 'cost' ? noHtml : html`<input type="hidden" name="show" value="${measure}">`
  return html`<form class="filter" action="/usage" method="get"><input type="hidden" name="by" value="${group}">${shown}${field('since', 'Since', since, '7d, last month')} ${field('until', 'Until', until, 'yesterday')} ${field('project', 'Project', project, 'part of its path')} <button>Show</button></form>`
}

function sumsHtml(total: UsageSum): Html {
  const facts: readonly (readonly [string, string | Html])[] = [
    ['Computed cost', renderMoney(total.costMicros, total.isComplete)],
    [
      'Reported by Claude Code',
      total.reportedCostMicros === undefined ? '–' : renderMoney(total.reportedCostMicros),
    ],
    ['Tokens', renderTokens(sumTokens(total.usage))],
    ['Cache hit rate', formatCacheShare(total)],
    ['Responses', formatCount(total.responses)],
    ...(total.unpricedTokens > 0 ? [['Unpriced tokens', renderTokens(total.unpricedTokens)] as const] : []),
  ]
  return html`<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

/** The note for sessions whose day is a guess. */
const undatedHtml = ({undated = 0}: UsageReport): Html =>
  undated === 0
    ? noHtml
    : html`<p class="note">${formatNoun(undated, 'session')} ${undated === 1 ? 'has' : 'have'} no timestamps and ${undated === 1 ? 'is' : 'are'} counted on the day the file was last changed.</p>`

const toolNote = html`<p class="note">Cost is attributed to the response that made the call. Responses that called several different tools are listed as “multiple tools”. Reading a result is billed to the next response.</p>`

const isInTime = ({groupBy}: UsageReport): boolean =>
  groupBy !== 'session' && groupBy !== 'project' && groupBy !== 'model' && groupBy !== 'tool'

interface Measure {
  readonly title: string
  readonly value: (row: UsageRow) => number
  readonly words: (row: UsageRow) => string
}

const dollars = ({costMicros}: UsageRow): string =>
  costMicros === undefined ? 'cost unknown' : formatCents(costMicros)

const measures: Readonly<Record<UsageMeasure, Measure>> = {
  cost: {title: 'Cost', value: ({costMicros}) => costMicros ?? 0, words: dollars},
  tokens: {
    title: 'Tokens',
    value: ({usage}) => sumTokens(usage),
    words: ({usage}) => `${formatTokens(sumTokens(usage))} tokens`,
  },
  calls: {
    title: 'Calls',
    value: ({calls}) => calls?.calls ?? 0,
    words: ({calls}) => {
      const {calls: all = 0, failed = 0} = calls ?? {}
      return `${formatNoun(all, 'call')}${failed === 0 ? '' : `, ${formatCount(failed)} failed`}`
    },
  },
}

function chartHtml(report: UsageReport, asked: UsageRequest, parts: ServerOptions): Html {
  const {groupBy} = report
  const known = listMeasures(groupBy)
  const measure = known.includes(asked.measure) ? asked.measure : 'cost'
  const {title, value, words} = measures[measure]
  const labelOf = (row: UsageRow): string => {
    const words = formatUsageLabel(groupBy, row, parts)
    return groupBy === 'project' ? shortenPath(words, 36) : firstLine(words, 60)
  }
  const barOf = (row: UsageRow): ChartBar => ({
    label: labelOf(row),
    value: value(row),
    words: words(row),
    more: known
      .filter((other) => other !== measure)
      .map((other) => measures[other].words(row))
      .join(', '),
  })
  const tabs = known.map((name) =>
    tab(usageUrl('/usage', asked, {measure: name}), measures[name].title, name === measure),
  )
  return html`<nav aria-label="Show"><ul class="tabs measures">${tabs}</ul></nav>${
    isInTime(report) ? timeChart(report, title, barOf) : nameChart(report, title, barOf)
  }`
}

function timeChart({groupBy, rows}: UsageReport, title: string, barOf: (row: UsageRow) => ChartBar): Html {
  const filled = fillTimeGaps(groupBy, rows)
  const more = filled.isComplete ? '' : '; periods without usage are hidden'
  return renderColumnChart(`${title} ${usageGroupTexts[groupBy]}${more}`, filled.rows.map(barOf))
}

function nameChart({groupBy, rows}: UsageReport, title: string, barOf: (row: UsageRow) => ChartBar): Html {
  const bars = rows.map(barOf).sort((a, b) => b.value - a.value)
  return renderRowChart(`${title} ${usageGroupTexts[groupBy]}`, bars)
}

/** Compares computed and reported cost, by reason. */
function reconcileHtml(report: UsageReport): Html {
  const all = reconcile(report)
  const lines = differences.flatMap((reason) => {
    const sessions = all.filter((session) => session.reason === reason)
    return sessions.length === 0 ? [] : [lineHtml(reason, sessions)]
  })
  return html`<details class="reconcile"><summary>Computed vs reported</summary><ul>${lines}</ul></details>`
}

function lineHtml(reason: Difference, sessions: readonly Reconciliation[]): Html {
  const sum = (of: (session: Reconciliation) => number | undefined): number =>
    sessions.reduce((micros, session) => micros + (of(session) ?? 0), 0)
  const prices = reason === 'other-price' ? clientPriceTexts(sessions) : []
  const computed = renderMoney(sum((session) => session.costMicros))
  const reported =
    reason === 'not-reported'
      ? noHtml
      : html`, ${renderMoney(sum((session) => session.reportedCostMicros))} reported`
  return html`<li>${formatNoun(sessions.length, 'session')}: ${differenceTexts[reason] + (prices.length === 0 ? '' : `: ${prices.join(', ')}`)} <span class="sums">${computed} computed${reported}</span></li>`
}

/** More columns would be indistinguishable. */
const maxColumns = 120

const day = 86_400_000

/** The key after a day, a Monday or a month. */
const after: ReadonlyMap<UsageGroup, (key: string) => string> = new Map([
  ['daily', (key: string) => isoDay(Date.parse(`${key}T00:00:00Z`) + day)],
  ['weekly', (key: string) => isoDay(Date.parse(`${key}T00:00:00Z`) + 7 * day)],
  ['monthly', (key: string) => isoDay(Date.parse(`${key}-01T00:00:00Z`) + 31 * day).slice(0, 7)],
])

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

/**
 * Adds the days, weeks and months without usage, so that a chart does not hide them, unless there would be too many: then it
 * is not complete. Of too many rows, only the newest are left.
 */
export function fillTimeGaps(
  group: UsageGroup,
  rows: readonly UsageRow[],
): {readonly rows: readonly UsageRow[]; readonly isComplete: boolean} {
  const next = after.get(group)
  const shown = rows.slice(-maxColumns)
  if (!next) return {rows: shown, isComplete: true}
  const filled: UsageRow[] = []
  for (const row of shown) {
    for (let key = filled.at(-1)?.key; key !== undefined && next(key) < row.key; key = filled.at(-1)?.key) {
      if (filled.length >= maxColumns) return {rows: shown, isComplete: false}
      filled.push({key: next(key), name: undefined, ...newUsageTotal().sum()})
    }
    filled.push(row)
  }
  return filled.length > maxColumns ? {rows: shown, isComplete: false} : {rows: filled, isComplete: true}
}
