import type {NodeOf} from '../../../page/index.ts'
import type {NodeContext} from '../node-context.ts'
import {sanitizeText} from '../sanitize.ts'
import {tableLines} from '../table-lines.ts'

/** A table; columns of nothing but numbers end at the same column. */
export function table(node: NodeOf<'table'>, context: NodeContext): readonly string[] {
  const rows = node.rows.map((row) => row.map(sanitizeText))
  return tableLines({head: node.head.map(sanitizeText), rows, right: numeric(rows)}, context)
}

const number = /^[-+−$€£]?\d[\d,. ]{0,30}(?:%|[a-zA-Z]{1,3})?$/

function numeric(rows: readonly (readonly string[])[]): ReadonlySet<number> {
  const first = rows[0] ?? []
  return new Set(
    first.flatMap((_cell, index) => (rows.every((row) => number.test(row[index] ?? '')) ? [index] : [])),
  )
}
