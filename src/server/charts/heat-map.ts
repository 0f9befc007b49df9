import {type Html, html, noHtml} from '../../render/html/html.ts'

/** One cell of a heat map. */
export interface HeatCell {
  readonly column: number
  readonly row: number
  readonly title: string
  readonly value: number
  /** The formatted value. */
  readonly words: string
  readonly href?: string | undefined
}

/** A grid of cells whose colour shows a value. */
export interface HeatMap {
  readonly title: string
  /** One sentence that says what is to be seen. */
  readonly summary: string
  readonly cells: readonly HeatCell[]
  readonly rows: readonly string[]
  /** The labels of some columns. */
  readonly columns: readonly {readonly column: number; readonly label: string}[]
  readonly cellWidth: number
  readonly cellHeight: number
  readonly format: (value: number) => string
  /** Where not all fits, the first columns are visible, not the last. */
  readonly startsLeft?: boolean
}

const gap = 2
const labelWidth = 34
const labelHeight = 18

/** A heat map with the limits of its colours. Each cell has its value as a tooltip. */
export function renderHeatMap(map: HeatMap): Html {
  const {cells, rows, columns, cellWidth, cellHeight} = map
  const limits = heatLimits(cells.map(({value}) => value))
  if (limits.length === 0) return noHtml
  // The highest always has the strongest colour.
  const strength = (place: number): number => 5 - limits.length + place
  const [stepX, stepY] = [cellWidth + gap, cellHeight + gap]
  const last = cells.reduce((most, {column}) => Math.max(most, column), 0)
  const width = labelWidth + (last + 1) * stepX
  const height = labelHeight + rows.length * stepY
  const shapes = cells.map(({column, row, title, value, words, href}) => {
    const level = value <= 0 ? 0 : strength(limits.findIndex((limit) => value <= limit))
    const shape = html`<title>${title}: ${words}</title><rect class="heat h${level}" x="${labelWidth + column * stepX}" y="${labelHeight + row * stepY}" width="${cellWidth}" height="${cellHeight}" rx="2"/>`
    const data = html`class="bin" data-title="${title}" data-words="${words}" data-value="${value}"`
    return href === undefined || value <= 0
      ? html`<g ${data}>${shape}</g>`
      : html`<a ${data} href="${href}" tabindex="-1">${shape}</a>`
  })
  const rowLabels = rows.map((label, row) =>
    label === ''
      ? noHtml
      : html`<text x="${labelWidth - 6}" y="${labelHeight + row * stepY + cellHeight / 2 + 4}" text-anchor="end">${label}</text>`,
  )
  const columnLabels = columns.map(
    ({column, label}) =>
      html`<text x="${labelWidth + column * stepX}" y="${labelHeight - 6}">${label}</text>`,
  )
  const swatch = (level: number): Html =>
    html`<svg aria-hidden="true" width="11" height="11"><rect class="heat h${level}" width="11" height="11" rx="2"/></svg>`
  const legend = limits.map(
    (limit, place) => html`<li>${swatch(strength(place))} up to ${map.format(limit)}</li>`,
  )
  return html`<figure class="chart heat-map${map.startsLeft ? ' from-start' : ''}"><figcaption>${map.title}</figcaption><div class="scroll" tabindex="0" role="region" aria-label="${map.title}"><svg role="group" aria-label="${map.summary}" width="${width}" height="${height}">${rowLabels}${columnLabels}${shapes}</svg></div><p class="note">${map.summary}</p><ul class="legend"><li>${swatch(0)} none</li>${legend}</ul></figure>`
}

/** The upper limits of four colours, each for as many cells: one day that is far above all others must not hide them. */
export function heatLimits(values: readonly number[]): readonly number[] {
  const used = values.filter((value) => value > 0).sort((a, b) => a - b)
  const limits = [0.25, 0.5, 0.75, 1].flatMap((part) => used[Math.ceil(part * used.length) - 1] ?? [])
  return [...new Set(limits)]
}
