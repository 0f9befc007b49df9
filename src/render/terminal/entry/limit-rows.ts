import {formatOmitted} from '../../../page/index.ts'
import type {TerminalOptions} from '../terminal-options.ts'
import {glyphsFor} from '../text/glyphs.ts'
import {cut} from '../text/measure.ts'

/**
 * The first rows of many, and the number of the others; if the end shows the outcome, the first and the last. One row
 * too many is shown: the remark would take its place.
 */
export function limitRows(
  rows: readonly string[],
  most: number,
  options: TerminalOptions,
  width: number,
  shows: 'beginning' | 'both-ends' = 'beginning',
): readonly string[] {
  if (rows.length <= most + 1) return rows
  const first = shows === 'beginning' ? most : Math.ceil(most / 3)
  const head = withoutBlank(rows.slice(0, first))
  const tail = first < most ? rows.slice(first - most) : []
  const rest = formatMoreLines(rows.length - head.length - tail.length, options)
  return [...head, options.paint.dim(cut(rest, width)), ...tail]
}

/** The remark on what is not shown. */
export const formatMoreLines = (count: number, options: TerminalOptions): string =>
  formatOmitted(count, 'line').replace('…', glyphsFor(options).ellipsis)

function withoutBlank(rows: readonly string[]): readonly string[] {
  let end = rows.length
  while (end > 0 && rows[end - 1]?.trim() === '') end -= 1
  return rows.slice(0, end)
}
