import {type CurrentWindow, currentWindow, windowLength} from '../../../archive/usage/five-hour-windows.ts'
import {
  type CallSum,
  nameOfPart,
  type UsageGroup,
  type UsagePart,
  type UsageReport,
  type UsageSplit,
} from '../../../archive/usage/usage-report.ts'
import {newUsageTotal, type UsageSum} from '../../../archive/usage/usage-sum.ts'
import {formatCount, formatDuration, formatNoun, formatTimeLeft, formatTokens} from '../../../page/index.ts'
import type {Host} from '../../host.ts'
import {fillLines} from '../../output/fill-lines.ts'
import {paletteFor} from '../../output/palette.ts'
import {type Column, costFormatter, renderTable} from '../../output/render-table.ts'

/** How to render a usage table. */
export interface UsageTableOptions extends Pick<Host, 'color' | 'width' | 'zone'> {
  readonly now: number
}

const heads: Readonly<Record<UsageGroup, string>> = {
  daily: 'day',
  weekly: 'week from',
  monthly: 'month',
  session: 'session',
  project: 'project',
  model: 'model',
  tool: 'tool',
  blocks: '5-hour window from',
  hours: 'hour of the week',
}

const barWidth = 8

/** Fits a model with its date, or a window with the time left. */
const minLabelWidth = 30

interface Row extends UsageSum {
  readonly label: string
  readonly bar: string
  readonly isPart?: boolean
  readonly calls?: CallSum | undefined
}

/** Renders usage as a table: a row for each group, the total, and notes. */
export function renderUsage(report: UsageReport, options: UsageTableOptions): string {
  const {color, width} = options
  const palette = paletteFor(color)
  if (report.rows.length === 0) return `${palette.dim('No usage for this period and project.')}\n`
  const dearest = report.rows.reduce((most, {costMicros}) => Math.max(most, costMicros ?? 0), 0)
  const barOf = ({costMicros = 0}: {readonly costMicros: number | undefined}): string =>
    dearest > 0 ? bar(costMicros / dearest) : ''
  const {splitBy} = report
  const rows = report.rows.flatMap((row): readonly Row[] => [
    {...row, label: rowLabel(report.groupBy, row, options), bar: barOf(row)},
    ...(splitBy === undefined ? [] : (row.parts ?? []).map((part) => partRow(splitBy, part, barOf(part)))),
  ])
  const total: Row = {...report.total, label: 'total', bar: '', calls: report.calls}
  const dollars = costFormatter([report.total.costMicros, report.total.reportedCostMicros])
  const money = (cost: number | undefined, sure: boolean): string =>
    cost === undefined ? 'unknown' : `${sure ? '' : '≥'}${dollars(cost)}`
  const tokens = (head: string, goes: number, of: (row: Row) => number): Column<Row> => ({
    head,
    right: true,
    dropOrder: goes,
    cell: (row) => formatTokens(of(row)),
  })
  const strongTotal = (cell: string, row: Row): string => (row === total ? palette.strong(cell) : cell)
  const columns: readonly Column<Row>[] = [
    {
      head: heads[report.groupBy],
      grows: true,
      minWidth: minLabelWidth,
      cell: ({label}) => label,
      paint: strongTotal,
    },
    ...(report.groupBy === 'tool' ? callColumns : []),
    {
      head: 'responses',
      right: true,
      dropOrder: 6,
      cell: ({responses, isPart}) => (isPart ? '' : formatCount(responses)),
    },
    tokens('input', 2, ({usage}) => usage.input),
    tokens('output', 1, ({usage}) => usage.output),
    tokens('cache write', 3, ({usage}) => usage.cacheWrite5m + usage.cacheWrite1h),
    tokens('cache read', 3, ({usage}) => usage.cacheRead),
    {head: 'cost', right: true, cell: (row) => money(row.costMicros, isSure(row)), paint: strongTotal},
    ...(report.total.reportedCostMicros === undefined ||
    report.groupBy === 'model' ||
    report.groupBy === 'tool'
      ? []
      : [
          {
            head: 'reported',
            right: true,
            dropOrder: 4,
            cell: ({reportedCostMicros, isPart}: Row) =>
              isPart ? '' : reportedCostMicros === undefined ? '–' : dollars(reportedCostMicros),
            paint: palette.dim,
          },
        ]),
    {head: '', dropOrder: 7, cell: (row) => row.bar, paint: palette.tool},
  ]
  const lines = renderTable(columns, rows, {width, palette, total})
  const notes = [
    lowerBoundNote(report.total),
    undatedNote(report),
    report.groupBy === 'tool' ? toolNote : undefined,
    windowNote(report, options.now),
  ].flatMap((note) => (note === undefined ? [] : ['', ...fillLines(note, width)]))
  return `${[...lines, ...notes.map(palette.dim)].join('\n')}\n`
}

/** A row for a part of the row above it. */
const partRow = (split: UsageSplit, part: UsagePart, bar: string): Row => ({
  ...newUsageTotal().sum(),
  ...part,
  label: `  ${nameOfPart(split, part.key)}`,
  bar,
  isPart: true,
})

/** The line for the five-hour window that is running. */
function windowNote(report: UsageReport, now: number): string | undefined {
  const window = report.groupBy === 'blocks' ? currentWindow(report, now) : undefined
  return window && `Now: ${describeWindow(window, now)}.`
}

/** What is left of a window, what it cost, and what it costs in the end at this rate. */
export function describeWindow({endsAt, sum, projectedMicros}: CurrentWindow, now: number): string {
  const left = `${formatTimeLeft(endsAt - now)} left`
  if (sum.costMicros === undefined || projectedMicros === undefined) return left
  const money = costFormatter([projectedMicros])
  return `${left}, ${money(sum.costMicros)}, at this rate ${money(projectedMicros)}`
}

const callColumns: readonly Column<Row>[] = [
  {head: 'calls', right: true, cell: ({calls}) => (calls?.calls ? formatCount(calls.calls) : '')},
  {
    head: 'failed',
    right: true,
    dropOrder: 5,
    cell: ({calls}) => (calls?.failed ? formatCount(calls.failed) : ''),
  },
  {
    head: 'time',
    right: true,
    dropOrder: 6,
    cell: ({calls}) => (calls?.timed ? formatDuration(calls.durationMs) : ''),
  },
]

const toolNote =
  'Tokens and cost are those of the responses that made the calls. The cost of reading a result is counted in later responses.'

/** The note for sessions whose day is a guess. */
function undatedNote({groupBy, undated = 0}: UsageReport): string | undefined {
  if (undated === 0 || !isByTime.has(groupBy)) return undefined
  const sessions = formatNoun(undated, 'session')
  return `${sessions} ${undated === 1 ? 'has' : 'have'} no timestamps and ${undated === 1 ? 'is' : 'are'} dated by the last change of the file.`
}

const isByTime: ReadonlySet<UsageGroup> = new Set<UsageGroup>([
  'daily',
  'weekly',
  'monthly',
  'blocks',
  'hours',
])

const isSure = ({isComplete, unpricedTokens}: UsageSum): boolean => isComplete && unpricedTokens === 0

/** The note for sums that are lower bounds. */
function lowerBoundNote({isComplete, unpricedTokens}: UsageSum): string | undefined {
  const reasons = [
    ...(unpricedTokens > 0 ? [`${formatTokens(unpricedTokens)} tokens have no known price`] : []),
    ...(isComplete ? [] : ['some usage is missing from the files']),
  ]
  return reasons.length === 0 ? undefined : `≥ means "at least": ${reasons.join(', and ')}.`
}

function rowLabel(
  group: UsageGroup,
  {key, name}: {readonly key: string; readonly name: string | undefined},
  {zone, now}: UsageTableOptions,
): string {
  switch (group) {
    case 'session':
      return `${key.slice(0, 8)} ${name ?? ''}`.trimEnd()
    case 'blocks':
      return blockLabel(Date.parse(key), zone, now)
    case 'tool':
    case 'hours':
      return name ?? key
    case 'project':
    case 'model':
      return key === '' ? (group === 'model' ? 'unknown model' : 'unknown') : key
    default:
      return key
  }
}

function blockLabel(start: number, timeZone: string, now: number): string {
  const moment = new Intl.DateTimeFormat('sv-SE', {timeZone, dateStyle: 'short', timeStyle: 'short'}).format(
    start,
  )
  const left = start + windowLength - now
  return left > 0 && left <= windowLength ? `${moment} ◐ ${formatDuration(left)} left` : moment
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const

/** A bar for a share of the largest; any share above zero is visible. */
function bar(part: number): string {
  const steps = Math.max(part > 0 ? 1 : 0, Math.round(part * barWidth * 8))
  return '█'.repeat(Math.floor(steps / 8)) + (eighths[steps % 8] ?? '')
}
