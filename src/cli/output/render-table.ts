import {cut, fill, fillLeft, measure} from '../../render/terminal/text/measure.ts'
import type {Palette} from './palette.ts'
import {printable} from './printable.ts'

/** A column of a table in the terminal. */
export interface Column<Row> {
  readonly head: string
  readonly cell: (row: Row) => string
  /** Aligns the cells to the right, as for numbers. */
  readonly right?: boolean
  /** Takes the room that is left, and is cut if there is not enough. */
  readonly grows?: boolean
  /** Other columns are dropped before this one is cut to less. Default: 12. */
  readonly minWidth?: number
  /** If there is not enough room, the column with the largest number is dropped first; those without one stay. */
  readonly dropOrder?: number
  readonly paint?: (cell: string, row: Row) => string
}

/** A column with the width that it has, or could have. */
interface SizedColumn<Row> extends Column<Row> {
  readonly width: number
}

const gap = '  '

/** A narrower text says nothing. */
const minTextWidth = 12

/** The lines of a table with as many columns as fit, all cells printable, and the total below a rule. */
export function renderTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  {width, palette, total}: {readonly width: number; readonly palette: Palette; readonly total?: Row},
): readonly string[] {
  const all = total === undefined ? rows : [...rows, total]
  const sized = fitColumns(
    columns.map((column): SizedColumn<Row> => {
      const cell = (row: Row): string => printable(column.cell(row))
      const widest = all.reduce((max, row) => Math.max(max, measure(cell(row))), measure(column.head))
      return {...column, cell, width: widest}
    }),
    width,
  )
  const line = (row: Row): string =>
    sized
      .map(({cell, right, width: room, paint = (text) => text}) =>
        paint((right ? fillLeft : fill)(cell(row), room, '…'), row),
      )
      .join(gap)
      .trimEnd()
  const head = sized.map((column) => (column.right ? fillLeft : fill)(column.head, column.width)).join(gap)
  const rule = '─'.repeat(sized.reduce((sum, column) => sum + column.width + gap.length, -gap.length))
  return [
    palette.dim(cut(head.trimEnd(), width)),
    ...rows.map(line),
    ...(total === undefined ? [] : [palette.dim(rule), line(total)]),
  ]
}

const minWidthOf = <Row>({grows, minWidth = minTextWidth, width}: SizedColumn<Row>): number =>
  grows ? Math.min(width, minWidth) : width

function fitColumns<Row>(columns: readonly SizedColumn<Row>[], width: number): readonly SizedColumn<Row>[] {
  const shown = columns.filter((column) => column.width > 0)
  const min = shown.reduce((sum, column) => sum + gap.length + minWidthOf(column), -gap.length)
  const first = Math.max(...shown.map(({dropOrder = 0}) => dropOrder))
  if (min > width && first > 0) {
    const dropped = shown.findLast(({dropOrder}) => dropOrder === first)
    return fitColumns(
      shown.filter((column) => column !== dropped),
      width,
    )
  }
  let room = width - min
  return shown.map((column) => {
    const narrow = minWidthOf(column)
    if (!column.grows) return column
    // If no other column can be dropped, this one is cut below its minimum.
    const more = Math.min(column.width - narrow, Math.max(room, Math.min(0, minTextWidth - narrow)))
    room -= more
    return {...column, width: narrow + more}
  })
}

/** Formats micro-dollars so that the numbers of one table compare: all to the cent, or all finer if all are small. */
export function costFormatter(costs: Iterable<number | undefined>): (cost: number) => string {
  const largest = Math.max(0, ...[...costs].map((cost) => Math.abs(cost ?? 0)))
  const digits = largest > 0 && largest < 1_000_000 ? 4 : 2
  return (cost) => {
    const [whole = '', part = ''] = (Math.abs(cost) / 1_000_000).toFixed(digits).split('.')
    return `${cost < 0 ? '-' : ''}$${Number(whole).toLocaleString('en-US')}.${part}`
  }
}
