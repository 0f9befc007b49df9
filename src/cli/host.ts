import {homedir} from 'node:os'
import type {TextSink} from '../sinks/text-sink.ts'
import {textSink} from '../sinks/text-sink.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The world as the commands see it. Only `processHost` reads the process; tests make their own. */
export interface Host {
  readonly env: Environment
  readonly home: string
  readonly cwd: string
  readonly stdin: AsyncIterable<Uint8Array> & {readonly isTTY?: boolean}
  readonly out: TextSink
  readonly err: TextSink
  /** Colour is wanted on standard output. */
  readonly color: boolean
  /** How many columns text on standard output may take. */
  readonly width: number
  /** Standard error, where it is a terminal on which a line can be rewritten. */
  readonly terminal: Terminal | undefined
  readonly now: () => number
}

/** A terminal on which something stands that must be cleared away. */
export interface Terminal {
  readonly columns: number
  write(text: string): Promise<void>
  /** Runs `clean` when Ctrl-C ends the program; gives the way to call that off. */
  beforeInterrupt(clean: () => void): () => void
}

/** Wide enough for most lines, narrow enough to read in a file or a pull request. */
const usualWidth = 100

/** The process this program runs in. */
export function processHost(): Host {
  const {env, stdin, stdout, stderr} = process
  const err = textSink(stderr)
  return {
    env,
    home: homedir(),
    cwd: process.cwd(),
    stdin,
    out: textSink(stdout),
    err,
    color: wantsColor(env, stdout.isTTY),
    // A terminal that does not know its size says 0.
    width: (stdout.isTTY && stdout.columns) || usualWidth,
    terminal:
      stderr.isTTY && env['TERM'] !== 'dumb' ? terminal(err, stderr.columns || usualWidth) : undefined,
    now: () => Date.now(),
  }
}

function terminal(err: TextSink, columns: number): Terminal {
  return {
    columns,
    write: (text) => err.write(text),
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

function wantsColor(env: Environment, isTTY: boolean): boolean {
  if (env['NO_COLOR']) return false
  if (env['FORCE_COLOR'] !== undefined) return env['FORCE_COLOR'] !== '0'
  return isTTY
}
