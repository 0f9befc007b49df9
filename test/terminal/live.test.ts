import {spawnSync} from 'node:child_process'
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {afterAll, describe, expect, test} from 'vitest'
import type {TerminalWindow, TerminalWindowOptions} from '../support/terminal/terminal-window.ts'
import {hasTmux, openPty, openTmux} from '../support/terminal/terminal-window.ts'
import {trimmed, untouchedTerminal} from '../support/terminal/watched-terminal.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const program = join(root, 'dist/cli/main.js')
const feeder = join(root, 'test/support/terminal/play-stream.mjs')
/** The first Ctrl-C alone never ends what is run with this. */
const steeredRunner = `node --import '${join(root, 'test/support/steered-process.mjs')}'`
const sizeNoter = join(root, 'test/support/terminal/note-size.mjs')
const temp = mkdtempSync(join(tmpdir(), 'recount-live-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const folderOf = (name: string): string => join(root, 'test/recordings/2.1.325', name)
const streamOf = (name: string): string => join(folderOf(name), 'stream.jsonl')

/**
 * The program in a shell, with a recorded run coming through its standard input, and its exit code shown below. With
 * Ctrl-C a kernel usually drops what is just on its way to the terminal, which is not what is looked at here.
 */
const live = (words: string, feed: string, runner = 'node'): string =>
  `stty noflsh; trap : INT; ${runner} '${program}' ${words} < <(node '${feeder}' ${feed}); code=$?; trap '' INT; echo "exit $code"; sleep 60`

/** What is printed where nothing is redrawn. */
function printed(name: string, width: number): readonly string[] {
  const words = [program, 'print', '--style', 'box', '--width', String(width)]
  const {stdout} = spawnSync(process.execPath, words, {input: readFileSync(streamOf(name)), encoding: 'utf8'})
  return trimmed(stdout.split('\n'))
}

/** How long a thing took is another matter each time, and so is the space beside it. */
const timeless = (lines: readonly string[]): readonly string[] =>
  lines.map((line) =>
    line
      .replace(/ \((\d+m )?[\d.]+s\)/, '')
      .replace(/^(✓ completed ·) (\d+m )?[\d.]+s/, '$1')
      .replace(/ +║$/, ' ║'),
  )

const runningMark = /[◐◓◑◒]/

/** A program that notes the sizes its terminal gets, and a way to give it one that returns when the program knows it. */
function resizable() {
  const note = join(mkdtempSync(join(temp, 'size-')), 'size')
  writeFileSync(note, '')
  return {
    runner: `RECOUNT_SIZE_NOTE='${note}' node --import '${sizeNoter}'`,
    resize: async (window: TerminalWindow, columns: number, rows: number): Promise<void> => {
      window.resize(columns, rows)
      await expect.poll(() => readFileSync(note, 'utf8')).toBe(`${columns}x${rows}`)
    },
  }
}

/** A gate that holds a run before some of its lines. */
function gate(...held: readonly number[]) {
  const folder = mkdtempSync(join(temp, 'gate-'))
  return {
    words: `--hold ${held.join(',')} --gate ${folder}`,
    open: (line: number) => writeFileSync(join(folder, String(line)), ''),
  }
}

/** Uses a window and closes it, whatever happens. */
async function within<W extends TerminalWindow>(window: W, use: (window: W) => Promise<void>): Promise<void> {
  try {
    await use(window)
  } finally {
    window.close()
  }
}

const places: readonly (readonly [
  string,
  boolean,
  (command: string, options: TerminalWindowOptions) => TerminalWindow,
])[] = [
  ['in a pseudo terminal', true, openPty],
  ['in tmux', hasTmux, openTmux],
]

for (const [where, there, open] of places) {
  describe.skipIf(!there)(`a live run ${where}`, {concurrent: true}, () => {
    test('shows agents with what they do, whatever the size, and leaves only what was said', async () => {
      const {words, open: openGate} = gate(16, 24, 32)
      const {runner, resize} = resizable()
      const command = live('--width 60', `'${folderOf('subagents-parallel')}' --slower 2 ${words}`, runner)
      await within(open(command, {columns: 80, rows: 30}), async (window) => {
        await window.until(/Review one → Read \S+ +[1-9]\d*s\n.*Review two → Bash echo beta-first/)
        const rows = window.visible().slice(-4)
        expect(rows[0]).toMatch(/^[◐◓◑◒] Agent {2}Review one → Read /)
        expect(rows[1]).toMatch(/^[◐◓◑◒] Agent {2}Review two → Bash echo beta-first {2}\d+s$/)
        expect(rows[2]).toMatch(/^[◐◓◑◒] Bash {2}sleep 0\.5; echo main-bash {2}\d+s$/)
        expect(rows[3]).toMatch(/^ {2}[\d.]+k tokens · \$0\.0\d+ · ctx [\d.]+k$/)
        await resize(window, 50, 20)
        openGate(16)
        await window.until(/Review two → Agent Nes/)
        expect(window.visible().filter((row) => runningMark.test(row))).toHaveLength(3)
        await resize(window, 100, 40)
        openGate(24)
        await window.until(/Review one → .+from-sub-1|Agent +Review one/)
        await resize(window, 33, 12)
        await resize(window, 80, 30)
        openGate(32)
        await window.until('exit 0')
        expect(timeless(window.lines())).toEqual([...timeless(printed('subagents-parallel', 60)), 'exit 0'])
        expect(window.state()).toEqual(untouchedTerminal)
      })
    })
    test('shows calls that run side by side, each until it has its box', async () => {
      const {words, open: openGate} = gate(11, 13)
      const command = live('', `'${folderOf('parallel')}' ${words}`)
      await within(open(command, {columns: 80, rows: 24}), async (window) => {
        await window.until(/Bash {2}sleep 1\.2; echo slow {2}[1-9]\d*s/)
        const running = window.visible().filter((row) => runningMark.test(row))
        expect(running.map((row) => row.slice(2).replace(/ +\d+s$/, ''))).toEqual([
          'Bash  sleep 1.2; echo slow',
          'Bash  cat /nonexistent; exit 3',
          'Read  src/util.ts',
        ])
        openGate(11)
        await window.until('FAILED')
        await window.until(/╝\n\n[◐◓◑◒] Read .*\n.*tokens/)
        expect(window.visible().filter((row) => runningMark.test(row))).toHaveLength(1)
        openGate(13)
        await window.until('exit 0')
        expect(timeless(window.lines())).toEqual([...timeless(printed('parallel', 80)), 'exit 0'])
        expect(window.state()).toEqual(untouchedTerminal)
      })
    })
    test('shows text while it is written', async () => {
      const {words, open: openGate} = gate(14)
      const command = live('', `'${folderOf('partial')}' ${words}`)
      await within(open(command, {columns: 80, rows: 24}), async (window) => {
        await window.until(/^• Streaming some/m)
        expect(window.lines().join('\n')).not.toContain('done.')
        openGate(14)
        await window.until('exit 0')
        expect(timeless(window.lines())).toEqual([...timeless(printed('partial', 80)), 'exit 0'])
        expect(window.state()).toEqual(untouchedTerminal)
      })
    })
    test('has frames for the size the terminal has by then', async () => {
      const {words, open: openGate} = gate(11, 13)
      const {runner, resize} = resizable()
      const command = live('', `'${folderOf('parallel')}' ${words}`, runner)
      await within(open(command, {columns: 80, rows: 24}), async (window) => {
        await window.until('Read  src')
        await resize(window, 56, 24)
        openGate(11)
        await window.until('FAILED')
        await resize(window, 110, 24)
        openGate(13)
        await window.until('exit 0')
        const lines = window.lines()
        const widths = new Set(lines.filter((line) => /^[╔╚]/.test(line)).map((line) => line.length))
        expect([...widths]).toEqual([80, 56, 110])
        expect(lines.filter((line) => runningMark.test(line))).toEqual([])
        expect(window.state()).toEqual(untouchedTerminal)
      })
    })
    test('ends clean with Ctrl-C: what arrived is printed, and the running lines disappear', async () => {
      const {words} = gate(11)
      await within(open(live('', `'${folderOf('parallel')}' --stay ${words}`), {}), async (window) => {
        await window.until('Read  src')
        window.press('\u0003')
        await window.until(/^exit 130$/m)
        const lines = window.lines()
        expect(lines.slice(-2)[0]).toContain('cut off')
        expect(lines.filter((line) => runningMark.test(line) || line.includes('^C'))).toEqual([])
        expect(window.state()).toEqual(untouchedTerminal)
      })
    })
  })
}

describe.concurrent('whoever ends it, the terminal is clean', () => {
  test('Ctrl-C that ends what comes before it too lets it finish', async () => {
    const {words} = gate(11)
    await within(openPty(live('', `'${folderOf('parallel')}' ${words}`)), async (window) => {
      await window.until('Read  src')
      window.press('\u0003')
      await window.until(/^exit \d+$/m)
      expect(window.visible().slice(-2)[0]).toContain('cut off')
      expect(window.lines().filter((line) => runningMark.test(line) || line.includes('^C'))).toEqual([])
      expect(window.state()).toEqual(untouchedTerminal)
    })
  })
  test('Ctrl-C twice ends it at once', async () => {
    const {words} = gate(11)
    const command = live('', `'${folderOf('parallel')}' --stay ${words}`, steeredRunner)
    await within(openPty(command), async (window) => {
      await window.until('Read  src')
      // Two that arrive at once are one.
      const asking = setInterval(() => window.press('\u0003'), 150)
      await window.until(/^exit 130$/m).finally(() => clearInterval(asking))
      const lines = window.lines()
      expect(lines.join('\n')).not.toContain('cut off')
      expect(lines.filter((line) => runningMark.test(line))).toEqual([])
      expect(window.state()).toEqual(untouchedTerminal)
    })
  })
  test('Ctrl-Z hands it to the shell, and fg takes it back', async () => {
    const {words, open: openGate} = gate(11)
    const command = `node '${program}' < <(node '${feeder}' '${folderOf('parallel')}' ${words})`
    await within(openPty("PS1='shell> ' exec bash --norc -i"), async (window) => {
      await window.until('shell>')
      window.press(`${command}\r`)
      await window.until('Read  src')
      window.press('\u001a')
      await window.until('Stopped')
      expect(window.state()).toMatchObject({cursor: true, wrap: true})
      expect(window.lines().filter((line) => runningMark.test(line))).toEqual([])
      window.press('fg\r')
      await window.until('Read  src')
      openGate(11)
      await window.until('✓ completed')
      expect(window.lines().filter((line) => runningMark.test(line))).toEqual([])
    })
  })
  test('SIGTERM gives the cursor back', async () => {
    const {words} = gate(11)
    const file = join(temp, 'pid')
    const feed = `node '${feeder}' '${folderOf('parallel')}' --stay ${words}`
    const command = `(echo $BASHPID > ${file}; exec node '${program}') < <(${feed}); echo "exit $?"; sleep 60`
    await within(openPty(command), async (window) => {
      await window.until('Read  src')
      expect(window.state().cursor).toBe(false)
      process.kill(Number(readFileSync(file, 'utf8')), 'SIGTERM')
      await window.until('exit 143')
      expect(window.lines().filter((line) => runningMark.test(line))).toEqual([])
      expect(window.state()).toEqual(untouchedTerminal)
    })
  })
})

/** A command that ends by itself; its exit code is shown. */
const alone = (command: string): string => `${command}; echo "exit $?"; sleep 60`
const sgr = new RegExp(`${String.fromCharCode(27)}\\[[\\d;:]*m`, 'g')

describe.concurrent('show on a terminal', () => {
  test('pages a long session: q ends it', async () => {
    const command = alone(`node '${program}' show '${streamOf('subagents-parallel')}'`)
    await within(openPty(command, {rows: 20}), async (window) => {
      await window.until(/^:$/m)
      window.press('q')
      await window.until('exit 0')
      expect(window.state()).toEqual(untouchedTerminal)
    })
  })
  test('prints a short one', async () => {
    const command = alone(`node '${program}' show '${streamOf('hello')}'`)
    await within(openPty(command, {rows: 60}), async (window) => {
      await window.until('exit 0')
      expect(window.lines()).toEqual([...printed('hello', 80), 'exit 0'])
      expect(window.state()).toEqual(untouchedTerminal)
    })
  })
  test('ends quietly where only the head is wanted', async () => {
    const show = `node '${program}' show '${streamOf('subagents-parallel')}'`
    await within(openPty(`${show} | head -3; echo "exit \${PIPESTATUS[0]}"; sleep 60`), async (window) => {
      await window.until('exit 0')
      expect(window.lines()).toHaveLength(4)
    })
  })
})

describe.concurrent('colours', () => {
  const print = `node '${program}' < '${streamOf('parallel')}'`
  const coloursOf = async (
    command: string,
    env: Readonly<Record<string, string>>,
  ): Promise<readonly string[]> => {
    let found: readonly string[] = []
    await within(openPty(alone(command), {env}), async (window) => {
      await window.until('exit 0')
      // A reset is no colour; what is redrawn begins with one.
      found = (window.bytes().match(sgr) ?? []).filter((sequence) => sequence !== '\u001b[0m')
    })
    return found
  }
  test('are there on a terminal', async () => {
    expect(await coloursOf(print, {})).not.toEqual([])
  })
  test('are not where NO_COLOR or --no-color say so', async () => {
    expect(await coloursOf(print, {NO_COLOR: '1'})).toEqual([])
    expect(await coloursOf(`node '${program}' --no-color < '${streamOf('parallel')}'`, {})).toEqual([])
  })
  test('are there off a terminal only with FORCE_COLOR', () => {
    const colours = (env: Readonly<Record<string, string>>): boolean => {
      const input = readFileSync(streamOf('parallel'))
      const {stdout} = spawnSync(process.execPath, [program], {input, env, encoding: 'utf8'})
      return stdout.includes('\u001b')
    }
    expect(colours({})).toBe(false)
    expect(colours({FORCE_COLOR: '1'})).toBe(true)
    expect(colours({FORCE_COLOR: '1', NO_COLOR: '1'})).toBe(false)
  })
})

describe('on a terminal that can do nothing', () => {
  test('nothing is redrawn, and there are no control sequences at all', async () => {
    const command = live('', `'${folderOf('parallel')}'`)
    await within(openPty(command, {env: {TERM: 'dumb'}}), async (window) => {
      await window.until('exit 0')
      expect(window.bytes()).not.toContain('\u001b')
      expect(window.lines().filter((line) => runningMark.test(line))).toEqual([])
    })
  })
})
