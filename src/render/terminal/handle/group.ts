import type {NodeOf} from '../../../page/index.ts'
import {fewRows} from '../few-rows.ts'
import {indent} from '../indent.ts'
import type {NodeContext} from '../node-context.ts'
import {rowsFor} from '../row-limits.ts'
import {sanitizeLine} from '../sanitize.ts'
import {wrapLine} from '../wrap.ts'

/** A heading with what belongs to it. Nothing can be unfolded in a terminal, so a beginning of what is folded is shown. */
export function group(node: NodeOf<'group'>, {look, width, draw}: NodeContext): readonly string[] {
  const title = sanitizeLine(node.title)
  return [
    ...(title === '' ? [] : wrapLine(title, width).map(look.paint.strong)),
    ...indent(width, '  ', '  ', (room) => {
      const rows = draw(node.nodes, room)
      return node.folded ? fewRows(rows, rowsFor('folded', look), look, room) : rows
    }),
  ]
}
