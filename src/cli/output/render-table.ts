import {cut, fill, fillLeft, measure} from '../../render/terminal/text/measure.ts'
import type {Palette} from './palette.ts'
import {printable} from './printable.ts'

/** A column of a table for people. */
export interface Column<Row> {
  readonly head: string
  readonly cell: (row: Row) => string
  /** Numbers end at the same column. */
  readonly right?: boolean
  /** Takes what room there is, and is cut where there is not enough. */
  readonly grows?: boolean
  /** Others go before it is cut to less than this. Usual: 12. */
  readonly minWidth?: number
  /** The columns with the largest number go first where there is not enough room; those without one stay. */
  readonly dropOrder?: number
  readonly paint?: (cell: string, row: Row) => string
}

const gap = '  '

/** Narrower than this a text tells nothing. */
const minTextWidth = 12

/** Sets rows under their heads, their cells printable, with as many columns as fit, and a last row below a line where one is given. */
export function renderTable<Row>(
  given: readonly Column<Row>[],
  rows: readonly Row[],
  {width, palette, total}: {readonly width: number; readonly palette: Palette; readonly total?: Row},
): readonly string[] {
  const all = total === undefined ? rows : [...rows, total]
  const columns = given.map((column) => ({...column, cell: (row: Row) => printable(column.cell(row))}))
  const sized = chooseColumns(
    columns.map((column) => ({column, width: naturalWidth(column, all)})),
    width,
  )
  const line = (row: Row): string =>
    sized
      .map(({column, width: room}) => {
        const cell = (column.right ? fillLeft : fill)(column.cell(row), room, '…')
        return column.paint ? column.paint(cell, row) : cell
      })
      .join(gap)
      .trimEnd()
  const head = sized
    .map(({column, width: room}) => (column.right ? fillLeft : fill)(column.head, room))
    .join(gap)
  const rule = '─'.repeat(sized.reduce((sum, {width: room}) => sum + room + gap.length, -gap.length))
  return [
    palette.dim(cut(head.trimEnd(), width)),
    ...rows.map(line),
    ...(total === undefined ? [] : [palette.dim(rule), line(total)]),
  ]
}

interface Sized<Row> {
  readonly column: Column<Row>
  readonly width: number
}

const naturalWidth = <Row>({head, cell}: Column<Row>, rows: readonly Row[]): number =>
  rows.reduce((most, row) => Math.max(most, measure(cell(row))), measure(head))

const minWidthOf = <Row>({grows, minWidth = minTextWidth}: Column<Row>, natural: number): number =>
  grows ? Math.min(natural, minWidth) : natural

function chooseColumns<Row>(columns: readonly Sized<Row>[], width: number): readonly Sized<Row>[] {
  const shown = columns.filter(({width: natural}) => natural > 0)
  const least = shown.reduce(
    (sum, {column, width: natural}) => sum + gap.length + minWidthOf(column, natural),
    -gap.length,
  )
  const last = Math.max(...shown.map(({column}) => column.dropOrder ?? 0))
  if (least > width && last > 0) {
    const goes = shown.findLast(({column}) => column.dropOrder === last)
    return chooseColumns(
      shown.filter((candidate) => candidate !== goes),
      width,
    )
  }
  let room = width - least
  return shown.map(({column, width: natural}) => {
    const narrow = minWidthOf(column, natural)
    if (!column.grows) return {column, width: narrow}
    // Where no other can go any more, it is cut after all.
    const more = Math.min(natural - narrow, Math.max(room, Math.min(0, minTextWidth - narrow)))
    room -= more
    return {column, width: narrow + more}
  })
}
