import {spawn, spawnSync} from 'node:child_process'
import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {setTimeout as pause} from 'node:timers/promises'
import {recount} from './measure.mjs'

/** The folder of projects in a home. @param {string} home */
export const projectsIn = (home) => join(home, '.claude/projects')

const reporting = ['--expose-gc', '--import', new URL('report-alive.mjs', import.meta.url).href]

/**
 * Starts `recount serve` for a user whose home is elsewhere; gives its address and how to end it.
 * @param {string} home
 */
export async function startViewer(home, {tellsMemory = false} = {}) {
  const began = performance.now()
  const words = [...(tellsMemory ? reporting : []), recount, 'serve', '--port', '0', '--no-token']
  const child = spawn(process.execPath, words, {
    env: {
      ...process.env,
      HOME: home,
      RECOUNT_HOME: join(home, 'recount'),
      CLAUDE_CONFIG_DIR: join(home, '.claude'),
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  let text = ''
  /** @param {RegExp} pattern @returns {Promise<string>} */
  const heard = (pattern) =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(text)?.[1]
        if (found === undefined) return
        child.stdout.off('data', look)
        text = ''
        resolve(found)
      }
      child.stdout.on('data', look)
      child.once('exit', () => reject(new Error(`recount serve ended: ${text}`)))
    })
  child.stdout.on('data', (data) => {
    text += data
  })
  const url = await heard(/(http:\/\/[\w.]+:\d+)/)
  return {
    url,
    pid: child.pid,
    /** Milliseconds from its start to its address. */
    startMs: performance.now() - began,
    /** What is in use in all of its threads, in MB, after all garbage was collected. */
    async aliveMb() {
      const reported = heard(/alive: (\d+)\n/)
      child.stdin.write('\n')
      return Number(await reported) / 1e6
    },
    async end() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** Waits until something is so. @param {() => Promise<unknown>} isSo */
export async function waitFor(isSo, patience = 120_000) {
  const end = Date.now() + patience
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`It did not come to that: ${isSo}`)
    await pause(50)
  }
}

/**
 * The memory that a process holds, in MB; nothing if the system does not say.
 * @param {number | undefined} pid
 */
export function residentMb(pid) {
  const path = `/proc/${pid}/status`
  if (existsSync(path)) return Number(/VmRSS:\s*(\d+)/.exec(readFileSync(path, 'utf8'))?.[1]) / 1000
  const {status, stdout} = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], {encoding: 'utf8'})
  return status === 0 ? Number(stdout) / 1000 : undefined
}
