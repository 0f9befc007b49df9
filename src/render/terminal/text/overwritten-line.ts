import {noSgr, type Sgr, sgrBetween} from '../../../page/index.ts'
import {eachGrapheme} from './graphemes.ts'
import type {LineCanvas} from './sanitize.ts'

/** A line that is overwritten, as by progress bars: its last state, cell by cell. */
export function overwrittenLine(): LineCanvas {
  const cells: string[] = []
  const looks: Sgr[] = []
  let cursor = 0

  /** Half of a wide character that was written over is a blank. */
  const put = (grapheme: string, width: number, sgr: Sgr): void => {
    if (width === 0) {
      if (cursor > 0) cells[cursor - 1] += grapheme
      return
    }
    if (cells[cursor] === '' && cursor > 0) cells[cursor - 1] = ' '
    while (cells.length < cursor) cells.push(' ')
    for (let column = 0; column < width; column += 1) {
      cells[cursor + column] = column === 0 ? grapheme : ''
      looks[cursor + column] = sgr
    }
    cursor += width
    if (cells[cursor] === '') cells[cursor] = ' '
  }

  return {
    write: (text, sgr) => eachGrapheme(text, (grapheme, width) => put(grapheme, width, sgr)),
    column: () => cursor,
    back: () => {
      cursor = Math.max(0, cursor - 1)
    },
    home: () => {
      cursor = 0
    },
    erase: (all) => {
      if (all) cursor = 0
      cells.length = Math.min(cells.length, cursor)
    },
    line: () => joined(cells, looks),
  }
}

function joined(cells: readonly string[], looks: readonly Sgr[]): string {
  let line = ''
  let sgr = noSgr
  for (let column = 0; column < cells.length; column += 1) {
    const look = looks[column] ?? noSgr
    line += sgrBetween(sgr, look) + cells[column]
    sgr = look
  }
  return line + sgrBetween(sgr, noSgr)
}
