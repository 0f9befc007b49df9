import {blockLength} from '../../../archive/usage/blocks.ts'
import type {CallSum, UsageGroup, UsageReport} from '../../../archive/usage/usage-report.ts'
import type {UsageSum} from '../../../archive/usage/usage-sum.ts'
import {formatCount, formatDuration, formatNoun, formatTokens} from '../../../page/index.ts'
import type {Host} from '../../host.ts'

import {paletteFor} from '../../output/palette.ts'
import type {Column} from '../../output/render-table.ts'
import {costFormatter, renderTable} from '../../output/render-table.ts'
import {wrapWords} from '../../output/wrap-words.ts'

/** How a usage table is to look. */
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
}

const barWidth = 8

/** A model with its date, or a block with the time that is left. */
const minLabelWidth = 30

interface Row extends UsageSum {
  readonly label: string
  readonly bar: string
  readonly calls?: CallSum | undefined
}

/** Writes usage for people: a row for each group, the whole below, and what must be known to read it. */
export function renderUsage(report: UsageReport, options: UsageTableOptions): string {
  const {color, width} = options
  const palette = paletteFor(color)
  if (report.rows.length === 0) return `${palette.dim('No usage for this period and project.')}\n`
  const dearest = report.rows.reduce((most, {costMicros}) => Math.max(most, costMicros ?? 0), 0)
  const rows = report.rows.map((row) => ({
    ...row,
    label: rowLabel(report.groupBy, row, options),
    bar: dearest > 0 ? bar((row.costMicros ?? 0) / dearest) : '',
  }))
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
    {head: 'responses', right: true, dropOrder: 6, cell: ({responses}) => formatCount(responses)},
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
            cell: ({reportedCostMicros}: Row) =>
              reportedCostMicros === undefined ? '–' : dollars(reportedCostMicros),
            paint: palette.dim,
          },
        ]),
    {head: '', dropOrder: 7, cell: (row) => row.bar, paint: palette.tool},
  ]
  const lines = renderTable(columns, rows, {width, palette, total})
  const notes = [
    ...lowerBoundNote(report.total, width),
    ...undatedNote(report, width),
    ...(report.groupBy === 'tool' ? toolNote(width) : []),
  ]
  return `${[...lines, ...notes.map(palette.dim)].join('\n')}\n`
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

const toolNote = (width: number): readonly string[] => [
  '',
  ...wrapWords(toolWords.split(' '), width).map((words) => words.join(' ')),
]

const toolWords =
  'Tokens and cost are those of the responses that made the calls. The cost of reading a result is counted in later responses.'

/** The note for sessions whose day is a guess. */
function undatedNote({groupBy, undated = 0}: UsageReport, width: number): readonly string[] {
  if (undated === 0 || !isByTime.has(groupBy)) return []
  const sessions = formatNoun(undated, 'session')
  const note = `${sessions} ${undated === 1 ? 'has' : 'have'} no timestamps and ${undated === 1 ? 'is' : 'are'} dated by the last change of the file.`
  return ['', ...wrapWords(note.split(' '), width).map((words) => words.join(' '))]
}

const isByTime: ReadonlySet<UsageGroup> = new Set<UsageGroup>(['daily', 'weekly', 'monthly', 'blocks'])

const isSure = ({isComplete, unpricedTokens}: UsageSum): boolean => isComplete && unpricedTokens === 0

/** What a reader must know about the numbers. */
function lowerBoundNote({isComplete, unpricedTokens}: UsageSum, width: number): readonly string[] {
  const reasons = [
    ...(unpricedTokens > 0 ? [`${formatTokens(unpricedTokens)} tokens have no known price`] : []),
    ...(isComplete ? [] : ['some usage is missing from the files']),
  ]
  if (reasons.length === 0) return []
  const note = `≥ means "at least": ${reasons.join(', and ')}.`
  return ['', ...wrapWords(note.split(' '), width).map((words) => words.join(' '))]
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
  const left = start + blockLength - now
  return left > 0 && left <= blockLength ? `${moment} ◐ ${formatDuration(left)} left` : moment
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const

/** A bar for a part of the largest; what is not nothing shows. */
function bar(part: number): string {
  const steps = Math.max(part > 0 ? 1 : 0, Math.round(part * barWidth * 8))
  return '█'.repeat(Math.floor(steps / 8)) + (eighths[steps % 8] ?? '')
}
