import type {TerminalNodeContext} from '../terminal-options.ts'
import {fillLeft} from '../text/measure.ts'
import {sanitizeTerminalText, splitTextLines} from '../text/sanitize.ts'
import {wrapLine} from '../text/wrap.ts'
import {highlightCode} from './highlight-code.ts'

/** Lines of code in colour, with their numbers where the first one's is known. */
export function codeLines(
  code: string,
  language: string | undefined,
  firstLine: number | undefined,
  context: TerminalNodeContext,
): readonly string[] {
  const {options, width} = context
  const source = splitTextLines(sanitizeTerminalText(code)).join('\n')
  if (source === '') return []
  const lines = highlightCode(source, language, options.paint)
  if (firstLine === undefined) return lines.flatMap((line) => wrapLine(line, width))
  return numberedLines(
    lines.map((line, index) => ({number: firstLine + index, line})),
    context,
  )
}

/** Lines behind a gutter with their numbers. A terminal too narrow for both has the lines alone. */
export function numberedLines(
  lines: readonly {readonly number: number | undefined; readonly line: string}[],
  {options, glyphs, width}: TerminalNodeContext,
): readonly string[] {
  const digits = lines.reduce((most, {number}) => Math.max(most, `${number ?? ''}`.length), 0)
  const room = width - digits - 3
  if (digits === 0 || room < digits + 8) return lines.flatMap(({line}) => wrapLine(line, width))
  const gutter = (number: string): string =>
    options.paint.dim(`${fillLeft(number, digits)} ${glyphs.gutter} `)
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
