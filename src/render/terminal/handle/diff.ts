import type {DiffLine, NodeOf} from '../../../page/index.ts'
import {numbered} from '../code-lines.ts'
import type {NodeContext} from '../node-context.ts'
import {sanitizeLine, sanitizeText} from '../sanitize.ts'

/** Changed lines with the number they have now, or had, and a mark where lines between are not shown. */
export function diff(node: NodeOf<'diff'>, context: NodeContext): readonly string[] {
  const {paint} = context.look
  const signs = {'+': '+', '-': context.glyphs.minus, ' ': ' '} as const
  const drawn = (line: DiffLine): string => {
    const text = `${signs[line.sign]} ${oneLine(line.text)}`
    return line.sign === '+' ? paint.good(text) : line.sign === '-' ? paint.bad(text) : text
  }
  const lines = node.hunks.flatMap((hunk, index) => [
    ...(index === 0 ? [] : [{number: undefined, line: paint.dim(context.glyphs.gap)}]),
    ...hunk.lines.map((line) => ({number: line.newLine ?? line.oldLine, line: drawn(line)})),
  ])
  return numbered(lines, context)
}

/** A line of a file keeps its indentation; what would break it in two does not break the gutter. */
const oneLine = (text: string): string => {
  const safe = sanitizeText(text)
  return safe.includes('\n') ? sanitizeLine(text) : safe
}
