import {type Html, html, noHtml} from '../../render/html/html.ts'

/** A part of all columns: its colour is that of its place. */
export interface ChartSeries {
  readonly name: string
  /** Its sum over all columns, formatted, with its share. */
  readonly words: string
}

/** A part of one column. */
export interface ChartSegment {
  /** The place of its series. */
  readonly series: number
  readonly value: number
  readonly words: string
}

/** One column. */
export interface ChartColumn {
  /** Below the axis. */
  readonly label: string
  /** At the head of the card. */
  readonly title: string
  readonly value: number
  /** The formatted sum. */
  readonly words: string
  readonly segments: readonly ChartSegment[]
  /** What it leads to. */
  readonly href?: string | undefined
}

/** What a chart shows, and how its axis is labelled. */
export interface StackedChart {
  readonly title: string
  readonly columns: readonly ChartColumn[]
  readonly series: readonly ChartSeries[]
  /** Whether the series are named: a single one needs no name if it is everything. */
  readonly hasLegend: boolean
  readonly formatTick: (value: number) => string
}

const height = 220
/** Room above the highest grid line, for its label. */
const top = 8
const labelHeight = 22

/** The room for labels, in characters, on wide and on narrow screens. */
const wideLabels = 110
const narrowLabels = 36

/** In percent: a single column must not be as wide as the page. */
const maxColumnWidth = 9

/** Columns over time, stacked by series: an axis with a grid, and the names of the series with their sums. */
export function renderStackedChart({title, columns, series, hasLegend, formatTick}: StackedChart): Html {
  const ticks = niceTicks(columns.reduce((most, {value}) => Math.max(most, value), 0))
  const most = ticks.at(-1) ?? 0
  if (most === 0) return noHtml
  const yOf = (value: number): number => top + height - (value / most) * height
  const lines = ticks.map(
    (tick) => html`<line class="grid" x1="0" x2="100%" y1="${fixed(yOf(tick))}" y2="${fixed(yOf(tick))}"/>`,
  )
  const names = ticks.map(
    (tick) => html`<text x="100%" y="${fixed(yOf(tick) + 4)}" text-anchor="end">${formatTick(tick)}</text>`,
  )
  const width = 100 / columns.length
  const longest = columns.reduce((length, {label}) => Math.max(length, label.length + 2), 0)
  const every = (room: number): number => Math.ceil((columns.length * longest) / room)
  const [wide, narrow] = [every(wideLabels), every(narrowLabels)]
  const bars = columns.map((column, place) =>
    columnHtml(column, {place, width, yOf, name: (at) => series[at]?.name ?? ''}),
  )
  const labels = columns.map(({label}, place) => labelHtml(label, place, width, wide, narrow))
  const size = top + height + labelHeight
  return html`<figure class="chart stacked-chart"><figcaption>${title}</figcaption><div class="plot"><svg class="ticks" aria-hidden="true" width="100%" height="${size}">${names}</svg><svg class="bars" role="group" aria-label="${title}" width="100%" height="${size}">${lines}${bars}${labels}</svg></div>${hasLegend ? legendHtml(series) : noHtml}</figure>`
}

/** Where a column is, and how it is drawn. */
interface ColumnPlace {
  readonly place: number
  /** In percent. */
  readonly width: number
  readonly yOf: (value: number) => number
  readonly name: (series: number) => string
}

function columnHtml(column: ChartColumn, {place, width, yOf, name}: ColumnPlace): Html {
  const fill = Math.min(0.8 * width, maxColumnWidth)
  const left = fixed((place + 0.5) * width - fill / 2)
  let below = 0
  const segments = column.segments.map(({series, value, words}) => {
    const bottom = yOf(below)
    below += value
    // A hairline between segments, unless there is nothing left of them.
    const size = Math.max(0, bottom - yOf(below))
    const drawn = size > 3 ? size - 1 : Math.max(size, 0.5)
    return html`<rect class="fill s${series}" data-name="${name(series)}" data-words="${words}" x="${left}%" y="${fixed(bottom - drawn)}" width="${fixed(fill)}%" height="${fixed(drawn)}"/>`
  })
  const lines = [
    `${column.title}: ${column.words}`,
    ...(column.segments.length < 2
      ? []
      : column.segments.map((part) => `${name(part.series)}: ${part.words}`)),
  ]
  const shapes = html`<title>${lines.join('\n')}</title><rect class="hit" x="${fixed(place * width)}%" y="${top}" width="${fixed(width)}%" height="${height}"/>${segments}`
  const data = html`class="bin" data-title="${column.title}" data-value="${column.value}" data-words="${column.words}"`
  return column.href === undefined
    ? html`<g ${data}>${shapes}</g>`
    : html`<a ${data} href="${column.href}" tabindex="-1">${shapes}</a>`
}

function labelHtml(label: string, place: number, width: number, wide: number, narrow: number): Html {
  const [isWide, isNarrow] = [place % wide === 0, place % narrow === 0]
  if (!isWide && !isNarrow) return noHtml
  const shown = isWide && isNarrow ? '' : isWide ? html` class="wide"` : html` class="narrow"`
  return html`<text${shown} x="${fixed((place + 0.5) * width)}%" y="${top + height + labelHeight - 5}" text-anchor="middle">${label}</text>`
}

/** The names of the series with their colours and sums, in the order in which they are stacked. */
const legendHtml = (series: readonly ChartSeries[]): Html =>
  html`<ul class="legend" aria-label="Parts">${series.map(
    ({name, words}, place) =>
      html`<li><svg aria-hidden="true" width="10" height="10"><rect class="fill s${place}" width="10" height="10"/></svg><span class="name" title="${name}">${name}</span> <span class="amount">${words}</span></li>`,
  )}</ul>`

/** Round numbers from zero to the first that is not below the highest value. */
export function niceTicks(most: number): readonly number[] {
  if (!(most > 0)) return []
  const rough = most / 4
  const unit = 10 ** Math.floor(Math.log10(rough))
  const step = unit * ([1, 2, 2.5, 5, 10].find((factor) => factor * unit >= rough * 0.999) ?? 10)
  const count = Math.ceil(most / step - 1e-9)
  return Array.from({length: count + 1}, (_, place) => place * step)
}

const fixed = (number: number): string => String(Math.round(number * 100) / 100)
