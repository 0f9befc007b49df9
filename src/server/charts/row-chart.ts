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

const rowHeight = 14
const maxRows = 20

/** Horizontal bars, for values by name, in the given order. */
export function renderRowChart(title: string, bars: readonly ChartBar[]): Html {
  const shown = bars.filter(({value}) => value > 0).slice(0, maxRows)
  const most = shown.reduce((highest, {value}) => Math.max(highest, value), 0)
  if (most === 0) return noHtml
  const rows = shown.map(
    (bar) =>
      html`<li class="bin" data-label="${bar.label}" data-value="${bar.value}" title="${titleOf(bar)}"><span class="label">${bar.label}</span><svg aria-hidden="true" width="100%" height="${rowHeight}"><rect class="fill" width="${((100 * bar.value) / most).toFixed(2)}%" height="${rowHeight}"/></svg><span class="amount">${bar.words}</span></li>`,
  )
  return html`<figure class="chart rows-chart"><figcaption>${title}</figcaption><ol>${rows}</ol></figure>`
}

const titleOf = ({label, words, more}: ChartBar): string => `${label}: ${words}${more ? `, ${more}` : ''}`
