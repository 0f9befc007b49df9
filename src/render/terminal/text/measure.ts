import {isImageLine} from '../nodes/terminal-image.ts'
import {eachGrapheme, isSingleWidth} from './graphemes.ts'
import {readStyled, type StyledText, sliceStyled, stripStyles} from './styled-text.ts'

/** The columns of a line in a terminal. Colours and images take none. */
export function measure(line: string): number {
  if (isSingleWidth(line)) return line.length
  if (isImageLine(line)) return 0
  const plain = stripStyles(line)
  if (isSingleWidth(plain)) return plain.length
  let columns = 0
  eachGrapheme(plain, (_grapheme, width) => {
    columns += width
  })
  return columns
}

/**
 * A line of at most `width` columns; if it was cut, it ends with `mark`. No character is cut in two and no colour is left
 * open. A mark that is wider than the room is left out.
 */
export function cut(line: string, width: number, mark = ''): string {
  const room = Math.max(0, Math.floor(width))
  if (line.length <= room && isSingleWidth(line)) return line
  if (isImageLine(line)) return line
  const styled: StyledText = line.includes('\u001b') ? readStyled(line) : {plain: line, turns: []}
  if (positionAt(styled.plain, room) === styled.plain.length) return line
  const end = measure(mark) <= room ? mark : ''
  const to = positionAt(styled.plain, room - measure(end))
  return `${sliceStyled(styled, [{from: 0, to}])[0] ?? ''}${end}`
}

/** A line of exactly `width` columns: cut if it is longer, padded with spaces if it is shorter. */
export function fill(line: string, width: number, mark = ''): string {
  const {text, spaces} = fitted(line, width, mark)
  return text + spaces
}

/** The same with the spaces in front. */
export function fillLeft(line: string, width: number, mark = ''): string {
  const {text, spaces} = fitted(line, width, mark)
  return spaces + text
}

/** Measured before it is cut, because most lines fit. */
function fitted(line: string, width: number, mark: string): {readonly text: string; readonly spaces: string} {
  if (isImageLine(line)) return {text: line, spaces: ''}
  const room = Math.max(0, Math.floor(width))
  const columns = measure(line)
  if (columns <= room) return {text: line, spaces: ' '.repeat(room - columns)}
  const text = cut(line, room, mark)
  return {text, spaces: ' '.repeat(Math.max(0, room - measure(text)))}
}

/** How many characters of a text fit into some columns. */
function positionAt(plain: string, columns: number): number {
  // No one draws more than a few marks on one letter: the rest of a huge line need not be looked at.
  const near = plain.slice(0, Math.max(columns, 64) * 64)
  if (isSingleWidth(near)) return Math.min(plain.length, columns)
  let column = 0
  let position = near.length
  eachGrapheme(near, (_grapheme, width, at) => {
    if (column > columns) return
    column += width
    if (column > columns) position = at
  })
  return position
}
