import {join} from 'node:path'
import {runTask} from './measure.mjs'
import {limited, mb} from './report.mjs'

/**
 * The live viewer: its list, a long session, a session that grows, and many who look on.
 * @param {import('./report.mjs').Bench} bench
 * @returns {Promise<import('./report.mjs').Section>}
 */
export async function viewer({folder, sizes}) {
  const list = await runTask('viewer-list', {
    home: join(folder, 'viewer-list'),
    sessions: sizes.viewerSessions,
    rounds: sizes.rounds,
  })
  const long = await runTask('viewer-open', {
    home: join(folder, 'viewer-long'),
    bytes: sizes.viewerMb * 1e6,
    messages: sizes.viewerMessages,
    rounds: sizes.rounds,
  })
  const live = await runTask('viewer-live', {
    home: join(folder, 'viewer-live'),
    appends: sizes.viewerAppends,
    seconds: sizes.idleSeconds,
  })
  const load = await runTask('viewer-load', sizes.viewerLoad)
  return {
    title: 'The viewer: `recount serve`',
    rows: [
      ...listRows(list, sizes),
      ...longRows(long),
      ...liveRows(live),
      ...bundleRows(await runTask('viewer-bundle', {})),
      ...loadRows(load, sizes.viewerLoad),
    ],
    note: `Medians of ${sizes.rounds}. Paints are those of Chromium without a window, at 1440 × 900, with an empty cache. Appends are timed from the line’s writing to the frame that shows it.`,
  }
}

/**
 * @template {import('./measure.mjs').TaskName} Name
 * @typedef {import('./measure.mjs').TaskResult<Name>} TaskResult
 */

/** @typedef {import('./report.mjs').Row} Row */

/** @param {string} what @param {number} value @param {string} [detail] */
const ms = (what, value, detail) => ({what, figure: `${value.toFixed(0)} ms`, detail})
/** @param {number} number */
const count = (number) => number.toLocaleString('en')

/** @param {TaskResult<'viewer-list'>} list @param {{viewerSessions: number}} sizes @returns {Row[]} */
function listRows(list, {viewerSessions}) {
  const all = `${count(viewerSessions)} sessions`
  return [
    ms(
      `list of ${all}, first byte`,
      list.firstByte,
      `last ${list.last.toFixed(0)} ms, ${mb(list.bytes * 1000)} kB`,
    ),
    ms(
      '… first byte, right after the start',
      list.cold.firstByte,
      `its address after ${list.startMs.toFixed(0)} ms`,
    ),
    ...(list.painted
      ? [ms('… first paint', list.painted.first, `rows to be seen after ${list.painted.shown.toFixed(0)} ms`)]
      : []),
    ms('… filtered by a word that was typed', list.filter),
    ms('… all of it, page by page', list.whole, `${viewerSessions / 100} pages one after the other`),
    ms(
      '… complete after a start from nothing',
      list.complete,
      `taken in meanwhile; then it holds ${list.memoryMb?.toFixed(0)} MB`,
    ),
  ]
}

/** @param {TaskResult<'viewer-open'>} long @returns {Row[]} */
function longRows(long) {
  const what = `a session of ${mb(long.bytes)} MB, ${count(long.messages)} messages`
  const painted = long.painted
    ? [
        ms(`${what}, first byte`, long.painted.firstByte),
        ms('… first paint', long.painted.first),
        limited('… first message to be read', long.painted.shown, 1000, 'ms'),
      ]
    : []
  return [
    ...painted,
    ms('… its page again', long.again, `${mb(long.pageBytes * 1000)} kB`),
    ms(
      '… all of it read, its beginning at hand',
      long.whole,
      `at most ${long.memoryMb.toFixed(0)} MB resident`,
    ),
  ]
}

/** @param {TaskResult<'viewer-live'>} live @returns {Row[]} */
function liveRows(live) {
  if (!live) return []
  const {delays, ticks, seconds} = live
  const sorted = [...delays].sort((a, b) => a - b)
  const at = (/** @type {number} */ share) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  const detail = `p50 ${at(0.5).toFixed(0)} ms, longest ${at(1).toFixed(0)} ms, ${delays.length} lines`
  const idle =
    ticks === undefined
      ? []
      : [
          limited(
            'processor while nothing happens, two pages open',
            ticks / seconds,
            1,
            '%',
            `${ticks} ticks of a hundredth in ${seconds} s`,
          ),
        ]
  return [limited('a line added to its words on the page, p95', at(0.95), 500, 'ms', detail), ...idle]
}

/** @param {TaskResult<'viewer-bundle'>} files @returns {Row[]} */
function bundleRows(files) {
  const sum = (/** @type {'raw' | 'gzip'} */ name) => files.reduce((all, file) => all + file[name], 0)
  const each = files.map(({name, raw, gzip}) => `${name} ${mb(raw * 1000)} (${mb(gzip * 1000)})`)
  return [
    {
      what: 'script and styles, as they are (packed)',
      figure: `${mb(sum('raw') * 1000)} kB (${mb(sum('gzip') * 1000)} kB)`,
      detail: each.join(', '),
    },
  ]
}

/**
 * @param {TaskResult<'viewer-load'>} load
 * @param {{sessions: number, clients: number, seconds: number}} sizes
 * @returns {Row[]}
 */
function loadRows(load, {sessions, clients, seconds}) {
  const {said, seen, missing, double, repeated, reloads, delays, away, memory} = load
  const [, middle, last] = memory.map(({alive}) => alive)
  const lists = (/** @type {'alive' | 'resident'} */ name) =>
    memory.map((one) => one[name]?.toFixed(0)).join(' / ')
  return [
    limited(
      `${clients} pages on ${sessions} growing sessions for ${seconds} s: messages missing or twice`,
      missing + double + repeated,
      0,
      'messages',
      `${count(seen)} seen of ${count(said * clients)}; ${reloads} reloads; p50 ${delays.p50.toFixed(0)} ms, p95 ${delays.p95.toFixed(0)} ms`,
    ),
    limited(
      '… one that was away for nine tenths of it: messages that did not come, or twice',
      away.missed - away.got + away.twice,
      0,
      'messages',
      `${away.got} arrived in ${away.slices} slices`,
    ),
    limited(
      '… memory in use at the end beside that in the middle',
      (last ?? Number.NaN) / (middle ?? Number.NaN),
      1.25,
      '×',
      `${lists('alive')} MB at the beginning, in the middle and at the end, what was said included; resident ${lists('resident')} MB`,
    ),
  ]
}
