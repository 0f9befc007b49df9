import sliceAnsi from 'slice-ansi'
import wrapAnsi from 'wrap-ansi'
import type {TextSink} from './text-sink.ts'

/** A terminal whose bottom lines are redrawn in place while text is printed above them. */
export interface LiveScreen {
  /**
   * Prints text that stays. An incomplete last line is shown above the bottom lines until the rest of it arrives. Colours
   * end with their line and do not continue in the next text.
   */
  print(text: string): Promise<void>
  /** Replaces the bottom lines. Only those that fit into `area` are shown: the last ones, each cut to the width. */
  show(lines: readonly string[]): Promise<void>
  /** Redraws the bottom lines after the terminal has changed its size. */
  resized(): Promise<void>
  /** Removes the bottom lines and shows the cursor until there is something new to draw. */
  pause(): Promise<void>
  /** Removes the bottom lines and shows the cursor; later text is only written. */
  close(): Promise<void>
  /** Closes, and returns the text to write for it, for exits that cannot wait; empty if it is already closed. */
  restore(): string
  /** The room for the bottom lines. */
  readonly area: ScreenSize
}

const csi = '\u001b['
const beginUpdate = `${csi}?2026h`
const endUpdate = `${csi}?2026l`
const hideCursor = `${csi}?25l`
const showCursor = `${csi}?25h`
const wrapOff = `${csi}?7l`
const wrapOn = `${csi}?7h`
const plain = `${csi}0m`

/**
 * Erases from the start of the cursor's row. The rest is not erased from the first column: in the first row, tmux treats
 * that as a cleared screen and keeps it in its history.
 */
const erase = `\r${plain}${csi}K${csi}C${csi}J\r`

/** Goes to the last column, wherever it is now, and wraps: the next row continues this one. */
const wrapToNextRow = `${csi}9999G${wrapOn}  \r${wrapOff}`
const newRow = '\r\n'

/**
 * Keeps lines at the bottom of a terminal. After a resize, some terminals wrap their content again and some cut it, and
 * there is no way to find out. So the rows are never counted: the hidden cursor is on the first cell of the bottom lines,
 * and wherever it has moved to, they start there and nothing else follows.
 *
 * xterm.js (VS Code) moves the cursor for lines that it wraps below it as if they were above, except for the line of the
 * cursor. So the bottom lines are one long line for the terminal, each wrapping into the next. tmux keeps the cursor, but
 * not what it has to wrap (`tmuxArea`), so there each is a separate line.
 */
export function liveScreen(out: TextSink, size: () => ScreenSize, inTmux = false): LiveScreen {
  const room = inTmux ? tmuxArea() : defaultArea
  const next = inTmux ? newRow : wrapToNextRow
  let lines: readonly string[] = []
  /** The start of a line whose end was not printed yet. */
  let unfinished = ''
  let drawnFor: ScreenSize | undefined
  let closed = false

  /** A copy, because the stream itself changes. */
  const sizeNow = (): ScreenSize => {
    const {columns, rows} = size()
    return {columns, rows}
  }
  const draw = (text: string): Promise<void> => {
    const before = drawnFor ? erase : hideCursor
    drawnFor = sizeNow()
    room.resized(drawnFor)
    room.printed(text)
    const {columns, rows: most} = room.of(drawnFor)
    const rows = [...lastRows(unfinished, columns, most), ...lines].slice(-most)
    room.drawn(rows.length)
    const cut = rows.map((row) => sliceAnsi(row, 0, columns))
    return out.write(`${beginUpdate}${before}${text}${paint(cut, next)}${endUpdate}`)
  }
  const cleared = (rest: string): string => {
    if (!drawnFor) return ''
    drawnFor = undefined
    return `${endUpdate}${wrapOn}${erase}${rest}${showCursor}`
  }
  const restore = (): string => {
    if (closed) return ''
    closed = true
    return cleared(unfinished)
  }
  return {
    async print(text) {
      const end = text.lastIndexOf('\n') + 1
      if (closed || (!drawnFor && unfinished === '' && end === text.length)) {
        room.printed(text)
        return out.write(text)
      }
      const finished = end > 0 ? unfinished + text.slice(0, end) : ''
      unfinished = end > 0 ? text.slice(end) : unfinished + text
      return draw(finished)
    },
    async show(wanted) {
      const given = wanted.flatMap((line) => line.split('\n'))
      const same = isSame(given, lines) && (!drawnFor || isSameSize(sizeNow(), drawnFor))
      if (closed || same) return
      lines = given
      return draw('')
    },
    async resized() {
      if (drawnFor && !closed) return draw('')
    },
    async pause() {
      lines = []
      if (!closed) return out.write(cleared(''))
    },
    close: () => out.write(restore()),
    restore,
    get area() {
      return room.of(sizeNow())
    },
  }
}

/** Draws rows from the cursor down and returns it to their start. Rows do not wrap. */
function paint(rows: readonly string[], next: string): string {
  if (rows.length === 0) return ''
  const up = rows.length > 1 ? `${csi}${rows.length - 1}A` : ''
  return `${plain}${wrapOff}${rows.join(plain + next)}${plain}${wrapOn}${up}\r`
}

/** With colours, a cell rarely takes more characters. The complete line is printed in the end. */
const charactersPerCell = 4

/** The last rows of a long line. The part before them is not read. */
function lastRows(line: string, columns: number, most: number): readonly string[] {
  if (line === '') return []
  const end = line.slice(-columns * most * charactersPerCell).replace(/^[\udc00-\udfff]/, '')
  return wrapAnsi(end, columns, {hard: true, wordWrap: false, trim: false}).split('\n').slice(-most)
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, index) => line === b[index])

const isSameSize = (a: ScreenSize, b: ScreenSize): boolean => a.columns === b.columns && a.rows === b.rows

/** The size of a terminal or a part of it, in cells. */
interface ScreenSize {
  readonly columns: number
  readonly rows: number
}

/** Decides how much of a terminal can be redrawn in place and still be found after a resize. */
interface ScreenArea {
  /** The room for the bottom lines. */
  of(size: ScreenSize): ScreenSize
  /** The terminal has this size now. */
  resized(size: ScreenSize): void
  /** Text was printed above the bottom lines. */
  printed(text: string): void
  /** The number of bottom lines that are drawn now. */
  drawn(rows: number): void
}

/** Half of the rows: a terminal that is halved still contains them. Rows that scroll out cannot be redrawn. */
const half = ({rows}: ScreenSize): number => Math.max(1, Math.floor(rows / 2))

/** Most terminals. One column stays free: if the last one is full, some terminals wrap and some do not. */
const defaultArea: ScreenArea = {
  of: (size) => ({columns: Math.max(1, size.columns - 1), rows: half(size)}),
  resized() {},
  printed() {},
  drawn() {},
}

/**
 * tmux scrolls once for every row that a resize has wrapped, even if half of the screen is empty, and rows that scroll out
 * stay. So a quarter of each row is left free, so that dragging a border wraps nothing, and there are no more bottom lines
 * than rows above them, which scroll out first.
 */
function tmuxArea(): ScreenArea {
  let size: ScreenSize | undefined
  let shown = 0
  /** The minimum number of rows above the bottom lines. */
  let above = 0
  const widest = ({columns}: ScreenSize): number => Math.max(1, Math.floor((columns * 3) / 4))
  return {
    of: (now) => ({columns: widest(now), rows: Math.max(1, Math.min(half(now), above))}),
    resized(now) {
      if (size && (size.columns !== now.columns || size.rows !== now.rows)) {
        const wrapped = shown * (Math.ceil(widest(size) / now.columns) - 1)
        above = Math.max(0, Math.min(above, size.rows - shown, now.rows - 1) - wrapped)
      }
      size = now
    },
    printed(text) {
      above += text.split('\n').length - 1
    },
    drawn(rows) {
      shown = rows
    },
  }
}
