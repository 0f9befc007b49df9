import type {NodeOf} from '../../../page/index.ts'
import {hang} from '../indent.ts'
import type {NodeContext} from '../node-context.ts'
import {sanitizeLine, sanitizeText} from '../sanitize.ts'

/** What there is to do, each with its mark; what is done is out of the way, what is being done stands out. */
export function todo(node: NodeOf<'todo'>, {look, glyphs, width}: NodeContext): readonly string[] {
  const {paint} = look
  const pens = {pending: undefined, 'in-progress': paint.strong, completed: paint.dim, cancelled: paint.dim}
  return node.items.flatMap(({text, status, priority}) => {
    const urgency = priority === undefined ? '' : `[${sanitizeLine(priority).toUpperCase()}] `
    const lines = hang(width, `${glyphs.todo[status]} `, urgency + sanitizeText(text))
    const pen = pens[status]
    return pen ? lines.map(pen) : lines
  })
}
