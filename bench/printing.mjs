import {mkdirSync} from 'node:fs'
import {join} from 'node:path'
import {sessionId} from './corpus.mjs'
import {latencies, onPipes, onTerminal} from './latency.mjs'
import {looks as allLooks} from './looks.mjs'
import {makeFile, peakMethod, recount, runForPeak, runTask, runTaskForPeak, summaryOf} from './measure.mjs'
import {count, limited, mb} from './report.mjs'
import {writeStream} from './stream.mjs'

/** @typedef {import('./looks.mjs').Look} Look */

/** @param {Look} look */
const nameOf = ({style, color}) => `\`${style}\`, ${color ? 'with' : 'no'} colour`

/**
 * Printing beside a bare loop over the same bytes.
 * @param {import('./report.mjs').Bench} bench
 * @returns {Promise<import('./report.mjs').Section>}
 */
export async function printing({folder, sizes}) {
  const {path, bytes, lines} = await makeFile(folder, 'print.jsonl', sizes.printMb, 'mixed')
  const looks = allLooks.slice(0, sizes.printLooks)
  const warm = await runTask('print', {path, looks, rounds: sizes.printRounds})
  const ways = [
    () => runTaskForPeak('read', {path, way: 'bare'}),
    ...looks.map((look) => () => print(path, look)),
  ]
  /** @type {{seconds: number, cpu: number}[][]} */
  const turns = []
  for (let round = 0; round < sizes.printRounds; round++) {
    /** @type {{seconds: number, cpu: number}[]} */
    const turn = []
    for (const way of ways) turn.push(await way())
    turns.push(turn)
  }
  const of = (/** @type {number} */ i, /** @type {'seconds' | 'cpu'} */ what) =>
    summaryOf(turns.flatMap((turn) => turn[i]?.[what] ?? [])).median
  const speed = (/** @type {number} */ seconds) => `${Math.round(lines / seconds / 100) * 100} lines/s`
  /** @param {Look} look @param {string} where @param {number} ratio @param {number} ours @param {number} bare */
  const row = (look, where, ratio, ours, bare) => ({
    what: `${nameOf(look)}, ${where}`,
    figure: `${ratio.toFixed(1)} ×`,
    detail: `${speed(ours)}, bare loop ${speed(bare)}`,
  })
  return {
    title: 'Printing: bytes → text for a terminal, beside a bare split-and-`JSON.parse` loop',
    rows: [
      ...looks.map((look, i) => {
        const [ours, bare] = [warm.looks[i]?.median ?? Number.NaN, warm.bare.median]
        return row(look, 'one warm process', ours / bare, ours, bare)
      }),
      ...looks.map((look, i) => {
        const ratio = of(i + 1, 'cpu') / of(0, 'cpu')
        return row(look, '`recount print`, processor time', ratio, of(i + 1, 'seconds'), of(0, 'seconds'))
      }),
    ],
    note: `${mb(bytes)} MB, ${lines} lines, medians of what was measured by turns (${sizes.printRounds} each). The program reads a file on standard input and writes to nowhere; its figures hold the start of a process and compiling as it prints, those of the bare loop too.`,
  }
}

/** @param {string} path @param {Look} look */
const print = (path, {style, color}) =>
  runForPeak([recount, 'print', '--style', style, color ? '--color' : '--no-color'], path)

/**
 * How long a line that comes alone takes until its first byte is out.
 * @param {import('./report.mjs').Bench} bench
 * @returns {Promise<import('./report.mjs').Section>}
 */
export async function latency({folder, sizes}) {
  /** @type {import('./report.mjs').Row[]} */
  const rows = []
  /** @param {string} what @param {Awaited<ReturnType<typeof latencies>>} took */
  const add = (what, {median, p95, worst}) =>
    rows.push(limited(what, median, 20, 'ms', `median ${ms(median)}, p95 ${ms(p95)}, longest ${ms(worst)}`))
  for (const style of ['line', 'box']) {
    const program = onPipes([recount, 'print', '--style', style])
    add(`through pipes, \`${style}\``, await latencies(program, sizes.arrivals))
  }
  if (process.platform !== 'win32') {
    const program = await onTerminal([recount, 'print'], folder)
    add('in a terminal, `box` with running lines', await latencies(program, sizes.arrivals))
  }
  return {
    title: 'Latency: from a line’s arrival to its first byte out',
    rows,
    note: `${sizes.arrivals} lines, each alone: texts and results of calls by turns. The clock runs in the process that writes and reads, so its own waking counts too.`,
  }
}

/** @param {number} milliseconds */
const ms = (milliseconds) => `${milliseconds.toFixed(1)} ms`

/**
 * The peak of memory of printing, which must not grow with what is printed.
 * @param {import('./report.mjs').Bench} bench
 * @returns {Promise<import('./report.mjs').Section>}
 */
export async function printMemory({folder, sizes}) {
  const streams = sizes.messages.map((messages) => {
    const path = join(folder, `${messages}.jsonl`)
    return {path, messages, bytes: writeStream(path, messages)}
  })
  /** @type {number[]} */
  const peaks = []
  for (const {path} of streams) peaks.push((await print(path, {style: 'box', color: true})).peakMb)
  const each = streams.map(({messages}, i) => `${count(messages)}: ${peaks[i]?.toFixed(0)} MB`)
  const [few, many] = streams.map(({messages}) => count(messages))
  const what = `\`recount print --style box --color\`, ${many} messages beside ${few}`
  const rows = [limited(what, (peaks[1] ?? Number.NaN) / (peaks[0] ?? Number.NaN), 1.5, '×', each.join(', '))]
  const saved = join(folder, 'saved')
  mkdirSync(saved)
  const long = await makeFile(saved, `${sessionId}.jsonl`, sizes.showMb, 'session')
  // Its standard input is not read; with one, what is printed is thrown away.
  const {peakMb, seconds} = await runForPeak([recount, 'show', long.path], long.path)
  const speed = `${(long.bytes / 1e6 / seconds).toFixed(0)} MB/s, process start included`
  rows.push(limited(`\`recount show\`, ${mb(long.bytes)} MB of one session`, peakMb, 300, 'MB', speed))
  return {
    title: 'Peak memory of printing',
    rows,
    note: `The streams are ${streams.map(({bytes}) => mb(bytes)).join(' and ')} MB, one session each. Measured by ${peakMethod()}.`,
  }
}
