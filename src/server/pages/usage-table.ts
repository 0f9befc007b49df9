import type {CallSum, UsageGroup, UsageReport, UsageRow} from '../../archive/usage/usage-report.ts'
import type {UsageSum} from '../../archive/usage/usage-sum.ts'
import {formatCount, formatDuration, formatTokens, oneLine} from '../../page/index.ts'
import {type Html, html, joinHtml, noHtml} from '../../render/html/html.ts'
import type {ServerParts} from '../server-parts.ts'
import {groupHeads, usageLabel} from './usage-labels.ts'
import {moneyHtml, sessionAddress} from './words.ts'

/** What a row of the table has, or the one below all. */
interface TableRow extends UsageSum {
  readonly calls?: CallSum | undefined
}

interface Column {
  readonly head: string
  /** What the head means, where it may not be plain. */
  readonly title?: string
  readonly cell: (row: TableRow) => string | Html
}

/** Tokens in short, exact on hover. */
export const tokensHtml = (tokens: number): Html =>
  html`<span title="${formatCount(tokens)}">${formatTokens(tokens)}</span>`

/** The part of what was read that came from the cache; nothing was read where there is none. */
export function cacheShare({usage}: UsageSum): string {
  const read = usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h
  return read === 0 ? '–' : `${Math.round((100 * usage.cacheRead) / read)}%`
}

const callColumns: readonly Column[] = [
  {head: 'Calls', cell: ({calls}) => countHtml(calls?.calls)},
  {
    head: 'Failed',
    cell: ({calls}) => (calls?.failed ? html`<span class="bad">${formatCount(calls.failed)}</span>` : noHtml),
  },
  {
    head: 'Took',
    title: 'From each call to its result, added up; what you were asked meanwhile is part of it',
    cell: ({calls}) => (calls?.timed ? formatDuration(calls.duration) : ''),
  },
  {
    head: 'Came back',
    title: 'Characters of text in the results',
    cell: ({calls}) => (calls?.characters ? tokensHtml(calls.characters) : ''),
  },
]

const spentColumns: readonly Column[] = [
  {head: 'Answers', cell: ({answers}) => countHtml(answers)},
  {head: 'Input', cell: ({usage}) => tokensHtml(usage.input)},
  {head: 'Output', cell: ({usage}) => tokensHtml(usage.output)},
  {head: 'Cache read', cell: ({usage}) => tokensHtml(usage.cacheRead)},
  {head: 'Cache written', cell: ({usage}) => tokensHtml(usage.cacheWrite5m + usage.cacheWrite1h)},
  {head: 'Cached', title: 'The part of what was read that came from the cache', cell: cacheShare},
  {head: 'Cost', cell: ({cost, complete}) => moneyHtml(cost, complete)},
]

const reportedColumn: Column = {
  head: 'Reported',
  title: 'What the client itself said it cost',
  cell: ({reported}) => (reported === undefined ? '' : moneyHtml(reported)),
}

/** What is reported is not told by models and tools. */
function columnsOf(group: UsageGroup): readonly Column[] {
  if (group === 'tool') return [...callColumns, ...spentColumns]
  return group === 'model' ? spentColumns : [...spentColumns, reportedColumn]
}

const mostShown = 500

/** The table below a chart of usage: in time the newest first, else the dearest. */
export function usageTable(
  {group, rows, total, calls}: UsageReport,
  isInTime: boolean,
  parts: ServerParts,
): Html {
  const columns = columnsOf(group)
  const hasModels = group !== 'model' && group !== 'tool'
  const ordered = isInTime ? [...rows].reverse() : rows
  const head = (words: string, title?: string): Html =>
    html`<th scope="col"${title === undefined ? noHtml : html` title="${title}"`}>${words}</th>`
  const cells = (row: TableRow): Html =>
    html`${columns.map(({cell}) => html`<td>${cell(row)}</td>`)}${hasModels ? modelsHtml(row.models) : noHtml}`
  /** A long name is cut where there is no room for it. */
  const titleOf = (row: UsageRow): Html =>
    isInTime ? noHtml : html` title="${usageLabel(group, row, parts)}"`
  const line = (row: UsageRow): Html =>
    html`<tr data-key="${row.key}"><th scope="row"${titleOf(row)}>${nameHtml(row, group, parts)}</th>${cells(row)}</tr>`
  const more =
    rows.length > mostShown
      ? html`<p class="note">The table shows ${mostShown} of ${formatCount(rows.length)}; the files have all.</p>`
      : ''
  return joinHtml([
    html`<div class="table-box" tabindex="0" role="region" aria-label="Usage, ${group}"><table class="usage"><caption class="unseen">Usage, ${group}</caption>`,
    html`<thead><tr>${head(groupHeads[group])}${columns.map((column) => head(column.head, column.title))}${hasModels ? html`<th scope="col" class="models">Models</th>` : noHtml}</tr></thead>`,
    html`<tbody>${ordered.slice(0, mostShown).map(line)}</tbody>`,
    html`<tfoot><tr><th scope="row">All</th>${cells({...total, calls})}</tr></tfoot></table></div>${more}`,
  ])
}

/** A line may end between two of them, and nowhere else. */
const modelsHtml = (models: readonly string[]): Html =>
  html`<td class="models">${joinHtml(
    models.map((model) => html`<span>${model}</span>`),
    ', ',
  )}</td>`

const countHtml = (count: number | undefined): string => (count ? formatCount(count) : '')

/** What has no name was not told; a session leads to its page, a tool to the sessions that called it. */
function nameHtml(row: UsageRow, group: UsageGroup, parts: ServerParts): Html {
  const {key, calls} = row
  const words = oneLine(usageLabel(group, row, parts), 100)
  if (group === 'session') return html`<a href="${sessionAddress(key)}">${words}</a>`
  if (group === 'project' && key !== '')
    return html`<a href="/?project=${encodeURIComponent(key)}">${words}</a>`
  if (group === 'tool' && calls?.calls) return html`<a href="/?tool=${encodeURIComponent(key)}">${words}</a>`
  return html`${words}`
}
