import {highlight} from './highlight.ts'
import type {NodeContext} from './look.ts'
import {fillLeft} from './measure.ts'
import {sanitizeText, splitLines} from './sanitize.ts'
import {wrapLine} from './wrap.ts'

/** Lines of code in colour, with their numbers where the first one's is known. */
export function codeLines(
  code: string,
  language: string | undefined,
  firstLine: number | undefined,
  context: NodeContext,
): readonly string[] {
  const {look, width} = context
  const source = splitLines(sanitizeText(code)).join('\n')
  if (source === '') return []
  const lines = highlight(source, language, look.paint)
  if (firstLine === undefined) return lines.flatMap((line) => wrapLine(line, width))
  return numbered(
    lines.map((line, index) => ({number: firstLine + index, line})),
    context,
  )
}

/** Lines behind a gutter with their numbers. A terminal too narrow for both has the lines alone. */
export function numbered(
  lines: readonly {readonly number: number | undefined; readonly line: string}[],
  {look, glyphs, width}: NodeContext,
): readonly string[] {
  const digits = lines.reduce((most, {number}) => Math.max(most, `${number ?? ''}`.length), 0)
  const room = width - digits - 3
  if (digits === 0 || room < digits + 8) return lines.flatMap(({line}) => wrapLine(line, width))
  const gutter = (number: string): string => look.paint.dim(`${fillLeft(number, digits)} ${glyphs.gutter} `)
  const blank = gutter('')
  const out: string[] = []
  for (const {number, line} of lines) {
    const parts = wrapLine(line, room)
    const first = gutter(`${number ?? ''}`)
    for (let index = 0; index < parts.length; index += 1)
      out.push((index === 0 ? first : blank) + parts[index])
  }
  return out
}
