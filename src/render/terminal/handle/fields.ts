import type {NodeOf} from '../../../page/index.ts'
import {indent} from '../indent.ts'
import {measure} from '../measure.ts'
import type {NodeContext} from '../node-context.ts'
import {sanitizeLine, sanitizeText} from '../sanitize.ts'
import {splitLines} from '../split-lines.ts'
import {wrap, wrapLine} from '../wrap.ts'

/** Each value behind its name. A value with lines of its own stands below it, indented. */
export function fields(node: NodeOf<'fields'>, {look, width}: NodeContext): readonly string[] {
  return node.fields.flatMap(({label, value}) => {
    const name = `${sanitizeLine(label)}:`
    const painted = look.paint.dim(name)
    const lines = splitLines(sanitizeText(value))
    if (lines.length < 2)
      return wrapLine(`${painted} ${lines[0] ?? ''}`.trimEnd(), width, hangingOf(name, lines[0] ?? '', width))
    return [...wrapLine(painted, width), ...indent(width, '  ', '  ', (room) => wrap(lines.join('\n'), room))]
  })
}

/** Values stand under each other where their names leave them the room: paths are broken as little as can be. */
const hangingOf = (name: string, value: string, width: number): number => {
  const columns = measure(name) + 1
  const fits = value.split(' ').every((word) => measure(word) <= width - columns)
  return columns <= width / 3 && fits ? columns : 2
}
