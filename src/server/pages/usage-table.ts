import {windowLength} from '../../archive/usage/five-hour-windows.ts'
import type {CallSum, UsageGroup, UsagePart, UsageReport, UsageRow} from '../../archive/usage/usage-report.ts'
import type {UsageSum} from '../../archive/usage/usage-sum.ts'
import {firstLine, formatCount, formatDuration, formatTokens} from '../../page/index.ts'
import {type Html, html, joinHtml, noHtml} from '../../render/html/html.ts'
import {daysOf, isCalendarGroup} from '../charts/time-axis.ts'
import type {ServerOptions} from '../server-options.ts'
import {formatSessionName, renderMoney, sessionUrl} from './page-format.ts'
import {sessionsUrl} from './usage-request.ts'
import type {UsageSeries} from './usage-series.ts'

/** A row of the table, or the total. */
interface TableRow extends UsageSum {
  readonly calls?: CallSum | undefined
  readonly parts?: readonly UsagePart[] | undefined
}

interface Column {
  readonly head: string
  /** Explains the head. */
  readonly title?: string
  readonly cell: (row: TableRow) => string | Html
}

/** A short number of tokens; the tooltip has the exact one. */
export const renderTokens = (tokens: number): Html =>
  html`<span title="${formatCount(tokens)}">${formatTokens(tokens)}</span>`

/** The share of input tokens that was read from the cache; a dash without input. */
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

/** The client does not report cost by model or tool, and older ones not at all. */
function columnsOf(group: UsageGroup, {reportedCostMicros}: UsageSum): readonly Column[] {
  if (group === 'tool') return [...callColumns, ...spentColumns]
  return group === 'model' || reportedCostMicros === undefined
    ? spentColumns
    : [...spentColumns, reportedColumn]
}

const maxRows = 500

/** The table of usage: over time the newest first, else the most expensive. Each series has a column. */
export function renderUsageTable(
  {groupBy, rows, total, calls, splitBy, parts: totalParts}: UsageReport,
  isInTime: boolean,
  parts: ServerOptions,
  {series, amountOf}: Pick<UsageSeries, 'series' | 'amountOf'>,
  format: (value: number) => string,
): Html {
  const split = splitBy === undefined ? [] : series
  const columns = [
    ...columnsOf(groupBy, total),
    ...split.map(
      ({name, fullName}, place): Column => ({
        head: name,
        title: fullName,
        cell: (row) => {
          const value = amountOf(row.parts, place)
          return value === 0 ? '' : format(value)
        },
      }),
    ),
  ]
  const hasModels = groupBy !== 'model' && groupBy !== 'tool' && splitBy === undefined
  const ordered = isInTime ? [...rows].reverse() : rows
  const head = (words: string, title?: string): Html =>
    html`<th scope="col"${title === undefined ? noHtml : html` title="${title}"`}>${words}</th>`
  const cells = (row: TableRow): Html =>
    html`${columns.map(({cell}) => html`<td>${cell(row)}</td>`)}${hasModels ? modelsHtml(row.models) : noHtml}`
  /** The full name, because long names are cut. */
  const titleOf = (row: UsageRow): Html =>
    isInTime ? noHtml : html` title="${formatUsageLabel(groupBy, row, parts)}"`
  const line = (row: UsageRow): Html =>
    html`<tr data-key="${row.key}"><th scope="row"${titleOf(row)}>${nameHtml(row, groupBy, parts)}</th>${cells(row)}</tr>`
  const more =
    rows.length > maxRows
      ? html`<p class="note">Showing ${maxRows} of ${formatCount(rows.length)} rows; CSV and JSON have all.</p>`
      : ''
  return joinHtml([
    html`<div class="table-box" tabindex="0" role="region" aria-label="Usage ${usageGroupTexts[groupBy]}"><table class="usage"><caption class="unseen">Usage ${usageGroupTexts[groupBy]}</caption>`,
    html`<thead><tr>${head(usageGroupHeadings[groupBy])}${columns.map((column) => head(column.head, column.title))}${hasModels ? html`<th scope="col" class="models">Models</th>` : noHtml}</tr></thead>`,
    html`<tbody>${ordered.slice(0, maxRows).map(line)}</tbody>`,
    html`<tfoot><tr><th scope="row">All</th>${cells({...total, calls, parts: totalParts})}</tr></tfoot></table></div>${more}`,
  ])
}

/** Lines break only between models. */
const modelsHtml = (models: readonly string[]): Html =>
  html`<td class="models">${joinHtml(
    models.map((model) => html`<span>${model}</span>`),
    ', ',
  )}</td>`

const countHtml = (count: number | undefined): string => (count ? formatCount(count) : '')

/** The name of a row. A session links to its page; a project, a tool, a day, a week and a month to their sessions. */
function nameHtml(row: UsageRow, group: UsageGroup, parts: ServerOptions): Html {
  const {key, calls} = row
  const words = firstLine(formatUsageLabel(group, row, parts), 100)
  if (group === 'session') return html`<a href="${sessionUrl(key)}">${words}</a>`
  if (group === 'project' && key !== '')
    return html`<a href="/?project=${encodeURIComponent(key)}">${words}</a>`
  if (group === 'tool' && calls?.calls) return html`<a href="/?tool=${encodeURIComponent(key)}">${words}</a>`
  if (isCalendarGroup(group)) return html`<a href="${sessionsUrl(...daysOf(group, key))}">${words}</a>`
  return html`${words}`
}

/** The grouping at the end of a title, as in "Cost per day". */
export const usageGroupTexts: Readonly<Record<UsageGroup, string>> = {
  daily: 'per day',
  weekly: 'per week',
  monthly: 'per month',
  session: 'by session',
  project: 'by project',
  model: 'by model',
  tool: 'by tool',
  blocks: 'per 5-hour window',
  hours: 'by hour of the week',
}

/** The heading of the first column. */
const usageGroupHeadings: Readonly<Record<UsageGroup, string>> = {
  daily: 'Day',
  weekly: 'Week of',
  monthly: 'Month',
  session: 'Session',
  project: 'Project',
  model: 'Model',
  tool: 'Tool',
  blocks: 'Window start',
  hours: 'Hour of the week',
}

/** The label of a row. A 5-hour window has its start, and the current one the time left. */
export function formatUsageLabel(
  group: UsageGroup,
  {key, name}: Pick<UsageRow, 'key' | 'name'>,
  {zone, now}: Pick<ServerOptions, 'zone' | 'now'>,
): string {
  if (group === 'session') return formatSessionName(key, name)
  if (group !== 'blocks') return name ?? (key || 'Unknown')
  const start = Date.parse(key)
  const moment = new Intl.DateTimeFormat('sv-SE', {timeZone: zone, dateStyle: 'short', timeStyle: 'short'})
  const left = start + windowLength - now()
  const running = left > 0 && left <= windowLength ? ` ◐ ${formatDuration(left)} left` : ''
  return `${moment.format(start)}${running}`
}
