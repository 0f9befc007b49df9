import type {UsageReport, UsageRow} from '../../archive/usage/usage-report.ts'
import {usageGroups} from '../../archive/usage/usage-report.ts'
import type {UsageSum} from '../../archive/usage/usage-sum.ts'
import {formatCount, formatTokens, oneLine} from '../../page/index.ts'
import {escapeHtml} from '../../render/html/index.ts'
import {columnChart, rowChart} from '../charts/bar-chart.ts'
import type {ServerParts} from '../server-parts.ts'
import {appDocument} from './app-document.ts'
import type {AskedUsage} from './usage-question.ts'
import {usageAddress} from './usage-question.ts'
import {moneyHtml, sessionAddress} from './words.ts'

/** What was used and what it cost: a chart, and the table below it. */
export function usagePage(report: UsageReport, asked: AskedUsage, parts: ServerParts): string {
  const groups = usageGroups.map(
    (group) =>
      `<li><a href="${escapeHtml(usageAddress('/usage', asked, {group}))}"${group === asked.group ? ' aria-current="page"' : ''}>${group}</a></li>`,
  )
  const files = `<p class="actions"><a download href="${escapeHtml(usageAddress('/usage.csv', asked))}">CSV</a> <a download href="${escapeHtml(usageAddress('/usage.json', asked))}">JSON</a></p>`
  return appDocument(
    {
      title: 'Usage',
      place: 'usage',
      data: {page: 'usage'},
      body: `<main id="conversation" class="usage" tabindex="-1"><header><h1>Usage</h1><nav aria-label="Group by"><ul class="tabs">${groups.join('')}</ul></nav>${formHtml(asked)}${files}</header>${sumsHtml(report.total)}${chartHtml(report)}${tableHtml(report)}</main>`,
    },
    parts,
  )
}

function formHtml({group, since, until, project}: AskedUsage): string {
  const field = (name: string, label: string, value: string): string =>
    `<label>${label} <input name="${name}" value="${escapeHtml(value)}" maxlength="200" autocomplete="off"></label>`
  return `<form class="filter" action="/usage" method="get"><input type="hidden" name="by" value="${group}">${field('since', 'Since', since)} ${field('until', 'Until', until)} ${field('project', 'Project', project)} <button>Show</button></form>`
}

function sumsHtml(total: UsageSum): string {
  const {usage} = total
  const read = usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h
  const facts: readonly (readonly [string, string])[] = [
    ['Cost, from prices', moneyHtml(total.cost, total.complete)],
    ['Cost, as reported', total.reported === undefined ? '–' : moneyHtml(total.reported)],
    ['Tokens', tokensHtml(read + usage.output)],
    ['Read from the cache', read === 0 ? '–' : `${Math.round((100 * usage.cacheRead) / read)} %`],
    ['Answers', formatCount(total.answers)],
    ...(total.unknownTokens > 0
      ? [['Tokens without a price', tokensHtml(total.unknownTokens)] as const]
      : []),
  ]
  return `<dl class="facts">${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>`
}

const tokensHtml = (tokens: number): string =>
  `<span title="${formatCount(tokens)}">${formatTokens(tokens)}</span>`

const mostColumns = 120

function chartHtml({group, rows}: UsageReport): string {
  const bars = rows.map((row) => ({
    label: oneLine(row.name ?? row.key, 60),
    value: row.cost ?? 0,
    words: `$${((row.cost ?? 0) / 1_000_000).toFixed(2)}`,
  }))
  return group === 'session' || group === 'project' || group === 'model'
    ? rowChart(`Cost by ${group}`, bars)
    : columnChart(`Cost, ${group}`, bars.slice(-mostColumns))
}

const mostShown = 500

function tableHtml({group, rows, total}: UsageReport): string {
  const isInTime = group !== 'session' && group !== 'project' && group !== 'model'
  const ordered = isInTime ? [...rows].reverse() : rows
  const heads = ['Answers', 'Input', 'Output', 'Cache read', 'Cache written', 'Cost', 'Reported', 'Models']
  const more =
    rows.length > mostShown
      ? `<p class="note">The table shows ${mostShown} of ${formatCount(rows.length)}; the files have all.</p>`
      : ''
  return (
    `<div class="table-box" tabindex="0" role="region" aria-label="Usage, ${group}"><table class="usage"><caption class="unseen">Usage, ${group}</caption><thead><tr><th scope="col">${group}</th>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>` +
    `<tbody>${ordered
      .slice(0, mostShown)
      .map((row) => rowHtml(row, group))
      .join('')}</tbody>` +
    `<tfoot><tr><th scope="row">All</th>${cellsHtml(total)}</tr></tfoot></table></div>${more}`
  )
}

function rowHtml(row: UsageRow, group: UsageReport['group']): string {
  const name = escapeHtml(oneLine(row.name ?? row.key, 100))
  const head = group === 'session' ? `<a href="${sessionAddress(row.key)}">${name}</a>` : name
  return `<tr data-key="${escapeHtml(row.key)}"><th scope="row">${head}</th>${cellsHtml(row)}</tr>`
}

function cellsHtml({answers, usage, cost, reported, complete, models}: UsageSum): string {
  const numbers = [
    formatCount(answers),
    tokensHtml(usage.input),
    tokensHtml(usage.output),
    tokensHtml(usage.cacheRead),
    tokensHtml(usage.cacheWrite5m + usage.cacheWrite1h),
    moneyHtml(cost, complete),
    reported === undefined ? '' : moneyHtml(reported),
  ]
  return `${numbers.map((number) => `<td>${number}</td>`).join('')}<td class="models">${escapeHtml(models.join(', '))}</td>`
}
