import type {NodeOf} from '../../../page/index.ts'
import {escapeText} from '../escape-text.ts'
import {sanitizeLine} from '../sanitize.ts'
import {tableBlock} from '../table-block.ts'

const number = /^[-+−$€£]?\d[\d,. ]{0,30}(?:%|[a-zA-Z]{1,3})?$/

/** A table; columns of nothing but numbers stand to the right. */
export function table({head, rows}: NodeOf<'table'>): readonly string[] {
  const cell = (text: string): string => escapeText(sanitizeLine(text), {cell: true, link: false})
  const numeric = (rows[0] ?? []).flatMap((_cell, index) =>
    rows.every((row) => number.test(row[index] ?? '')) ? [index] : [],
  )
  return [
    tableBlock(
      head.map(cell),
      rows.map((row) => row.map(cell)),
      new Set(numeric),
    ),
  ]
}
