import {type Html, html, noHtml} from '../../render/html/html.ts'
import {dayAt} from '../charts/time-axis.ts'
import type {ServerOptions} from '../server-options.ts'
import {toUsageQuery, type UsageRange, type UsageRequest, usageRanges, usageUrl} from './usage-request.ts'

/** A link in a row of choices. */
export const renderTab = (href: string, words: string, isHere: boolean): Html =>
  html`<li><a href="${href}"${isHere ? html` aria-current="page"` : ''}>${words}</a></li>`

/** A row of choices with its name. */
export const renderTabs = (name: string, tabs: readonly Html[]): Html =>
  html`<nav class="pick" aria-label="${name}"><span aria-hidden="true">${name}</span><ul class="tabs">${tabs}</ul></nav>`

const isRangeName = (name: string): name is UsageRange => Object.hasOwn(usageRanges, name)

/** The period: links for common ones, two dates, and the project. */
export function renderPeriod(path: string, asked: UsageRequest, parts: ServerOptions): Html {
  const {since, until} = toUsageQuery(asked, parts)
  const dayOf = (time: number | undefined): string => (time === undefined ? '' : dayAt(time, parts.zone))
  // All days have no last day; other periods end today.
  const today = since === undefined ? undefined : parts.now()
  const ranges = Object.keys(usageRanges)
    .filter(isRangeName)
    .map((range) =>
      renderTab(
        usageUrl(path, asked, {range, since: '', until: ''}),
        usageRanges[range].label,
        asked.range === range,
      ),
    )
  const hidden = (name: string, value: string | undefined): Html =>
    value === undefined ? noHtml : html`<input type="hidden" name="${name}" value="${value}">`
  const date = (name: string, label: string, value: string): Html =>
    html`<label>${label} <input type="date" name="${name}" value="${value}" min="2000-01-01" max="2099-12-31"></label>`
  return html`<div class="period">${renderTabs('Period', ranges)}<form class="filter" action="${path}" method="get">${hidden('by', asked.group)}${hidden('split', asked.split)}${hidden('show', asked.measure === 'cost' ? undefined : asked.measure)}${date('since', 'From', dayOf(since))} ${date('until', 'To', dayOf(until === undefined ? today : until - 1))} <label>Project <input name="project" value="${asked.project}" placeholder="part of its path" maxlength="200" autocomplete="off"></label> <button>Show</button></form></div>`
}
