import {execFileSync, spawnSync} from 'node:child_process'
import {mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {setTimeout as sleep} from 'node:timers/promises'
import {spawn} from '@lydell/node-pty'
import type {TerminalState} from './watched-terminal.ts'
import {trimmed, watchedTerminal} from './watched-terminal.ts'

/** A terminal of a user, with a shell command running in it. */
export interface TerminalWindow {
  /** Everything it shows and has shown, line by line, whatever its width. */
  lines(): readonly string[]
  /** The rows one sees. */
  visible(): readonly string[]
  state(): TerminalState
  /** Waits until it can be seen; fails with what is seen instead. */
  until(sight: string | RegExp): Promise<void>
  resize(columns: number, rows: number): void
  press(keys: string): void
  /** Closes it, whatever runs in it. */
  close(): void
}

/** What a window is opened with. */
export interface TerminalWindowOptions {
  readonly columns?: number
  readonly rows?: number
  readonly env?: Readonly<Record<string, string>>
}

const patience = 120_000
const env = {PATH: process.env['PATH'] ?? '', HOME: tmpdir(), TZ: 'UTC', LANG: 'C.UTF-8'}

/** A pseudo terminal drawn by xterm.js, the terminal of VS Code. Also gives the bytes that came. */
export function openPty(
  command: string,
  {columns = 80, rows = 24, env: more = {}}: TerminalWindowOptions = {},
): TerminalWindow & {bytes(): string} {
  const terminal = watchedTerminal(columns, rows, false)
  const pty = spawn('bash', ['-c', command], {
    name: more['TERM'] ?? 'xterm-256color',
    cols: columns,
    rows,
    env: {...env, ...more},
  })
  let bytes = ''
  let ended = false
  pty.onData((text) => {
    bytes += text
    void terminal.write(text)
  })
  pty.onExit(() => {
    ended = true
  })
  const {lines, visible, state} = terminal
  return {
    lines,
    visible,
    state,
    bytes: () => bytes,
    until: (sight) => seen(sight, visible),
    resize(columns, rows) {
      // The terminal first: what the program draws is drawn for its new size.
      terminal.xterm.resize(columns, rows)
      pty.resize(columns, rows)
    },
    press: (keys) => pty.write(keys),
    close() {
      if (!ended) pty.kill('SIGKILL')
    },
  }
}

/** Whether this machine has a tmux. */
export const hasTmux = spawnSync('tmux', ['-V']).status === 0

/** A window of a real tmux. Each has a server of its own: tmux 3.3 dies of a second one once sizes are set by hand. */
export function openTmux(
  command: string,
  {columns = 80, rows = 24, env: more = {}}: TerminalWindowOptions = {},
): TerminalWindow {
  const folder = mkdtempSync(join(tmpdir(), 'recount-tmux-'))
  const tmux = (...words: readonly string[]): string =>
    execFileSync('tmux', ['-u', '-S', join(folder, 'socket'), '-f', '/dev/null', ...words], {
      encoding: 'utf8',
      env: {...env, ...more},
    })
  const size = ['-x', String(columns), '-y', String(rows)]
  // It reads the limit when it makes the window.
  tmux(
    'start-server',
    ';',
    'set',
    '-g',
    'history-limit',
    '100000',
    ';',
    'new-session',
    '-d',
    ...size,
    command,
  )
  tmux('set', '-g', 'window-size', 'manual')
  const title = tmux('display', '-p', '#{pane_title}').trim()
  const capture = (...words: readonly string[]): readonly string[] =>
    trimmed(tmux('capture-pane', '-p', ...words).split('\n'))
  const visible = (): readonly string[] => capture()
  return {
    lines: () => capture('-J', '-S', '-'),
    visible,
    state() {
      const flags =
        '#{cursor_flag} #{wrap_flag} #{alternate_on} #{insert_flag} #{origin_flag} #{mouse_any_flag} #{keypad_flag}'
      const [cursor, wrap, alternate, ...others] = tmux('display', '-p', flags).trim().split(' ')
      const named = tmux('display', '-p', '#{pane_title}').trim()
      return {
        cursor: cursor === '1',
        wrap: wrap === '1',
        alternate: alternate === '1',
        modes: ['insert', 'origin', 'mouse', 'keypad'].filter((_, index) => others[index] === '1'),
        titles: named === title ? [] : [named],
      }
    },
    until: (sight) => seen(sight, visible),
    resize: (columns, rows) => void tmux('resize-window', '-x', String(columns), '-y', String(rows)),
    press: (keys) => void tmux('send-keys', '-l', keys),
    close() {
      tmux('kill-server')
      rmSync(folder, {recursive: true, force: true})
    },
  }
}

async function seen(sight: string | RegExp, visible: () => readonly string[]): Promise<void> {
  const has = (text: string): boolean => (typeof sight === 'string' ? text.includes(sight) : sight.test(text))
  const start = Date.now()
  while (!has(visible().join('\n'))) {
    if (Date.now() - start > patience) throw new Error(`${sight} is not seen in:\n${visible().join('\n')}`)
    await sleep(20)
  }
}
