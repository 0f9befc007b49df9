import type {ChildProcess} from 'node:child_process'
import {chmodSync, mkdirSync, mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {startRecount} from './program.ts'

/** A `recount serve` that runs, with a home of its own. */
export interface WebViewer {
  /** The address, without a path. */
  readonly url: string
  /** The folder of Claude Code's projects. */
  readonly projects: string
  stop(): Promise<void>
  /** Starts it again at the same port. */
  start(): Promise<void>
  /** Stops it and leaves nothing. */
  close(): Promise<void>
}

/** Starts the built program as a user would, and as which; `fill` writes sessions before. */
export async function webViewer(
  fill: (projects: string) => void = () => {},
  user: {readonly uid?: number} = {},
): Promise<WebViewer> {
  const home = mkdtempSync(join(tmpdir(), 'recount-web-'))
  const projects = join(home, '.claude/projects')
  mkdirSync(projects, {recursive: true})
  fill(projects)
  chmodSync(home, 0o777)
  let child: ChildProcess | undefined
  let port = '0'
  const start = async (): Promise<void> => {
    child = startRecount(['serve', '--port', port], {home: join(home, 'recount'), env: {HOME: home}, ...user})
    port = await portOf(child)
  }
  const stop = async (): Promise<void> => {
    const old = child
    child = undefined
    if (!old || old.exitCode !== null) return
    const gone = new Promise((resolve) => old.once('exit', resolve))
    old.kill('SIGKILL')
    await gone
  }
  await start()
  return {
    url: `http://127.0.0.1:${port}`,
    projects,
    start,
    stop,
    async close() {
      await stop()
      rmSync(home, {recursive: true, force: true, maxRetries: 3})
    },
  }
}

/** The port that it says it listens at. */
function portOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const read = (chunk: unknown): void => {
      text += String(chunk)
      const port = /http:\/\/[\w.]+:(\d+)/.exec(text)?.[1]
      if (port !== undefined) resolve(port)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', () => reject(new Error(`It ended: ${text}`)))
  })
}

/** Waits until something is so. A page with a strict policy lets nobody wait inside of it. */
export async function until(isSo: () => Promise<boolean>, patience = 120_000): Promise<void> {
  const end = Date.now() + patience
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('It did not come to that.')
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
