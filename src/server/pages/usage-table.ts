import type {CallSum, UsageGroup, UsageReport, UsageRow} from '../../archive/usage/usage-report.ts'
import type {UsageSum} from '../../archive/usage/usage-sum.ts'
import {firstLine, formatCount, formatDuration, formatTokens} from '../../page/index.ts'
import {type Html, html, joinHtml, noHtml} from '../../render/html/html.ts'
import type {ServerOptions} from '../server-options.ts'
import {renderMoney, sessionUrl} from './page-format.ts'
import {formatUsageLabel, usageGroupHeadings} from './usage-labels.ts'

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
export const renderTokens = (tokens: number): Html =>
  html`<span title="${formatCount(tokens)}">${formatTokens(tokens)}</span>`

/** The part of what was read that came from the cache; nothing was read where there is none. */
export function formatCacheShare({usage}: UsageSum): string {
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
    head: 'Duration',
    title: 'Total time from call to result, including time waiting for you',
    cell: ({calls}) => (calls?.timed ? formatDuration(calls.durationMs) : ''),
  },
  {
    head: 'Result size',
    title: 'Characters of text in the results',
    cell: ({calls}) => (calls?.characters ? renderTokens(calls.characters) : ''),
  },
]

const spentColumns: readonly Column[] = [
  {head: 'Responses', cell: ({responses}) => countHtml(responses)},
  {head: 'Input', cell: ({usage}) => renderTokens(usage.input)},
  {head: 'Output', cell: ({usage}) => renderTokens(usage.output)},
  {head: 'Cache reads', cell: ({usage}) => renderTokens(usage.cacheRead)},
  {head: 'Cache writes', cell: ({usage}) => renderTokens(usage.cacheWrite5m + usage.cacheWrite1h)},
  {
    head: 'Cache hit rate',
    title: 'The share of input tokens that was read from the cache',
    cell: formatCacheShare,
  },
  {head: 'Cost', cell: ({costMicros, isComplete}) => renderMoney(costMicros, isComplete)},
]

const reportedColumn: Column = {
  head: 'Reported',
  title: 'The cost reported by Claude Code',
  cell: ({reportedCostMicros}) => (reportedCostMicros === undefined ? '' : renderMoney(reportedCostMicros)),
}

/** What is reported is not told by models and tools. */
function columnsOf(group: UsageGroup): readonly Column[] {
  if (group === 'tool') return [...callColumns, ...spentColumns]
  return group === 'model' ? spentColumns : [...spentColumns, reportedColumn]
}

const maxRows = 500

/** The table below a chart of usage: in time the newest first, else the dearest. */
export function renderUsageTable(
  {groupBy, rows, total, calls}: UsageReport,
  isInTime: boolean,
  parts: ServerOptions,
): Html {
  const columns = columnsOf(groupBy)
  const hasModels = groupBy !== 'model' && groupBy !== 'tool'
  const ordered = isInTime ? [...rows].reverse() : rows
  const head = (words: string, title?: string): Html =>
    html`<th scope="col"${title === undefined ? noHtml : html` title="${title}"`}>${words}</th>`
  const cells = (row: TableRow): Html =>
    html`${columns.map(({cell}) => html`<td>${cell(row)}</td>`)}${hasModels ? modelsHtml(row.models) : noHtml}`
  /** A long name is cut where there is no room for it. */
  const titleOf = (row: UsageRow): Html =>
    isInTime ? noHtml : html` title="${formatUsageLabel(groupBy, row, parts)}"`
  const line = (row: UsageRow): Html =>
    html`<tr data-key="${row.key}"><th scope="row"${titleOf(row)}>${nameHtml(row, groupBy, parts)}</th>${cells(row)}</tr>`
  const more =
    rows.length > maxRows
      ? html`<p class="note">Showing ${maxRows} of ${formatCount(rows.length)} rows; CSV and JSON have all.</p>`
      : ''
  return joinHtml([
    html`<div class="table-box" tabindex="0" role="region" aria-label="Usage, ${groupBy}"><table class="usage"><caption class="unseen">Usage, ${groupBy}</caption>`,
    html`<thead><tr>${head(usageGroupHeadings[groupBy])}${columns.map((column) => head(column.head, column.title))}${hasModels ? html`<th scope="col" class="models">Models</th>` : noHtml}</tr></thead>`,
    html`<tbody>${ordered.slice(0, maxRows).map(line)}</tbody>`,
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
function nameHtml(row: UsageRow, group: UsageGroup, parts: ServerOptions): Html {
  const {key, calls} = row
  const words = firstLine(formatUsageLabel(group, row, parts), 100)
  if (group === 'session') return html`<a href="${sessionUrl(key)}">${words}</a>`
  if (group === 'project' && key !== '')
    return html`<a href="/?project=${encodeURIComponent(key)}">${words}</a>`
  if (group === 'tool' && calls?.calls) return html`<a href="/?tool=${encodeURIComponent(key)}">${words}</a>`
  return html`${words}`
}
