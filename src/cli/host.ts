import {homedir} from 'node:os'
import type {TextSink} from '../sinks/text-sink.ts'
import {textSink} from '../sinks/text-sink.ts'

/** The world as the commands see it. Only `processHost` reads the process; tests make their own. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
  readonly cwd: string
  readonly stdin: AsyncIterable<Uint8Array> & {readonly isTTY?: boolean}
  readonly out: TextSink
  readonly err: TextSink
  /** Colour is wanted on standard output. */
  readonly color: boolean
  readonly now: () => number
}

/** The process this program runs in. */
export function processHost(): Host {
  const {env, stdin, stdout, stderr} = process
  return {
    env,
    home: homedir(),
    cwd: process.cwd(),
    stdin,
    out: textSink(stdout),
    err: textSink(stderr),
    color: wantsColor(env, stdout.isTTY),
    now: () => Date.now(),
  }
}

function wantsColor(env: Readonly<Record<string, string | undefined>>, isTTY: boolean): boolean {
  if (env['NO_COLOR']) return false
  if (env['FORCE_COLOR'] !== undefined) return env['FORCE_COLOR'] !== '0'
  return isTTY
}
