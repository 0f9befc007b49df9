import {formatNoun} from '../../../page/index.ts'
import type {TerminalOptions} from '../terminal-options.ts'
import {glyphsFor} from '../text/glyphs.ts'
import {cut} from '../text/measure.ts'

/**
 * The first rows of many, and how many there are more; where the end says how it went, the first and the last. One row
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
  `${glyphsFor(options).ellipsis} ${formatNoun(count, 'more line')}`

function withoutBlank(rows: readonly string[]): readonly string[] {
  let end = rows.length
  while (end > 0 && rows[end - 1]?.trim() === '') end -= 1
  return rows.slice(0, end)
}
