import type {NodeOf} from '../../../page/index.ts'
import {hang} from '../indent.ts'
import type {NodeContext} from '../node-context.ts'
import {sanitizeLine, sanitizeText} from '../sanitize.ts'
import {wrap} from '../wrap.ts'

/** A question and what could be answered, the answer marked. */
export function choice(node: NodeOf<'choice'>, {look, glyphs, width}: NodeContext): readonly string[] {
  const {paint} = look
  return [
    ...wrap(sanitizeText(node.question), width).map(paint.strong),
    ...node.choices.flatMap(({label, description, chosen}) => {
      const name = sanitizeLine(label)
      const more =
        description === undefined ? '' : ` ${paint.dim(`${glyphs.dot} ${sanitizeLine(description)}`)}`
      const mark = chosen ? paint.good(glyphs.chosen) : paint.dim(glyphs.open)
      return hang(width, `${mark} `, `${chosen ? paint.good(name) : name}${more}`)
    }),
  ]
}
