import {join} from 'node:path'
import {runTask, summaryOf} from './measure.mjs'
import {limited, mb} from './report.mjs'

/**
 * Taking a folder into the archive beside a bare loop over the same bytes, and asking it.
 * @param {import('./report.mjs').Bench} bench
 * @returns {Promise<import('./report.mjs').Section>}
 */
export async function archive({folder, sizes}) {
  const claude = join(folder, 'archive-claude')
  const root = join(claude, 'projects')
  const home = join(folder, 'archive-home')
  const made = await runTask('archive-make', {root, size: sizes.archiveMb * 1e6})
  const bare = await runTask('archive-bare', {root})
  const lists = await runTask('archive-index', {root, home: `${home}-lists`, search: false})
  const bareBetween = await runTask('archive-bare', {root})
  const whole = await runTask('archive-index', {root, home, search: true})
  const bareAgain = await runTask('archive-bare', {root})
  const fastest = [bare, bareBetween, bareAgain].reduce((a, b) => (a.ms < b.ms ? a : b))
  const beside = await runTask('archive-beside', {claude, home: `${home}-usage`, ccusage: sizes.ccusage})
  const status = await runTask('archive-status', {home, starts: sizes.starts})
  const asked = await runTask('archive-ask', {root, home, searches: sizes.searches, appends: sizes.appends})
  const watched = await runTask('archive-watch', {
    root: join(folder, 'archive-many'),
    home: `${home}-many`,
    files: sizes.watchedFiles,
    seconds: sizes.idleSeconds,
    appends: sizes.appends,
  })
  return {
    title: 'The archive: taking in beside a bare split-and-`JSON.parse` loop, and asking',
    rows: [
      ...ingesting(made, fastest, lists, whole),
      ...asking(asked, whole),
      ...watching(watched, sizes),
      limited(
        '`recount usage statusline` beyond Node’s own start, median',
        status.beyond,
        50,
        'ms',
        `recount ${status.ours.median.toFixed(0)} ms, node ${status.node.median.toFixed(0)} ms, ${sizes.starts} starts by turns`,
      ),
      ...besideCcusage(beside),
    ],
    note: `${mb(made.bytes)} MB in ${made.files} files of 50 KB to 5 MB, made from ${made.from}, with fresh ids; ${whole.records} records. The bare loop is the best of six. Opening the archive is counted; starting the process is not, except where a program is named.`,
  }
}

/**
 * @typedef {import('./measure.mjs').TaskResult<'archive-make'>} Made
 * @typedef {import('./measure.mjs').TaskResult<'archive-bare'>} Cost
 * @typedef {import('./measure.mjs').TaskResult<'archive-index'>} Indexed
 * @typedef {import('./measure.mjs').TaskResult<'archive-ask'>} Asked
 * @typedef {import('./measure.mjs').TaskResult<'archive-watch'>} Watched
 * @typedef {import('./measure.mjs').TaskResult<'archive-beside'>} Beside
 * @typedef {import('./report.mjs').Row} Row
 */

/** @param {string} what @param {number} value @param {string} [detail] */
const ms = (what, value, detail) => ({what, figure: `${value.toFixed(1)} ms`, detail})
/** @param {string} what @param {number} value @param {string} [detail] */
const seconds = (what, value, detail) => ({what, figure: `${(value / 1000).toFixed(2)} s`, detail})

/** @param {Made} made @param {Cost} fastest @param {Indexed} lists @param {Indexed} whole */
function ingesting(made, fastest, lists, whole) {
  const speed = (/** @type {number} */ time) => `${(made.bytes / 1e3 / time).toFixed(0)} MB/s`
  const detail = (/** @type {Cost} */ {ms: time, cpu}) =>
    `${speed(time)}, bare loop ${speed(fastest.ms)}; ${(cpu / time).toFixed(2)} cores busy, processor time ${(cpu / fastest.cpu).toFixed(2)} ×`
  return [
    limited('cold, lists and usage complete', lists.lists.ms / fastest.ms, 3, '×', detail(lists.lists)),
    limited(
      'cold, everything searchable',
      whole.searchable.ms / fastest.ms,
      8,
      '×',
      detail(whole.searchable),
    ),
    limited('size on disk beside input, index included', whole.bytes / made.bytes, 0.6, '×'),
  ]
}

/** @param {Asked} asked @param {Indexed} whole @returns {Row[]} */
function asking({second, times, added, ls, usage}, {sessions}) {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (/** @type {number} */ share) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  const {median, best} = summaryOf(added)
  return [
    limited(
      'bytes parsed by a second run',
      second.bytesParsed,
      0,
      'bytes',
      `${second.filesOpened} files opened`,
    ),
    ms('a second run', second.ms, `${second.files} files`),
    limited(
      'a line added, everything looked at, to searchable, median',
      median,
      250,
      'ms',
      `best ${best.toFixed(1)} ms`,
    ),
    ms('search for a word, p50', at(0.5), `${times.length} different words, 20 hits each at most`),
    ms('search for a word, p99', at(0.99)),
    ms('`ls`, warm', ls, `${sessions} sessions`),
    ms('`usage daily`, warm', usage),
  ]
}

/** @param {Watched} watched @param {{watchedFiles: number}} sizes @returns {Row[]} */
function watching({ticks, seconds: time, added}, {watchedFiles}) {
  const files = `${watchedFiles} files`
  const idle =
    ticks === undefined
      ? []
      : [
          limited(
            `\`index --watch\`, processor while nothing happens`,
            ticks / time,
            1,
            '%',
            `${ticks} ticks of a hundredth in ${time} s, ${files}`,
          ),
        ]
  return [
    ...idle,
    limited(
      '`index --watch`, a line added to searchable, median',
      added.median,
      250,
      'ms',
      `best ${added.best.toFixed(1)} ms, ${files}`,
    ),
  ]
}

/** @param {Beside} beside @returns {Row[]} */
function besideCcusage({recount, ccusage}) {
  const ours = [
    seconds(
      '`recount usage daily`, the whole program, from nothing',
      recount.cold,
      'takes everything in first',
    ),
    seconds('`recount usage daily`, the whole program, again', recount.warm),
  ]
  if (!ccusage)
    return [
      ...ours,
      {what: '`ccusage daily`', figure: 'not measured', detail: 'none was named with `--ccusage <folder>`'},
    ]
  return [
    ...ours,
    seconds(
      '`ccusage daily --offline`, the whole program',
      ccusage.cold,
      `ccusage ${ccusage.version}, the newest that is JavaScript; later ones are binaries that could not be had here`,
    ),
    seconds('`ccusage daily --offline`, the whole program, again', ccusage.warm),
  ]
}
