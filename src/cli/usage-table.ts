import {blockLength} from '../archive/usage/blocks.ts'
import type {CallSum, UsageGroup, UsageReport} from '../archive/usage/usage-report.ts'
import type {UsageSum} from '../archive/usage/usage-sum.ts'
import {formatCount, formatDuration, formatNoun, formatTokens} from '../page/index.ts'
import type {Column} from './fit-table.ts'
import {fitTable} from './fit-table.ts'
import {costFormat} from './format-cost.ts'
import type {Host} from './host.ts'
import {paletteFor} from './palette.ts'
import {wrap} from './wrap.ts'

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
  blocks: 'block from',
}

const barWidth = 8

/** A model with its date, or a block with the time that is left. */
const leastLabel = 30

interface Row extends UsageSum {
  readonly label: string
  readonly bar: string
  readonly calls?: CallSum | undefined
}

/** Writes usage for people: a row for each group, the whole below, and what must be known to read it. */
export function usageText(report: UsageReport, options: UsageTableOptions): string {
  const {color, width} = options
  const palette = paletteFor(color)
  if (report.rows.length === 0) return `${palette.dim('Nothing was used in that time and place.')}\n`
  const dearest = report.rows.reduce((most, {cost}) => Math.max(most, cost ?? 0), 0)
  const rows = report.rows.map((row) => ({
    ...row,
    label: labelOf(report.group, row, options),
    bar: dearest > 0 ? bar((row.cost ?? 0) / dearest) : '',
  }))
  const total: Row = {...report.total, label: 'total', bar: '', calls: report.calls}
  const dollars = costFormat([report.total.cost, report.total.reported])
  const money = (cost: number | undefined, sure: boolean): string =>
    cost === undefined ? 'unknown' : `${sure ? '' : '≥'}${dollars(cost)}`
  const tokens = (head: string, goes: number, of: (row: Row) => number): Column<Row> => ({
    head,
    right: true,
    goes,
    cell: (row) => formatTokens(of(row)),
  })
  const strongTotal = (cell: string, row: Row): string => (row === total ? palette.strong(cell) : cell)
  const columns: readonly Column<Row>[] = [
    {
      head: heads[report.group],
      grows: true,
      least: leastLabel,
      cell: ({label}) => label,
      paint: strongTotal,
    },
    ...(report.group === 'tool' ? callColumns : []),
    {head: 'answers', right: true, goes: 6, cell: ({answers}) => formatCount(answers)},
    tokens('input', 2, ({usage}) => usage.input),
    tokens('output', 1, ({usage}) => usage.output),
    tokens('written', 3, ({usage}) => usage.cacheWrite5m + usage.cacheWrite1h),
    tokens('cached', 3, ({usage}) => usage.cacheRead),
    {head: 'cost', right: true, cell: (row) => money(row.cost, isSure(row)), paint: strongTotal},
    ...(report.total.reported === undefined || report.group === 'model' || report.group === 'tool'
      ? []
      : [
          {
            head: 'reported',
            right: true,
            goes: 4,
            cell: ({reported}: Row) => (reported === undefined ? '–' : dollars(reported)),
            paint: palette.dim,
          },
        ]),
    {head: '', goes: 5, cell: (row) => row.bar, paint: palette.tool},
  ]
  const lines = fitTable(columns, rows, {width, palette, total})
  const notes = [
    ...notesOf(report.total, width),
    ...undatedNote(report, width),
    ...(report.group === 'tool' ? toolNote(width) : []),
  ]
  return `${[...lines, ...notes.map(palette.dim)].join('\n')}\n`
}

const callColumns: readonly Column<Row>[] = [
  {head: 'calls', right: true, cell: ({calls}) => (calls?.calls ? formatCount(calls.calls) : '')},
  {head: 'failed', right: true, goes: 5, cell: ({calls}) => (calls?.failed ? formatCount(calls.failed) : '')},
  {
    head: 'took',
    right: true,
    goes: 6,
    cell: ({calls}) => (calls?.timed ? formatDuration(calls.duration) : ''),
  },
]

const toolNote = (width: number): readonly string[] => [
  '',
  ...wrap(toolWords.split(' '), width).map((words) => words.join(' ')),
]

const toolWords =
  'Tokens and cost are those of the answers that made the calls. What it costs to read a result comes with the answers after it, whatever those do.'

/** Whose day is a guess must be said where days are told. */
function undatedNote({group, undated = 0}: UsageReport, width: number): readonly string[] {
  if (undated === 0 || !isByTime.has(group)) return []
  const sessions = formatNoun(undated, 'session')
  const note = `${sessions} ${undated === 1 ? 'has' : 'have'} no times, and ${undated === 1 ? 'counts' : 'count'} for when the file was last changed.`
  return ['', ...wrap(note.split(' '), width).map((words) => words.join(' '))]
}

const isByTime: ReadonlySet<UsageGroup> = new Set<UsageGroup>(['daily', 'weekly', 'monthly', 'blocks'])

const isSure = ({complete, unknownTokens}: UsageSum): boolean => complete && unknownTokens === 0

/** What a reader must know about the numbers. */
function notesOf({complete, unknownTokens}: UsageSum, width: number): readonly string[] {
  const reasons = [
    ...(unknownTokens > 0 ? [`${formatTokens(unknownTokens)} tokens have no known price`] : []),
    ...(complete ? [] : ['some usage is in no file']),
  ]
  if (reasons.length === 0) return []
  const note = `≥ is a lower bound: ${reasons.join(', and ')}.`
  return ['', ...wrap(note.split(' '), width).map((words) => words.join(' '))]
}

function labelOf(
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
      return key === '' ? 'not told' : key
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
