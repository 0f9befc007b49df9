import type {TerminalNodeContext} from '../terminal-options.ts'
import {fill, fillLeft, measure} from '../text/measure.ts'
import {wrapLine, wrapText} from '../text/wrap.ts'

/** A table with sanitized cells, which can contain colours. */
export interface TerminalTable {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Columns whose cells end at the same column, as numbers should. */
  readonly right: ReadonlySet<number>
}

const minColumnWidth = 4

/**
 * A table with aligned columns. Columns that are too wide are wrapped; if there are more than fit next to
 * each other, each row becomes a list of its cells with their names.
 */
export function tableLines(table: TerminalTable, context: TerminalNodeContext): readonly string[] {
  const {glyphs, options, width} = context
  const count = table.rows.reduce((most, row) => Math.max(most, row.length), table.head.length)
  if (count === 0) return []
  if (count * (minColumnWidth + 3) - 3 > width) return listLines(table, context)
  const widths = shrink(naturalWidths(table, count), width - (count - 1) * 3)
  const paintedColumn = options.paint.dim(glyphs.column)
  const row = (cells: readonly string[]): readonly string[] => {
    const parts = widths.map((column, index) => wrapText(cells[index] ?? '', column))
    const height = parts.reduce((most, lines) => Math.max(most, lines.length), 1)
    return Array.from({length: height}, (_, line) =>
      widths
        .map((column, index) =>
          (table.right.has(index) ? fillLeft : fill)(parts[index]?.[line] ?? '', column),
        )
        .join(` ${paintedColumn} `)
        .trimEnd(),
    )
  }
  const rule = widths
    .map((column) => glyphs.rule.repeat(column))
    .join(glyphs.rule + glyphs.cross + glyphs.rule)
  return [
    ...(table.head.length === 0
      ? []
      : [...row(table.head.map(options.paint.strong)), options.paint.dim(rule)]),
    ...table.rows.flatMap(row),
  ]
}

function naturalWidths(table: TerminalTable, count: number): readonly number[] {
  const widths = new Array<number>(count).fill(1)
  for (const row of [table.head, ...table.rows]) {
    row.forEach((cell, index) => {
      for (const line of cell.split('\n')) widths[index] = Math.max(widths[index] ?? 1, measure(line))
    })
  }
  return widths
}

/** Takes from the widest columns until all fit; narrow ones stay as they are. */
function shrink(widths: readonly number[], room: number): readonly number[] {
  let left = room
  let most = Number.POSITIVE_INFINITY
  const sorted = widths.toSorted((one, other) => one - other)
  for (const [index, width] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - index))
    if (width > share) {
      most = Math.max(1, share)
      break
    }
    left -= width
  }
  return widths.map((width) => Math.min(width, most))
}

function listLines(
  {head, rows}: TerminalTable,
  {width, options, glyphs}: TerminalNodeContext,
): readonly string[] {
  const lines: string[] = []
  const all = rows.length === 0 ? [head] : rows
  for (const [number, row] of all.entries()) {
    if (number > 0) lines.push(options.paint.dim(glyphs.rule.repeat(Math.min(width, 8))))
    for (const [index, cell] of row.entries()) {
      const name = rows.length === 0 ? '' : (head[index] ?? '')
      for (const line of `${name === '' ? '' : `${options.paint.strong(name)}: `}${cell}`.split('\n')) {
        for (const part of wrapLine(line, width, 2)) lines.push(part)
      }
    }
  }
  return lines
}
