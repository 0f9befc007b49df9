import xterm from '@xterm/headless'
import {describe, expect, test} from 'vitest'
import {fc} from '../../test/support/fc.ts'
import {type LiveScreen, liveScreen} from './live-screen.ts'

/** A real terminal, with a live screen that writes to it. */
function openTerminal(columns: number, rows: number) {
  const terminal = new xterm.Terminal({
    cols: columns,
    rows,
    scrollback: 100_000,
    convertEol: true,
    allowProposedApi: true,
  })
  const written: string[] = []
  const write = (text: string): Promise<void> => new Promise((resolve) => terminal.write(text, resolve))
  const sink = {
    closed: false,
    write(text: string) {
      written.push(text)
      return write(text)
    },
  }
  const screen = liveScreen(sink, () => ({columns: terminal.cols, rows: terminal.rows}))
  return {
    terminal,
    screen,
    written,
    write,
    async resize(columns: number, rows: number) {
      terminal.resize(columns, rows)
      await screen.resized()
    },
  }
}

type Buffer = xterm.Terminal['buffer']['active']

/** The lines of a terminal's complete history, with wrapped lines joined. */
function textOf(buffer: Buffer): readonly string[] {
  const lines: string[] = []
  for (let at = 0; at < buffer.length; at += 1) {
    const row = buffer.getLine(at)
    const continues = buffer.getLine(at + 1)?.isWrapped ?? false
    const text = row?.translateToString(!continues) ?? ''
    if (row?.isWrapped) lines.push(`${lines.pop() ?? ''}${text}`)
    else lines.push(text)
  }
  const trimmed = lines.map((line) => line.trimEnd())
  while (trimmed.at(-1) === '') trimmed.pop()
  return trimmed
}

/** The visible rows, without empty ones at the end. */
function visible({buffer: {active}, rows}: xterm.Terminal): readonly string[] {
  const seen = Array.from({length: rows}, (_, row) =>
    (active.getLine(active.baseY + row)?.translateToString(true) ?? '').trimEnd(),
  )
  while (seen.at(-1) === '') seen.pop()
  return seen
}

const numbered = (word: string, count: number): readonly string[] =>
  Array.from({length: count}, (_, index) => `${word} ${index + 1}`)

const cut = (lines: readonly string[], columns: number): readonly string[] =>
  lines.map((line) => line.slice(0, columns - 1))

describe('the bottom lines', () => {
  test('are removed during a pause, and return with the next change', async () => {
    const {terminal, screen, written, write} = openTerminal(40, 10)
    await screen.print('first\n')
    await screen.show(['◐ Bash 1s'])
    await screen.pause()
    expect(visible(terminal)).toEqual(['first'])
    expect(written.at(-1)).toContain('\u001b[?25h')
    await write('[1]+ Stopped\n$ fg\n')
    await screen.show(['◐ Bash 1s'])
    expect(visible(terminal)).toEqual(['first', '[1]+ Stopped', '$ fg', '◐ Bash 1s'])
    await screen.close()
    expect(visible(terminal)).toEqual(['first', '[1]+ Stopped', '$ fg'])
  })
  test('are below the printed text, are replaced in place, and are removed at the end', async () => {
    const {terminal, screen} = openTerminal(40, 10)
    await screen.print('first\n')
    await screen.show(['◐ Bash 1s', '◐ Read 1s'])
    expect(visible(terminal)).toEqual(['first', '◐ Bash 1s', '◐ Read 1s'])
    await screen.print('second\n')
    await screen.show(['◐ Read 2s'])
    expect(visible(terminal)).toEqual(['first', 'second', '◐ Read 2s'])
    await screen.close()
    expect(visible(terminal)).toEqual(['first', 'second'])
    await screen.print('third\n')
    expect(visible(terminal)).toEqual(['first', 'second', 'third'])
  })
  for (const [columns, rows] of [
    [80, 24],
    [40, 5],
    [12, 3],
    [2, 2],
  ] as const) {
    test(`leave nothing behind when ${columns}×${rows} cells scroll`, async () => {
      const {terminal, screen} = openTerminal(columns, rows)
      const printed = numbered('a line that is longer than some terminals are wide', 60)
      for (const [index, line] of printed.entries()) {
        await screen.show(cut(numbered(`running ${index}`, index % 5), columns))
        await screen.print(`${line}\n`)
      }
      await screen.close()
      expect(textOf(terminal.buffer.active)).toEqual(printed)
    })
  }
  test('are the last ones if there are too many, and use at most half of the rows', async () => {
    const {terminal, screen} = openTerminal(40, 8)
    await screen.print(`${numbered('text', 20).join('\n')}\n`)
    expect(screen.area).toEqual({columns: 39, rows: 4})
    await screen.show(numbered('running', 30))
    expect(visible(terminal)).toEqual([
      ...numbered('text', 20).slice(-4),
      'running 27',
      'running 28',
      'running 29',
      'running 30',
    ])
    await screen.close()
    expect(textOf(terminal.buffer.active)).toEqual(numbered('text', 20))
  })
  test('take one row each, however wide the terminal draws them', async () => {
    const {terminal, screen} = openTerminal(10, 8)
    await screen.print('text\n')
    await screen.show(['0123456789abcdef', '表表表表表表表', '\u001b[41mred and long\u001b[0m', 'a\nb'])
    expect(visible(terminal).length).toBe(5)
    expect(visible(terminal).slice(-2)).toEqual(['a', 'b'])
    await screen.close()
    expect(textOf(terminal.buffer.active)).toEqual(['text'])
  })
})

describe('a resize', () => {
  const sizes = [
    [30, 24],
    [120, 24],
    [25, 6],
    [25, 40],
    [200, 10],
    [9, 24],
    [60, 3],
  ] as const
  for (const [columns, rows] of sizes) {
    test(`to ${columns}×${rows} shows the bottom lines once, without traces of the old ones`, async () => {
      const {terminal, screen, resize} = openTerminal(60, 20)
      const printed = numbered('printed before the terminal was resized, and long enough to be wrapped', 7)
      await screen.print(`${printed.join('\n')}\n`)
      await screen.show(cut(numbered('running for quite some time now, with much to say of itself', 4), 60))
      await resize(columns, rows)
      const lines = numbered('still running', Math.min(4, screen.area.rows)).map((line) =>
        line.slice(0, columns - 1),
      )
      await screen.show(lines)
      expect(visible(terminal).slice(-lines.length)).toEqual(lines)
      expect(visible(terminal).filter((row) => row.includes('running')).length).toBeLessThanOrEqual(4)
      await screen.print('after\n')
      await screen.close()
      expect(textOf(terminal.buffer.active)).toEqual([...printed, 'after'])
    })
  }
  test('works at any moment, any number of times', async () => {
    const size = fc.record({columns: fc.integer({min: 2, max: 90}), rows: fc.integer({min: 2, max: 30})})
    const text = fc.string({unit: fc.constantFrom('a', 'b', ' ', 'ß', '表'), maxLength: 120})
    const step = fc.oneof(
      fc.record({print: text.map((line) => `${line.trimEnd()}.\n`)}),
      fc.record({show: fc.array(text, {maxLength: 12})}),
      fc.record({resize: size}),
    )
    await fc.assert(
      fc.asyncProperty(size, fc.array(step, {maxLength: 40}), async (start, steps) => {
        const {terminal, screen, resize} = openTerminal(start.columns, start.rows)
        let printed = ''
        for (const step of steps) {
          if ('resize' in step) await resize(step.resize.columns, step.resize.rows)
          else if ('show' in step) await screen.show(step.show)
          else {
            printed += step.print
            await screen.print(step.print)
          }
        }
        await screen.close()
        const expected = printed.split('\n').slice(0, -1)
        // Wide letters leave a cell free at the edge of a row that is full.
        const plain = (lines: readonly string[]) => lines.map((line) => line.replace(/\s/g, ''))
        expect(plain(textOf(terminal.buffer.active))).toEqual(plain(expected))
      }),
      {numRuns: 100},
    )
  })
  test('that was not reported yet does no harm', async () => {
    for (const columns of [20, 100]) {
      const {terminal, screen} = openTerminal(60, 20)
      await screen.print('before\n')
      await screen.show(numbered('running', 4))
      terminal.resize(columns, 20)
      await screen.show(numbered('running on', 4))
      await screen.print('after\n')
      await screen.close()
      expect(textOf(terminal.buffer.active)).toEqual(['before', 'after'])
    }
  })
})

describe('an incomplete line', () => {
  test('is shown above the bottom lines and grows there', async () => {
    const {terminal, screen} = openTerminal(20, 12)
    await screen.print('one\nHel')
    await screen.show(['running'])
    expect(visible(terminal)).toEqual(['one', 'Hel', 'running'])
    await screen.print('lo, this is longer than a row')
    expect(visible(terminal)).toEqual(['one', 'Hello, this is long', 'er than a row', 'running'])
    await screen.print('.\n')
    expect(visible(terminal)).toEqual(['one', 'Hello, this is longe', 'r than a row.', 'running'])
    await screen.print('\nlast')
    await screen.close()
    expect(textOf(terminal.buffer.active)).toEqual(['one', 'Hello, this is longer than a row.', '', 'last'])
    expect(terminal.buffer.active.cursorX).toBe(4)
  })
  test('can be longer than the screen, and arrive in chunks', async () => {
    const {terminal, screen, resize} = openTerminal(20, 6)
    const pieces = numbered('piece', 400)
    for (const [index, piece] of pieces.entries()) {
      await screen.print(`\u001b[3${index % 8}m${piece} \u001b[0m`)
      if (index % 50 === 0) await resize(20 + (index % 7), 6)
    }
    await screen.print('\n')
    await screen.close()
    expect(textOf(terminal.buffer.active)).toEqual([pieces.join(' ')])
  })
})

describe('what is written', () => {
  test('is one synchronized update for each redraw', async () => {
    const {screen, written} = openTerminal(40, 10)
    await screen.show(['a', 'b'])
    await screen.print('text\n')
    await screen.resized()
    expect(written.length).toBe(3)
    for (const text of written) {
      expect(text.startsWith('\u001b[?2026h')).toBe(true)
      expect(text.endsWith('\u001b[?2026l')).toBe(true)
    }
  })
  test('is nothing if nothing changed', async () => {
    const {screen, written, terminal} = openTerminal(40, 10)
    await screen.show([])
    await screen.resized()
    expect(written).toEqual([])
    await screen.show(['a', 'b'])
    await screen.show(['a', 'b'])
    expect(written.length).toBe(1)
    terminal.resize(30, 10)
    await screen.show(['a', 'b'])
    expect(written.length).toBe(2)
  })
  test('is only the text if there are no bottom lines', async () => {
    const {screen, written} = openTerminal(40, 10)
    await screen.print('text\n')
    await screen.close()
    expect(written.join('')).toBe('text\n')
  })
  test('is awaited', async () => {
    let release = (): void => {}
    const slow = {closed: false, write: () => new Promise<void>((resolve) => (release = resolve))}
    const screen = liveScreen(slow, () => ({columns: 80, rows: 24}))
    let done = false
    const shown = screen.show(['a']).then(() => {
      done = true
    })
    await new Promise(setImmediate)
    expect(done).toBe(false)
    release()
    await shown
    expect(done).toBe(true)
  })
})

describe('the terminal', () => {
  const isWrapping = ({modes}: xterm.Terminal) => modes.wraparoundMode
  const cursorHidden = (written: readonly string[]) =>
    written.join('').lastIndexOf('\u001b[?25l') > written.join('').lastIndexOf('\u001b[?25h')
  const leave: Readonly<
    Record<string, (screen: LiveScreen, write: (text: string) => Promise<void>) => unknown>
  > = {
    close: (screen) => screen.close(),
    restore: (screen, write) => write(screen.restore()),
  }
  for (const [name, end] of Object.entries(leave)) {
    test(`is restored after ${name}, which can be called twice`, async () => {
      const {terminal, screen, written} = openTerminal(40, 10)
      const write = (text: string): Promise<void> => {
        written.push(text)
        return new Promise((resolve) => terminal.write(text, resolve))
      }
      await screen.print('text\nunfinished')
      await screen.show(['\u001b[31mred', 'b'])
      expect(cursorHidden(written)).toBe(true)
      await end(screen, write)
      expect(screen.restore()).toBe('')
      await screen.close()
      await screen.show(['late'])
      expect(cursorHidden(written)).toBe(false)
      expect(isWrapping(terminal)).toBe(true)
      expect(visible(terminal)).toEqual(['text', 'unfinished'])
      await write('x')
      const cell = terminal.buffer.active.getLine(1)?.getCell(10)
      expect([cell?.getChars(), cell?.isFgDefault()]).toEqual(['x', true])
    })
  }
  test('shows no ^C when the user ends the program', async () => {
    const {terminal, screen, write} = openTerminal(40, 10)
    await screen.print('text\n')
    await screen.show(['a', 'b'])
    await write('^C')
    await write(screen.restore())
    expect(visible(terminal)).toEqual(['text'])
  })
})
