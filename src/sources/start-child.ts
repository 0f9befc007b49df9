import {type ChildProcess, spawn} from 'node:child_process'
import {once} from 'node:events'
import type {Readable} from 'node:stream'
import {setTimeout as pause} from 'node:timers/promises'
import {errorCode, SourceError} from './source-error.ts'

/** How a program is started. */
export interface ChildOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** An open file for its output, or our own terminal. */
  readonly stdout: number | 'inherit'
  /** `pipe` if its output must not disturb lines that are redrawn. */
  readonly stderr: 'inherit' | 'pipe'
}

/** How a program ended: by itself, or by a signal. */
export type ChildEnd =
  | {readonly code: number; readonly signal?: never}
  | {readonly code?: never; readonly signal: NodeJS.Signals}

/** A program that runs. */
export interface Child {
  readonly pid: number
  /** Its standard error, if that is a pipe. */
  readonly stderr: AsyncIterable<Uint8Array> | undefined
  /** Resolves when it has ended. */
  readonly ended: Promise<ChildEnd>
  /** Sends it a signal, unless it has ended. */
  send(signal: NodeJS.Signals): void
}

/**
 * Starts a program with our standard input. It writes directly into a file, so its output is complete even if we crash,
 * and it never waits for us. It stays in our process group, so Ctrl-C in a terminal reaches it.
 */
export async function startChild(plan: ChildOptions): Promise<Child> {
  const child = await spawnChild(plan)
  const ended = new Promise<ChildEnd>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal === null ? {code: code ?? 0} : {signal}))
  })
  // A signal cannot be sent to a process that has ended; `ended` reports that.
  child.on('error', () => {})
  return {
    pid: child.pid ?? 0,
    stderr: child.stderr ? readStderrUntil(child.stderr, ended) : undefined,
    ended,
    send: (signal) => void child.kill(signal),
  }
}

async function spawnChild({command, args, cwd, env, stdout, stderr}: ChildOptions): Promise<ChildProcess> {
  try {
    const child = spawn(command, args, {cwd, env, stdio: ['inherit', stdout, stderr]})
    await once(child, 'spawn')
    return child
  } catch (error) {
    throw new SourceError(
      `Cannot start ${command || '""'}: ${reasons.get(errorCode(error)) ?? errorCode(error)}.`,
    )
  }
}

/** Processes that a program has started may keep its pipe open for ever; they have this long after its end. */
const stderrGraceMs = 250

async function* readStderrUntil(stderr: Readable, ended: Promise<unknown>): AsyncGenerator<Uint8Array> {
  const pieces: AsyncIterator<Uint8Array> = stderr[Symbol.asyncIterator]()
  for (;;) {
    const silence = ended.then(() => pause(stderrGraceMs, endOfStderr, {ref: false}))
    const step = await Promise.race([pieces.next(), silence])
    if (step.done) break
    yield step.value
  }
  stderr.destroy()
}

const endOfStderr: IteratorReturnResult<undefined> = {done: true, value: undefined}

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'no such command, or its folder is missing'],
  ['EACCES', 'permission denied'],
  ['E2BIG', 'its arguments are too long'],
  ['ERR_INVALID_ARG_VALUE', 'that is not the name of a command'],
])
