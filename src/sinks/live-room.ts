/** How large a terminal is, or a part of it, in cells. */
export interface ScreenSize {
  readonly columns: number
  readonly rows: number
}

/** Decides how much of a terminal may be redrawn in place, so that it can still be found after a resize. */
interface LiveRoom {
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
export const usualRoom: LiveRoom = {
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
export function tmuxRoom(): LiveRoom {
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
