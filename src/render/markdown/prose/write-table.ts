import type {ProseBlock} from '../../../page/prose.ts'
import {tableBlock} from '../table-block.ts'
import type {ProseContext} from './write-block.ts'
import {writeInline} from './write-inline.ts'

/** A table, with its columns set as they were. */
export function writeTable({children}: ProseBlock, {context}: ProseContext): readonly string[] {
  const rows = children.flatMap((part) => part.children.map((row) => row.children))
  const cells = rows.map((row) =>
    row.map((cell) => cell.children.map(({token}) => writeInline(token, context, 'cell')).join(' ')),
  )
  const right = (rows[0] ?? []).flatMap(({token}, index) =>
    token.attrGet('style') === 'text-align:right' ? [index] : [],
  )
  const [head = [], ...rest] = cells
  return [tableBlock(head, rest, new Set(right))]
}
