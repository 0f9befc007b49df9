import type {NodeOf} from '../../../page/index.ts'
import {type Html, html, noHtml} from '../html.ts'

const figure = /^[-−+]?[$€]?\d[\d.,:]*\s?(?:%|[kMGT]?B?|ms|s|m|h)?$/

/** Rows under their heads; columns of figures are set to the right. */
export function table({head, rows}: NodeOf<'table'>): Html {
  const columns = Math.max(head.length, rows[0]?.length ?? 0)
  const right = Array.from({length: columns}, (_, column) => isFigures(rows, column))
  const cells = (tag: 'th' | 'td', row: readonly string[]): readonly Html[] =>
    row.map(
      (cell, column) => html`<${tag}${right[column] ? html` class="align-right"` : ''}>${cell}</${tag}>`,
    )
  const top = head.length === 0 ? noHtml : html`<thead><tr>${cells('th', head)}</tr></thead>`
  const body = rows.map((row) => html`<tr>${cells('td', row)}</tr>\n`)
  return html`<div class="scroll" tabindex="0"><table class="data">${top}<tbody>${body}</tbody></table></div>`
}

function isFigures(rows: readonly (readonly string[])[], column: number): boolean {
  let some = false
  for (const row of rows) {
    const cell = row[column] ?? ''
    if (cell === '') continue
    if (cell.length > 24 || !figure.test(cell)) return false
    some = true
  }
  return some
}
