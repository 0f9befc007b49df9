import {measure} from '../text/measure.ts'
import {wrapLine} from '../text/wrap.ts'
import {isImageLine} from './terminal-image.ts'

/** Fewer columns than this are not worth an indentation. */
const minRoom = 6

/**
 * Draws lines behind something: `first` before the first line, `rest` before all others; both are equally wide.
 * If too little room would be left, as in a deeply nested list, the lines are not indented.
 */
export function indentLines(
  width: number,
  first: string,
  rest: string,
  draw: (room: number) => readonly string[],
): readonly string[] {
  const room = width - measure(first)
  if (room < minRoom) return draw(width)
  const behind = (before: string, line: string): string =>
    line === '' ? before.trimEnd() : isImageLine(line) ? line : before + line
  return draw(room).map((line, index) => behind(index === 0 ? first : rest, line))
}

/** Sanitized text after a mark; all its lines are aligned with the first. */
export function hangingLines(width: number, mark: string, text: string): readonly string[] {
  const columns = measure(mark)
  const before = ' '.repeat(Math.min(columns, Math.floor(width / 2)))
  return text
    .split('\n')
    .flatMap((line, index) => wrapLine((index === 0 ? mark : before) + line, width, columns))
}
