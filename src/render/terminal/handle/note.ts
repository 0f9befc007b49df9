import type {NodeOf} from '../../../page/index.ts'
import {hang} from '../indent.ts'
import type {NodeContext} from '../node-context.ts'
import {sanitizeText} from '../sanitize.ts'

/** A remark behind the mark of its level. One that says what was left out needs no other mark. */
export function note(node: NodeOf<'note'>, {look, glyphs, width}: NodeContext): readonly string[] {
  const {dim, good, warning, bad} = look.paint
  const pen = {info: dim, success: good, warning, error: bad}[node.level]
  const text = sanitizeText(node.text).replaceAll('…', glyphs.ellipsis)
  const mark = text.startsWith(glyphs.ellipsis) ? '' : `${glyphs.notes[node.level]} `
  return hang(width, mark, text).map(pen)
}
