import sliceAnsi from 'slice-ansi'
import wrapAnsi from 'wrap-ansi'
import type {TextSink} from './text-sink.ts'

/** A terminal whose bottom lines are redrawn in place while text is printed above them. */
export interface LiveScreen {
  /**
   * Prints text for good. Its last line, if it does not end, is shown above the bottom lines until the rest of it
   * comes. Colours end with their line: they are not carried over to the next text.
   */
  print(text: string): Promise<void>
  /** Replaces the bottom lines. Only what there is `room` for is shown: the last ones, each as far as it fits. */
  show(lines: readonly string[]): Promise<void>
  /** Draws the bottom lines anew after the terminal has changed its size. */
  resized(): Promise<void>
  /** Takes the bottom lines away and gives the cursor back until there is something new to draw. */
  pause(): Promise<void>
  /** Takes the bottom lines away and gives the cursor back; what is printed later is only written. */
  close(): Promise<void>
  /** Closes, but gives what is to be written for it, for exits that cannot wait; nothing where that was done. */
  restore(): string
  /** How many bottom lines there is room for, and how wide they may be. */
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
 * Erases from the beginning of the cursor's row. The rest is not erased from the first column, because tmux takes
 * that for a cleared screen where the row is the first one, and keeps it in its history.
 */
const erase = `\r${plain}${csi}K${csi}C${csi}J\r`

/** Goes to the last column, however many there are by now, and over the edge: the next row continues this one. */
const wrapToNextRow = `${csi}9999G${wrapOn}  \r${wrapOff}`
const newRow = '\r\n'

/**
 * Keeps lines at the bottom of a terminal. When it changes its size, some terminals wrap what they show anew, some
 * cut it, and nobody tells which. So the rows are never counted: the cursor stands hidden on the first cell of the
 * bottom lines, and wherever that has moved to, they begin there, and nothing but them follows.
 *
 * xterm.js (VS Code) moves the cursor for lines it wraps below it as if they were above, but lets the line that the
 * cursor is in alone. So the bottom lines are one long line to the terminal, each going over the edge into the next.
 * tmux keeps the cursor, but what it has to wrap it cannot keep (`tmuxArea`): there each is a line of its own.
 */
export function liveScreen(out: TextSink, size: () => ScreenSize, inTmux = false): LiveScreen {
  const room = inTmux ? tmuxArea() : defaultArea
  const next = inTmux ? newRow : wrapToNextRow
  let lines: readonly string[] = []
  /** The beginning of a line whose end was not printed yet. */
  let unfinished = ''
  let drawnFor: ScreenSize | undefined
  let closed = false

  /** A copy: it may be the stream itself, which changes. */
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

/** Draws rows from the cursor down and takes it back to where they begin. Rows do not wrap. */
function paint(rows: readonly string[], next: string): string {
  if (rows.length === 0) return ''
  const up = rows.length > 1 ? `${csi}${rows.length - 1}A` : ''
  return `${plain}${wrapOff}${rows.join(plain + next)}${plain}${wrapOn}${up}\r`
}

/** With colours, a cell rarely takes more than this many characters; the line is printed whole in the end. */
const charactersPerCell = 4

/** The last rows of a long line. What is before them is not looked at, however much it is. */
function lastRows(line: string, columns: number, most: number): readonly string[] {
  if (line === '') return []
  const end = line.slice(-columns * most * charactersPerCell).replace(/^[\udc00-\udfff]/, '')
  return wrapAnsi(end, columns, {hard: true, wordWrap: false, trim: false}).split('\n').slice(-most)
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, index) => line === b[index])

const isSameSize = (a: ScreenSize, b: ScreenSize): boolean => a.columns === b.columns && a.rows === b.rows

/** How large a terminal is, or a part of it, in cells. */
interface ScreenSize {
  readonly columns: number
  readonly rows: number
}

/** Decides how much of a terminal may be redrawn in place, so that it can still be found after a resize. */
interface ScreenArea {
  /** What the bottom lines may take of a terminal. */
  of(size: ScreenSize): ScreenSize
  /** The terminal is about to be drawn on, and has this size now. */
  resized(size: ScreenSize): void
  /** Text was printed above the bottom lines. */
  printed(text: string): void
  /** So many bottom lines are drawn now. */
  drawn(rows: number): void
}

/** Half of the rows: halved in one step, the terminal still holds them. What has left its top is out of reach. */
const half = ({rows}: ScreenSize): number => Math.max(1, Math.floor(rows / 2))

/** Most terminals. One column stays free: where the last one is full, some go to the next row and some do not. */
const defaultArea: ScreenArea = {
  of: (size) => ({columns: Math.max(1, size.columns - 1), rows: half(size)}),
  resized() {},
  printed() {},
  drawn() {},
}

/**
 * tmux scrolls once for every row that a resize has wrapped, even where half of the screen is empty, and what has
 * scrolled away stays. So a quarter of each row is left free, that pulling at a border wraps nothing, and there are
 * no more bottom lines than rows above them: those scroll away before them.
 */
function tmuxArea(): ScreenArea {
  let size: ScreenSize | undefined
  let shown = 0
  /** Surely above the bottom lines; there may be more. */
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
