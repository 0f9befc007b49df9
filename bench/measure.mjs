import {spawn, spawnSync} from 'node:child_process'
import {closeSync, existsSync, openSync} from 'node:fs'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'

/** The built program. */
export const recount = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))

const child = fileURLToPath(new URL('child.mjs', import.meta.url))
const reportPeak = new URL('report-peak.mjs', import.meta.url).href
const gnuTime = '/usr/bin/time'

/**
 * @typedef {{best: number, median: number}} Summary
 * @typedef {typeof import('./child.mjs').tasks} Tasks
 * @typedef {keyof Tasks} TaskName
 */

/**
 * What a task takes.
 * @template {TaskName} Name
 * @typedef {Parameters<Tasks[Name]>[0]} TaskInput
 */

/**
 * What a task gives, after it was printed as JSON and read again.
 * @template {TaskName} Name
 * @typedef {Awaited<ReturnType<Tasks[Name]>>} TaskResult
 */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
// A group of its own, so that ending GNU time ends what it times as well.
const detached = process.platform !== 'win32'

/** Ends the measurements that are running, for a run that was interrupted. */
export function endRunning() {
  for (const child of running) {
    if (detached && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    else child.kill('SIGKILL')
  }
}

/**
 * Seconds that some work takes.
 * @param {() => unknown} work
 */
export function secondsOf(work) {
  const start = process.hrtime.bigint()
  work()
  return Number(process.hrtime.bigint() - start) / 1e9
}

/**
 * The best and the median of several measurements: the best is nearest to the machine without its noise.
 * @param {number[]} numbers
 * @returns {Summary}
 */
export function summaryOf(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const at = (/** @type {number} */ index) => sorted[index] ?? Number.NaN
  const median = sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2
  return {best: at(0), median}
}

/**
 * Measures two ways of doing a thing by turns, so that what disturbs the machine disturbs both.
 * @param {number} rounds
 * @param {() => number | Promise<number>} a
 * @param {() => number | Promise<number>} b
 * @returns {Promise<[Summary, Summary]>}
 */
export async function alternate(rounds, a, b) {
  /** @type {number[]} */
  const as = []
  /** @type {number[]} */
  const bs = []
  for (let round = 0; round < rounds; round++) {
    // The first of a pair may find the machine in a better state, so each comes first as often.
    if (round % 2 === 0) as.push(await a())
    bs.push(await b())
    if (round % 2 === 1) as.push(await a())
  }
  return [summaryOf(as), summaryOf(bs)]
}

/**
 * Runs one of the tasks of child.mjs in a process of its own.
 * @template {TaskName} Name
 * @param {Name} task
 * @param {TaskInput<Name>} input
 * @returns {Promise<TaskResult<Name>>}
 */
export async function runTask(task, input) {
  const {stdout} = await runProcess(process.execPath, [child, task, JSON.stringify(input)])
  return JSON.parse(stdout)
}

/**
 * Makes a corpus of so many megabytes.
 * @param {string} folder
 * @param {string} name
 * @param {number} size
 * @param {import('./corpus.mjs').CorpusKind} kind
 */
export async function makeFile(folder, name, size, kind) {
  const path = join(folder, name)
  return {path, ...(await runTask('make', {path, size: size * 1e6, kind}))}
}

/**
 * As `runTask`, with what it took.
 * @template {TaskName} Name
 * @param {Name} task
 * @param {TaskInput<Name>} input
 * @returns {Promise<TaskResult<Name> & {seconds: number, cpu: number, peakMb: number}>}
 */
export async function runTaskForPeak(task, input) {
  const {stdout, ...rest} = await runForPeak([child, task, JSON.stringify(input)])
  return {...JSON.parse(stdout), ...rest}
}

/**
 * Runs a script in a process of its own and gives its seconds, those of the processor, and its peak of memory in
 * MB. Given an input, it reads that file, and what it prints is thrown away.
 * @param {string[]} words
 * @param {string} [input]
 */
export async function runForPeak(words, input) {
  const isTimed = hasGnuTime()
  const program = isTimed ? gnuTime : process.execPath
  const all = isTimed ? ['-v', process.execPath, ...words] : ['--import', reportPeak, ...words]
  const start = performance.now()
  const {stdout, stderr} = await runProcess(program, all, input)
  const seconds = (performance.now() - start) / 1000
  const reported = (/** @type {string} */ name) => Number(stderr.split(`${name}: `)[1]?.split('\n')[0])
  return {
    stdout,
    seconds,
    cpu: reported('User time (seconds)') + reported('System time (seconds)'),
    peakMb: (reported('Maximum resident set size (kbytes)') * 1024) / 1e6,
  }
}

/** Says how peaks of memory are measured. */
export const peakMethod = () => (hasGnuTime() ? 'GNU time' : 'the process’s own count at its end')

const hasGnuTime = () =>
  existsSync(gnuTime) && spawnSync(gnuTime, ['-v', process.execPath, '-e', '0']).status === 0

/**
 * Seconds from starting a program to its end.
 * @param {string[]} words
 */
export function secondsOfProcess(words, env = process.env) {
  return secondsOf(() => {
    const {status} = spawnSync(process.execPath, words, {stdio: 'ignore', env})
    if (status !== 0) throw new Error(`node ${words.join(' ')} ended with ${status}`)
  })
}

/**
 * @param {string} program
 * @param {string[]} words
 * @param {string} [input]
 * @returns {Promise<{stdout: string, stderr: string}>}
 */
function runProcess(program, words, input) {
  return new Promise((resolve, reject) => {
    const file = input === undefined ? undefined : openSync(input, 'r')
    /** @type {import('node:child_process').StdioOptions} */
    const stdio = file === undefined ? ['ignore', 'pipe', 'pipe'] : [file, 'ignore', 'pipe']
    const started = spawn(program, words, {stdio, detached})
    if (file !== undefined) closeSync(file)
    running.add(started)
    let stdout = ''
    let stderr = ''
    started.stdout?.on('data', (data) => {
      stdout += data
    })
    started.stderr?.on('data', (data) => {
      stderr += data
    })
    started.on('error', reject)
    started.on('close', (code, signal) => {
      running.delete(started)
      if (code === 0) resolve({stdout, stderr})
      else reject(new Error(`A measurement ended with ${signal ?? code}: ${stderr.trim()}`))
    })
  })
}
