import type {ChildProcess} from 'node:child_process'
import {spawn, spawnSync} from 'node:child_process'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The built program. */
export const program = join(root, 'dist/cli/main.js')

/** How a run of the program ended. */
export interface Ran {
  readonly stdout: string
  readonly stderr: string
  readonly status: number | null
}

/** Where the program runs. */
export interface Place {
  /** What stands for `RECOUNT_HOME`. */
  readonly home: string
  readonly input?: string
  readonly uid?: number
  readonly env?: Readonly<Record<string, string>>
}

const settings = ({home, env, uid}: Place) => ({
  cwd: root,
  env: {
    PATH: process.env['PATH'] ?? '',
    HOME: join(home, 'nobody'),
    RECOUNT_HOME: home,
    NO_COLOR: '1',
    TZ: 'UTC',
    ...env,
  },
  ...(uid === undefined ? {} : {uid}),
})

/** Runs the built program to its end, as a user would. */
export function recount(words: readonly string[], place: Place): Ran {
  const {stdout, stderr, status} = spawnSync(process.execPath, [program, ...words], {
    ...settings(place),
    input: place.input ?? '',
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  return {stdout, stderr, status}
}

/** Starts the built program and lets it run. */
export const startRecount = (words: readonly string[], place: Place): ChildProcess =>
  spawn(process.execPath, [program, ...words], {...settings(place), stdio: ['ignore', 'pipe', 'pipe']})

/** Root may do everything, so where permissions matter the program runs as nobody. */
export const asNobody = process.getuid?.() === 0 ? {uid: 65534} : {}

/** The JSON values of a text's lines. */
export const jsonLines = (text: string): readonly Readonly<Record<string, unknown>>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
