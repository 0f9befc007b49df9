import type {Sgr} from '../../page/index.ts'

/** How a stretch of text looks, and where it leads. */
export interface Ink {
  readonly sgr: Sgr
  readonly url: string | undefined
}

/** A line as a terminal has it when a program is done with it. */
export interface TerminalLine {
  readonly write: (text: string, ink: Ink) => void
  /** Puts the cursor back by one, or to the start. */
  readonly back: () => void
  readonly home: () => void
  /** Forgets what stands right of the cursor, or everything. */
  readonly erase: (all: boolean) => void
  readonly runs: () => readonly Run[]
}

/** Text of one look. */
export interface Run {
  readonly text: string
  readonly ink: Ink
}

/** An empty line. Only one that goes back over itself, as progress bars do, is kept character by character. */
export const terminalLine = (goesBack: boolean): TerminalLine => (goesBack ? overwritten() : appended())

function appended(): TerminalLine {
  const runs: Run[] = []
  return {
    write: (text, ink) => runs.push({text, ink}),
    back: () => {},
    home: () => {},
    erase: () => {},
    runs: () => runs,
  }
}

const joinsToPrevious = /^(?:\p{M}|\u200d|\ufe0e|\ufe0f)$/u

function overwritten(): TerminalLine {
  const cells: Run[] = []
  let cursor = 0

  const put = (text: string, ink: Ink): void => {
    const previous = cells[cursor - 1]
    if (previous && joinsToPrevious.test(text)) cells[cursor - 1] = {...previous, text: previous.text + text}
    else {
      cells[cursor] = {text, ink}
      cursor += 1
    }
  }

  return {
    write: (text, ink) => {
      for (const character of text) put(character, ink)
    },
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
    runs: () => joined(cells),
  }
}

function joined(cells: readonly Run[]): readonly Run[] {
  const runs: Run[] = []
  let text = ''
  for (const [index, cell] of cells.entries()) {
    text += cell.text
    if (cells[index + 1]?.ink === cell.ink) continue
    runs.push({text, ink: cell.ink})
    text = ''
  }
  return runs
}
