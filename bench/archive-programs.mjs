import {spawn, spawnSync} from 'node:child_process'
import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {recount, summaryOf} from './measure.mjs'

/**
 * Runs a script in a process of its own; gives its milliseconds and what it printed.
 * @param {string[]} words
 */
export function runProgram(words, {env = {}, input = ''} = {}) {
  const start = performance.now()
  const {status, stdout, stderr} = spawnSync(process.execPath, words, {
    env: {...process.env, ...env},
    input,
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  const ms = performance.now() - start
  if (status !== 0) throw new Error(`node ${words.join(' ')} ended with ${status}: ${stderr.trim()}`)
  return {ms, stdout}
}

/** What Claude Code sends to whoever draws its status line. */
const statusInput = JSON.stringify({
  session_id: '5e550000-0000-4000-8000-000000000001',
  model: {id: 'claude-opus-5', display_name: 'Opus 5'},
  cost: {total_cost_usd: 1.5},
})

/**
 * Milliseconds that the status line takes beyond the start of Node, both started by turns.
 * @param {{home: string, starts: number}} input
 */
export function statusLine({home, starts}) {
  const env = {RECOUNT_HOME: home}
  const turns = Array.from({length: starts}, () => ({
    node: runProgram(['-e', '0']).ms,
    ours: runProgram([recount, 'usage', 'statusline'], {env, input: statusInput}).ms,
  }))
  const node = summaryOf(turns.map((turn) => turn.node))
  const ours = summaryOf(turns.map((turn) => turn.ours))
  return {node, ours, beyond: ours.median - node.median}
}

/**
 * The day-by-day usage of a whole folder: first from nothing, then again.
 * @param {{claude: string, home: string, ccusage: string | undefined}} input
 */
export function usageBeside({claude, home, ccusage}) {
  const env = {CLAUDE_CONFIG_DIR: claude, RECOUNT_HOME: home}
  const ours = () => runProgram([recount, 'usage', 'daily', '--json'], {env}).ms
  const recountMs = {cold: ours(), warm: ours()}
  const found = ccusage === undefined ? undefined : findCcusage(ccusage)
  if (!found) return {recount: recountMs, ccusage: undefined}
  const theirs = () => runProgram([found.script, 'daily', '--json', '--offline'], {env}).ms
  return {recount: recountMs, ccusage: {version: found.version, cold: theirs(), warm: theirs()}}
}

/** @param {string} folder */
function findCcusage(folder) {
  const place = join(folder, 'node_modules', 'ccusage')
  const about = join(place, 'package.json')
  if (!existsSync(about)) throw new Error(`There is no ccusage in ${folder}.`)
  /** @type {{version: string, bin: string | {ccusage: string}}} */
  const {version, bin} = JSON.parse(readFileSync(about, 'utf8'))
  return {version, script: join(place, typeof bin === 'string' ? bin : bin.ccusage)}
}

/**
 * Starts `recount index --watch` on a folder; gives how to wait for its next reports, and how to end it.
 * @param {string} root
 * @param {string} home
 */
export function startWatching(root, home) {
  const child = spawn(process.execPath, [recount, 'index', '--watch', '--json', root], {
    env: {...process.env, RECOUNT_HOME: home},
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let reported = 0
  /** @type {(value?: unknown) => void} */
  let wake = () => {}
  child.stdout.on('data', (data) => {
    reported += data.toString().split('\n').length - 1
    wake()
  })
  return {
    pid: child.pid,
    async heard(/** @type {number} */ count) {
      while (reported < count)
        await new Promise((resolve) => {
          wake = resolve
        })
    },
    end: () => child.kill('SIGKILL'),
  }
}

/**
 * The processor's ticks that a process has had so far; nothing if the system does not say.
 * @param {number | undefined} pid
 */
export function ticksOf(pid) {
  const path = `/proc/${pid}/stat`
  if (!existsSync(path)) return undefined
  const fields = readFileSync(path, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}
