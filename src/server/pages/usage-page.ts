import type {Difference, Reconciliation} from '../../archive/usage/reconcile.ts'
import {clientPriceTexts, differences, differenceTexts, reconcile} from '../../archive/usage/reconcile.ts'
import type {UsageReport, UsageRow} from '../../archive/usage/usage-report.ts'
import {usageGroups} from '../../archive/usage/usage-report.ts'
import type {UsageSum} from '../../archive/usage/usage-sum.ts'
import {tokensIn} from '../../model/billing.ts'
import {formatCount, formatNoun, formatTokens, oneLine} from '../../page/index.ts'
import {type Html, html, noHtml} from '../../render/html/html.ts'
import type {ChartBar} from '../charts/bar-chart.ts'
import {columnChart, rowChart} from '../charts/bar-chart.ts'
import {fillTime} from '../charts/fill-time.ts'
import type {ServerParts} from '../server-parts.ts'
import {appDocument} from './app-document.ts'
import {usageLabel} from './usage-labels.ts'
import type {AskedUsage, UsageMeasure} from './usage-question.ts'
import {measuresOf, usageAddress} from './usage-question.ts'
import {cacheShare, tokensHtml, usageTable} from './usage-table.ts'
import {dollarWords, moneyHtml, shortPath} from './words.ts'

/** What was used and what it cost: a chart, and the table below it. */
export function usagePage(report: UsageReport, asked: AskedUsage, parts: ServerParts): string {
  const groups = usageGroups.map((group) =>
    tab(usageAddress('/usage', asked, {group}), group, group === asked.group),
  )
  const files = html`<p class="actions"><a download href="${usageAddress('/usage.csv', asked)}">CSV</a> <a download href="${usageAddress('/usage.json', asked)}">JSON</a></p>`
  const body =
    report.rows.length === 0
      ? html`<p class="empty">Nothing was used in that time and place.</p>`
      : html`${chartHtml(report, asked, parts)}${report.group === 'tool' ? toolNote : ''}${isInTime(report) ? undatedHtml(report) : ''}${report.group === 'session' ? reconcileHtml(report) : ''}${usageTable(report, isInTime(report), parts)}`
  return appDocument(
    {
      title: 'Usage',
      place: 'usage',
      data: {page: 'usage'},
      body: html`<main id="conversation" class="usage" tabindex="-1"><header><h1>Usage</h1><nav aria-label="Group by"><ul class="tabs">${groups}</ul></nav>${formHtml(asked)}${files}</header>${sumsHtml(report.total)}${body}</main>`,
    },
    parts,
  )
}

const tab = (href: string, words: string, isHere: boolean): Html =>
  html`<li><a href="${href}"${isHere ? html` aria-current="page"` : ''}>${words}</a></li>`

function formHtml({group, measure, since, until, project}: AskedUsage): Html {
  const field = (name: string, label: string, value: string, example: string): Html =>
    html`<label>${label} <input name="${name}" value="${value}" placeholder="${example}" maxlength="200" autocomplete="off"></label>`
  const shown = measure === 'cost' ? noHtml : html`<input type="hidden" name="show" value="${measure}">`
  return html`<form class="filter" action="/usage" method="get"><input type="hidden" name="by" value="${group}">${shown}${field('since', 'Since', since, '7d, last month')} ${field('until', 'Until', until, 'yesterday')} ${field('project', 'Project', project, 'part of its path')} <button>Show</button></form>`
}

function sumsHtml(total: UsageSum): Html {
  const facts: readonly (readonly [string, string | Html])[] = [
    ['Cost, from prices', moneyHtml(total.cost, total.complete)],
    ['Cost, as reported', total.reported === undefined ? '–' : moneyHtml(total.reported)],
    ['Tokens', tokensHtml(tokensIn(total.usage))],
    ['Read from the cache', cacheShare(total)],
    ['Answers', formatCount(total.answers)],
    ...(total.unknownTokens > 0
      ? [['Tokens without a price', tokensHtml(total.unknownTokens)] as const]
      : []),
  ]
  return html`<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

/** Whose day is a guess must be said where days are told. */
const undatedHtml = ({undated = 0}: UsageReport): Html =>
  undated === 0
    ? noHtml
    : html`<p class="note">${formatNoun(undated, 'session')} ${undated === 1 ? 'has' : 'have'} no times, and ${undated === 1 ? 'counts' : 'count'} for when the file was last changed.</p>`

const toolNote = html`<p class="note">Tokens and cost are those of the answers that made the calls; an answer that called different tools stands under “several at once”. What it costs to read a result comes with the answers after it, whatever those do.</p>`

const isInTime = ({group}: UsageReport): boolean =>
  group !== 'session' && group !== 'project' && group !== 'model' && group !== 'tool'

interface Measure {
  readonly title: string
  readonly value: (row: UsageRow) => number
  readonly words: (row: UsageRow) => string
}

const dollars = ({cost}: UsageRow): string => (cost === undefined ? 'cost unknown' : dollarWords(cost))

const measures: Readonly<Record<UsageMeasure, Measure>> = {
  cost: {title: 'Cost', value: ({cost}) => cost ?? 0, words: dollars},
  tokens: {
    title: 'Tokens',
    value: ({usage}) => tokensIn(usage),
    words: ({usage}) => `${formatTokens(tokensIn(usage))} tokens`,
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

function chartHtml(report: UsageReport, asked: AskedUsage, parts: ServerParts): Html {
  const {group} = report
  const known = measuresOf(group)
  const measure = known.includes(asked.measure) ? asked.measure : 'cost'
  const {title, value, words} = measures[measure]
  const labelOf = (row: UsageRow): string => {
    const words = usageLabel(group, row, parts)
    return group === 'project' ? shortPath(words, 36) : oneLine(words, 60)
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
    tab(usageAddress('/usage', asked, {measure: name}), measures[name].title, name === measure),
  )
  return html`<nav aria-label="Show"><ul class="tabs measures">${tabs}</ul></nav>${
    isInTime(report) ? timeChart(report, title, barOf) : nameChart(report, title, barOf)
  }`
}

function timeChart({group, rows}: UsageReport, title: string, barOf: (row: UsageRow) => ChartBar): Html {
  const filled = fillTime(group, rows)
  const more = filled.isWhole ? '' : '; times at which nothing was used are left out'
  return columnChart(`${title}, ${group}${more}`, filled.rows.map(barOf))
}

function nameChart({group, rows}: UsageReport, title: string, barOf: (row: UsageRow) => ChartBar): Html {
  const bars = rows.map(barOf).sort((a, b) => b.value - a.value)
  return rowChart(`${title} by ${group}`, bars)
}

/** How what was computed compares with what the client reported, by reason; sessions that agree are one line. */
function reconcileHtml(report: UsageReport): Html {
  const all = reconcile(report)
  const lines = differences.flatMap((reason) => {
    const sessions = all.filter((session) => session.reason === reason)
    return sessions.length === 0 ? [] : [lineHtml(reason, sessions)]
  })
  return html`<details class="reconcile"><summary>Computed and reported</summary><ul>${lines}</ul></details>`
}

function lineHtml(reason: Difference, sessions: readonly Reconciliation[]): Html {
  const sum = (of: (session: Reconciliation) => number | undefined): number =>
    sessions.reduce((micros, session) => micros + (of(session) ?? 0), 0)
  const prices = reason === 'other-price' ? clientPriceTexts(sessions) : []
  const computed = moneyHtml(sum((session) => session.computed))
  const reported =
    reason === 'not-reported' ? noHtml : html`, ${moneyHtml(sum((session) => session.reported))} reported`
  return html`<li>${formatNoun(sessions.length, 'session')}: ${differenceTexts[reason] + (prices.length === 0 ? '' : `: ${prices.join(', ')}`)} <span class="sums">${computed} computed${reported}</span></li>`
}
