import {escapeHtml} from '../../render/html/index.ts'

/** One bar. */
export interface ChartBar {
  readonly label: string
  readonly value: number
  /** The value as people say it. */
  readonly words: string
  /** What else is known of it, on hover. */
  readonly more?: string | undefined
}

const height = 160
const labelHeight = 18

/** Bars beside each other, for values in time; every bar says its value, and the highest is labelled. */
export function columnChart(title: string, bars: readonly ChartBar[]): string {
  const most = highest(bars)
  if (most === 0) return ''
  const width = 100 / bars.length
  const every = Math.ceil(bars.length / 12)
  const shapes = bars.map((bar, place) => {
    const size = (bar.value / most) * (height - labelHeight)
    const label =
      place % every === 0
        ? `<text x="${((place + 0.5) * width).toFixed(2)}%" y="${height + labelHeight - 4}" text-anchor="middle">${escapeHtml(bar.label)}</text>`
        : ''
    const top =
      bar.value === most
        ? `<text class="value" x="${((place + 0.5) * width).toFixed(2)}%" y="${(height - size - 4).toFixed(1)}" text-anchor="middle">${escapeHtml(bar.words)}</text>`
        : ''
    return `<g class="bar" data-label="${escapeHtml(bar.label)}" data-value="${bar.value}"><title>${escapeHtml(titleOf(bar))}</title><rect class="hit" x="${(place * width).toFixed(2)}%" y="0" width="${width.toFixed(2)}%" height="${height}"/><rect class="fill" x="${((place + 0.1) * width).toFixed(2)}%" y="${(height - size).toFixed(1)}" width="${(0.8 * width).toFixed(2)}%" height="${size.toFixed(1)}"/></g>${top}${label}`
  })
  return `<figure class="chart columns-chart"><figcaption>${escapeHtml(title)}</figcaption><svg role="img" aria-label="${escapeHtml(title)}" width="100%" height="${height + labelHeight}">${shapes.join('')}</svg></figure>`
}

const rowHeight = 22
const mostRows = 20

/** Bars below each other, for values by name; the longest first, as they come. */
export function rowChart(title: string, bars: readonly ChartBar[]): string {
  const shown = bars.filter(({value}) => value > 0).slice(0, mostRows)
  const most = highest(shown)
  if (most === 0) return ''
  const shapes = shown.map((bar, place) => {
    const y = place * rowHeight
    const share = ((65 * bar.value) / most).toFixed(2)
    return `<g class="bar" data-label="${escapeHtml(bar.label)}" data-value="${bar.value}"><title>${escapeHtml(titleOf(bar))}</title><text x="0" y="${y + 15}">${escapeHtml(short(bar.label))}</text><rect class="fill" x="25%" y="${y + 4}" width="${share}%" height="${rowHeight - 8}"/><text class="value" x="${(26 + Number(share)).toFixed(2)}%" y="${y + 15}">${escapeHtml(bar.words)}</text></g>`
  })
  return `<figure class="chart rows-chart"><figcaption>${escapeHtml(title)}</figcaption><svg role="img" aria-label="${escapeHtml(title)}" width="100%" height="${shown.length * rowHeight}">${shapes.join('')}</svg></figure>`
}

const titleOf = ({label, words, more}: ChartBar): string => `${label}: ${words}${more ? `, ${more}` : ''}`

const highest = (bars: readonly ChartBar[]): number =>
  bars.reduce((most, {value}) => Math.max(most, value), 0)

/** The end of a long name says more than its beginning, where it is a path. */
const short = (label: string): string => (label.length > 28 ? `…${label.slice(-27)}` : label)
