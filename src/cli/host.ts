import {closeSync, openSync, readSync} from 'node:fs'
import {homedir, userInfo} from 'node:os'
import {isAbsolute} from 'node:path'
import {type TextSink, textSink} from '../sinks/text-sink.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The world outside the program. Only `processHost` reads the process; tests make their own. */
export interface BaseHost {
  readonly env: Environment
  readonly home: string
  /** The kind of system, as Node names it. */
  readonly platform: string
  readonly cwd: string
  /** Destroyed if reading stops early: an open pipe would keep the program running. */
  readonly stdin: AsyncIterable<Uint8Array> & {readonly isTTY?: boolean; destroy?(): unknown}
  readonly out: TextSink
  /** Standard output, if it is a terminal whose bottom lines can be redrawn. */
  readonly screen: Screen | undefined
  readonly err: TextSink
  /** Colour is wanted on standard output. */
  readonly color: boolean
  /** How many columns text on standard output may take. */
  readonly width: number
  /** Standard error, if it is a terminal on which a line can be rewritten. */
  readonly terminal: Terminal | undefined
  readonly now: () => number
  /** The time zone in which times are shown, as `Intl` names it. */
  readonly zone: string
  readonly signals: Signals
}

/** The world as the commands see it: characters that a reader would not see are replaced in `out` and `err`. */
export interface Host extends BaseHost {
  /** The same as `out` for what was painted with a palette: its colours pass as well. */
  readonly painted: TextSink
  /** Standard output as it is: for pages and exports, which are sanitized where they are rendered, and for replays. */
  readonly rawOut: TextSink
  /** Prints a message on standard error. */
  notify(message: string): Promise<void>
}

/** The size of a terminal, and when it changes. */
export interface Screen {
  readonly columns: number
  readonly rows: number
  /** Returns a function that stops listening. */
  onResize(listener: () => void): () => void
  /** Ctrl-Z hands the terminal to the shell; `leave` runs before. Returns a function that stops listening. */
  onPause(leave: () => void): () => void
}

const terminationSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** A signal that asks the program to end. */
export type TerminationSignal = (typeof terminationSignals)[number]

/** The signals that end a program. */
export interface Signals {
  /** While there is a listener, a signal does not end the program. Returns a function that stops listening. */
  listen(listener: (signal: TerminationSignal) => void): () => void
  /** Ends the program by this signal; no listener may be left. */
  raise(signal: NodeJS.Signals): void
}

/** A terminal on which a line can be rewritten. */
export interface Terminal {
  readonly columns: number
  write(text: string): Promise<void>
  /** Asks the user and returns the line that they type; `undefined` if standard input is not a terminal. */
  ask(question: string): Promise<string | undefined>
  /** Runs `clean` when Ctrl-C ends the program. Returns a function that cancels this. */
  beforeInterrupt(clean: () => void): () => void
}

/** Wide enough for most lines, narrow enough to read in a file or a pull request. */
const defaultWidth = 100
const defaultHeight = 24

/** The process this program runs in. */
export function processHost(): BaseHost {
  const {env, stdin, stdout, stderr} = process
  const err = textSink(stderr)
  let zone: string | undefined
  return {
    env,
    home: homeFolder(),
    platform: process.platform,
    cwd: currentFolder(env),
    stdin,
    out: textSink(stdout),
    err,
    color: wantsColor(env, stdout.isTTY),
    get width() {
      // A terminal that does not know its size says 0.
      return (stdout.isTTY && stdout.columns) || defaultWidth
    },
    terminal:
      stderr.isTTY && env['TERM'] !== 'dumb'
        ? terminal(err, stderr.columns || defaultWidth, stdin.isTTY)
        : undefined,
    screen: stdout.isTTY && env['TERM'] !== 'dumb' ? screen(stdout) : undefined,
    now: () => Date.now(),
    get zone() {
      // Reading it takes a fifth of the time that Node needs to start, and few runs show times.
      zone ??= readZone()
      return zone
    },
    signals,
  }
}

/** The process of a program that uses recount as a library: nothing is printed; `warn` gets what a command would report. */
export function libraryHost(warn: (sentence: string) => void, archiveFolder: string | undefined): Host {
  const silent: TextSink = {write: async () => {}, closed: false}
  return {
    env: archiveFolder === undefined ? process.env : {...process.env, RECOUNT_HOME: archiveFolder},
    home: homeFolder(),
    platform: process.platform,
    cwd: currentFolder(process.env),
    get stdin() {
      return process.stdin
    },
    out: silent,
    painted: silent,
    rawOut: silent,
    err: {write: async (text) => warn(text.trimEnd()), closed: false},
    notify: async (message) => warn(message),
    color: false,
    width: defaultWidth,
    terminal: undefined,
    screen: undefined,
    now: () => Date.now(),
    get zone() {
      return readZone()
    },
    signals: {listen: () => () => {}, raise() {}},
  }
}

/** The time zone of the machine; UTC if it has no name, as with an empty TZ. */
function readZone(): string {
  const {timeZone} = Intl.DateTimeFormat().resolvedOptions()
  return timeZone === undefined || timeZone === 'Etc/Unknown' ? 'UTC' : timeZone
}

/** The current folder. If it is deleted, its name, which gives a readable error later. */
function currentFolder(env: NodeJS.ProcessEnv): string {
  try {
    return process.cwd()
  } catch {
    return env['PWD'] || '/'
  }
}

/** The home folder. An empty or relative HOME is ignored: it would be below the current folder, which anyone may have written. */
function homeFolder(): string {
  const home = homedir()
  if (isAbsolute(home)) return home
  try {
    return userInfo().homedir
  } catch {
    return '/'
  }
}

function screen(stdout: NodeJS.WriteStream): Screen {
  return {
    get columns() {
      return stdout.columns || defaultWidth
    },
    get rows() {
      return stdout.rows || defaultHeight
    },
    onResize(listener) {
      stdout.on('resize', listener)
      return () => stdout.off('resize', listener)
    },
    onPause(leave) {
      const pause = (): void => {
        leave()
        process.kill(process.pid, 'SIGSTOP')
      }
      process.on('SIGTSTP', pause)
      return () => process.off('SIGTSTP', pause)
    },
  }
}

const signals: Signals = {
  listen(listener) {
    for (const signal of terminationSignals) process.on(signal, listener)
    return () => {
      for (const signal of terminationSignals) process.off(signal, listener)
    }
  },
  raise: (signal) => void process.kill(process.pid, signal),
}

function terminal(err: TextSink, columns: number, hasUser: boolean): Terminal {
  return {
    columns,
    write: (text) => err.write(text),
    async ask(question) {
      if (!hasUser) return undefined
      await err.write(question)
      return readTypedLine()
    },
    beforeInterrupt(clean) {
      const leave = (): void => {
        clean()
        // The listener is gone by now, so this ends the program the way that shells and scripts expect.
        process.kill(process.pid, 'SIGINT')
      }
      process.once('SIGINT', leave)
      return () => process.off('SIGINT', leave)
    },
  }
}

const maxTyped = 1000

/** Reads one line from the terminal itself. Node's own stream would also read input for the next program. */
function readTypedLine(): string | undefined {
  let tty: number | undefined
  try {
    tty = openSync(process.platform === 'win32' ? '\\\\.\\CONIN$' : '/dev/tty', 'r')
    const bytes = Buffer.alloc(maxTyped)
    return bytes.toString('utf8', 0, readSync(tty, bytes))
  } catch {
    return undefined
  } finally {
    if (tty !== undefined) closeSync(tty)
  }
}

function wantsColor(env: Environment, isTTY: boolean): boolean {
  if (env['NO_COLOR']) return false
  if (env['FORCE_COLOR'] !== undefined) return env['FORCE_COLOR'] !== '0'
  return isTTY && env['TERM'] !== 'dumb'
}
