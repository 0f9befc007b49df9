import type {ChildProcess} from 'node:child_process'
import {chmodSync, mkdirSync, mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {startRecount} from '../program.ts'

/** A `recount serve` that runs, with a home of its own. */
export interface ServedViewer {
  /** The address, without a path. */
  readonly url: string
  /** The address that it printed when it was started last. */
  readonly link: string
  /** The folder of Claude Code's projects. */
  readonly projects: string
  stop(): Promise<void>
  /** Starts it again at the same port. */
  start(): Promise<void>
  /** Stops it and leaves nothing. */
  close(): Promise<void>
}

/** Starts the built program as a user would, and as which; `fill` writes sessions before. */
export async function serveViewer(
  fill: (projects: string) => void = () => {},
  {words = ['--no-token'], ...user}: {readonly uid?: number; readonly words?: readonly string[]} = {},
): Promise<ServedViewer> {
  const home = mkdtempSync(join(tmpdir(), 'recount-web-'))
  const projects = join(home, '.claude/projects')
  mkdirSync(projects, {recursive: true})
  fill(projects)
  chmodSync(home, 0o777)
  let child: ChildProcess | undefined
  let port = '0'
  let link = ''
  const start = async (): Promise<void> => {
    child = startRecount(['serve', '--port', port, ...words], {
      home: join(home, 'recount'),
      env: {HOME: home},
      ...user,
    })
    link = await addressOf(child)
    port = new URL(link).port
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
    get link() {
      return link
    },
    projects,
    start,
    stop,
    async close() {
      await stop()
      rmSync(home, {recursive: true, force: true, maxRetries: 3})
    },
  }
}

/** The address that it prints. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const read = (chunk: unknown): void => {
      text += String(chunk)
      const address = /(http:\/\/\S+)\s/.exec(text)?.[1]
      if (address !== undefined) resolve(address)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', () => reject(new Error(`It ended: ${text}`)))
  })
}

/** Waits until something is so. A strict policy allows no waiting inside the page. */
export async function waitUntilAsync(isSo: () => Promise<boolean>, patience = 120_000): Promise<void> {
  const end = Date.now() + patience
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('It did not come to that.')
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
