import type {ChildProcess} from 'node:child_process'
import {spawn, spawnSync} from 'node:child_process'
import {once} from 'node:events'
import {join, resolve} from 'node:path'
import {fileURLToPath} from 'node:url'
import type {MessagePort} from 'node:worker_threads'
import {MessageChannel, receiveMessageOnPort, Worker} from 'node:worker_threads'

const root = resolve(fileURLToPath(new URL('../..', import.meta.url)))

/** The built program. */
export const program = join(root, 'dist/cli/main.js')

/** How a run of the program ended. */
export interface RunResult {
  readonly stdout: string
  readonly stderr: string
  readonly status: number | null
}

/** Where the program runs. */
export interface RunOptions {
  /** The value of `RECOUNT_HOME`. */
  readonly home: string
  readonly cwd?: string
  readonly input?: string | Uint8Array
  /** Who runs it. */
  readonly uid?: number
  readonly env?: Readonly<Record<string, string>>
}

/** Longer than any run takes. */
const runTimeout = 300_000

const spawnOptions = ({home, cwd = root, env, uid}: RunOptions) => ({
  cwd,
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

/**
 * Runs the built program to its end and gives what it said. Mostly that is done on a thread, which takes a tenth of the
 * time; what belongs to a process needs one.
 */
export function recount(words: readonly string[], place: RunOptions): RunResult {
  const needsProcess = place.uid !== undefined || processCommands.has(words[0] ?? '')
  return needsProcess ? recountInProcess(words, place) : onThread(words, place)
}

/** Commands that start another program, which says what it says where the process does. */
const processCommands: ReadonlySet<string> = new Set(['record', 'resume'])

/** Runs the built program to its end in a process of its own. */
export function recountInProcess(words: readonly string[], place: RunOptions): RunResult {
  const {stdout, stderr, status} = spawnSync(process.execPath, [program, ...words], {
    ...spawnOptions(place),
    input: place.input ?? '',
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  return {stdout, stderr, status}
}

/** Runs the built program on a thread while this one continues; several may run at the same time. */
export function recountAsync(words: readonly string[], place: RunOptions): Promise<RunResult> {
  const {port} = sendTask(words, place)
  return new Promise((resolve) =>
    port.once('message', (ran: RunResult) => {
      port.close()
      resolve(ran)
    }),
  )
}

function onThread(words: readonly string[], place: RunOptions): RunResult {
  const {port, done} = sendTask(words, place)
  if (Atomics.wait(done, 0, 0, runTimeout) === 'timed-out')
    throw new Error(`recount ${words.join(' ')} does not end.`)
  const ran = receiveMessageOnPort(port)?.message
  port.close()
  return ran
}

let thread: Worker | undefined

/** Has the thread run the program; one thread does that for all tests of a file, and does not keep the process alive. */
function sendTask(words: readonly string[], place: RunOptions): {port: MessagePort; done: Int32Array} {
  if (!thread) {
    thread = new Worker(new URL('program-thread.mjs', import.meta.url))
    thread.unref()
  }
  const {cwd, env} = spawnOptions(place)
  const {port1, port2} = new MessageChannel()
  const done = new Int32Array(new SharedArrayBuffer(4))
  thread.postMessage({words, cwd, env, input: place.input ?? '', port: port2, done}, [port2])
  return {port: port1, done}
}

/** Starts the built program and lets it run. */
export const startRecount = (words: readonly string[], place: RunOptions): ChildProcess =>
  spawn(process.execPath, [program, ...words], {...spawnOptions(place), stdio: ['ignore', 'pipe', 'pipe']})

/** Starts the built program, ends it after the first output, and returns what it printed: not all of it if it waits. */
export async function readUntilWaiting(words: readonly string[], place: RunOptions): Promise<string> {
  const child = startRecount(words, place)
  let text = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    child.kill('SIGKILL')
  })
  await once(child, 'close')
  return text
}

const isRoot = process.getuid?.() === 0

/** Root may do everything, so the program runs as the user `nobody` when permissions matter. */
export const asNobody = isRoot ? {uid: 65534} : {}

/** Whether access can be denied to the program: the user `nobody` cannot reach Node or a program below /root. */
export const canDenyAccess = (): boolean =>
  !isRoot || spawnSync(process.execPath, [program, '--version'], {...asNobody, cwd: '/'}).status === 0

/** The JSON values of a text's lines. */
export const jsonLines = (text: string): readonly Readonly<Record<string, unknown>>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
