import {type Html, html, noHtml} from '../../render/html/html.ts'

/** One bar. */
export interface ChartBar {
  readonly label: string
  readonly value: number
  /** The formatted value. */
  readonly words: string
  /** More for the tooltip. */
  readonly more?: string | undefined
}

const height = 160
const labelHeight = 18

/** The room for labels, in characters, on wide and on narrow screens. */
const wideLabels = 120
const narrowLabels = 36

/** In percent. */
const maxBarWidth = 9

/** Vertical bars, for values over time. Tooltips show all values; the highest bar is labelled. */
export function renderColumnChart(title: string, bars: readonly ChartBar[]): Html {
  const most = highest(bars)
  if (most === 0) return noHtml
  const width = 100 / bars.length
  const longest = bars.reduce((length, {label}) => Math.max(length, label.length + 2), 0)
  const every = (room: number): number => Math.ceil((bars.length * longest) / room)
  const [wide, narrow] = [every(wideLabels), every(narrowLabels)]
  // A single bar must not be as wide as the page.
  const fill = Math.min(0.8 * width, maxBarWidth)
  const shapes = bars.map((bar, place) => {
    const size = (bar.value / most) * (height - labelHeight)
    const middle = ((place + 0.5) * width).toFixed(2)
    const label =
      place % wide === 0 || place % narrow === 0
        ? html`<text${place % wide === 0 ? '' : html` class="narrow"`}${place % narrow === 0 ? '' : html` class="wide"`} x="${middle}%" y="${height + labelHeight - 4}" text-anchor="middle">${bar.label}</text>`
        : ''
    const top =
      bar.value === most
        ? html`<text class="value" x="${middle}%" y="${(height - size - 4).toFixed(1)}" text-anchor="middle">${bar.words}</text>`
        : ''
    return html`<g class="bin" data-label="${bar.label}" data-value="${bar.value}"><title>${titleOf(bar)}</title><rect class="hit" x="${(place * width).toFixed(2)}%" y="0" width="${width.toFixed(2)}%" height="${height}"/><rect class="fill" x="${((place + 0.5) * width - fill / 2).toFixed(2)}%" y="${(height - size).toFixed(1)}" width="${fill.toFixed(2)}%" height="${size.toFixed(1)}"/></g>${top}${label}`
  })
  return html`<figure class="chart columns-chart"><figcaption>${title}</figcaption><svg role="img" aria-label="${title}" width="100%" height="${height + labelHeight}">${shapes}</svg></figure>`
}

const rowHeight = 14
const maxRows = 20

/** Horizontal bars, for values by name, in the given order. */
export function renderRowChart(title: string, bars: readonly ChartBar[]): Html {
  const shown = bars.filter(({value}) => value > 0).slice(0, maxRows)
  const most = highest(shown)
  if (most === 0) return noHtml
  const rows = shown.map(
    (bar) =>
      html`<li class="bin" data-label="${bar.label}" data-value="${bar.value}" title="${titleOf(bar)}"><span class="label">${bar.label}</span><svg aria-hidden="true" width="100%" height="${rowHeight}"><rect class="fill" width="${((100 * bar.value) / most).toFixed(2)}%" height="${rowHeight}"/></svg><span class="amount">${bar.words}</span></li>`,
  )
  return html`<figure class="chart rows-chart"><figcaption>${title}</figcaption><ol>${rows}</ol></figure>`
}

const titleOf = ({label, words, more}: ChartBar): string => `${label}: ${words}${more ? `, ${more}` : ''}`

const highest = (bars: readonly ChartBar[]): number =>
  bars.reduce((most, {value}) => Math.max(most, value), 0)
