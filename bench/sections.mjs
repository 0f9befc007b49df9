import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {sessionId} from './corpus.mjs'
import {
  alternate,
  makeFile,
  peakMethod,
  recount,
  runForPeak,
  runTask,
  runTaskForPeak,
  secondsOfProcess,
  summaryOf,
} from './measure.mjs'
import {count, limited, mb} from './report.mjs'

/** @typedef {import('./measure.mjs').Summary} Summary */

const corpusName = 'corpus.jsonl'
const sample = fileURLToPath(new URL('../samples/discount/stream.jsonl', import.meta.url))

/**
 * Reading beside a bare loop over the same bytes.
 * @param {import('./report.mjs').Bench} bench
 * @returns {Promise<import('./report.mjs').Section>}
 */
export async function throughput({folder, sizes, note}) {
  const made = await makeFile(folder, corpusName, sizes.corpusMb, 'mixed')
  const {path} = made
  note(made)
  const once = async (/** @type {import('./child.mjs').Way} */ way) =>
    (await runTask('read', {path, way})).inner
  const same = await runTask('beside', {path, rounds: sizes.rounds})
  const published = await runTask('make-published', {path: join(folder, 'published.jsonl')})
  const real = published && (await runTask('beside', {path: published.path, rounds: sizes.rounds}))
  const fresh = (/** @type {import('./child.mjs').Way} */ way) =>
    alternate(
      sizes.rounds,
      () => once('recount'),
      () => once(way),
    )
  const freshPairs = [await fresh('bare'), await fresh('common')]
  return {
    title: 'Reading: bytes → lines → dialects → messages, beside a bare split-and-`JSON.parse` loop',
    rows: [
      ...ratioRows('one warm process, by turns', same, made.bytes),
      ...(real && published ? ratioRows('the same with published transcripts', real, published.bytes) : []),
      ...ratioRows('a fresh process each, by turns', freshPairs, made.bytes),
    ],
    note: `${mb(made.bytes)} MB, ${made.lines} lines of ${Math.round(made.bytes / made.lines)} bytes in the mean, ${sizes.rounds} rounds. The bare loop is the fastest that could be written, chunk by chunk with what Node's own \`toString\` ends in; the common one is \`readFileSync(path, 'utf8').split('\\n')\`. A fresh process pays for compiling as it reads; a warm one has read the file twice before.${
      published
        ? ` The published transcripts are ${mb(published.bytes)} MB of real work, ${published.lines} lines of ${Math.round(published.bytes / published.lines)} bytes in the mean.`
        : ''
    }`,
  }
}

/**
 * Two rows for each loop that reading was measured beside: the fastest, and the common one.
 * @param {string} where
 * @param {[Summary, Summary][]} pairs
 * @param {number} bytes
 * @returns {import('./report.mjs').Row[]}
 */
function ratioRows(where, pairs, bytes) {
  const speed = (/** @type {number} */ seconds) => `${(bytes / 1e6 / seconds).toFixed(0)} MB/s`
  return pairs.flatMap(([ours, loop], i) => {
    const name = ['bare loop', 'common loop'][i]
    return /** @type {const} */ (['best', 'median']).map((which) => {
      const detail = `recount ${speed(ours[which])}, ${name} ${speed(loop[which])}`
      return limited(`${which}, ${where}, beside the ${name}`, ours[which] / loop[which], 1.3, '×', detail)
    })
  })
}

/**
 * The peak of memory for one very large file.
 * @param {import('./report.mjs').Bench} bench
 * @returns {Promise<import('./report.mjs').Section>}
 */
export async function memory({folder, sizes}) {
  const long = await makeFile(folder, `${sessionId}.jsonl`, sizes.fileMb, 'session')
  const many = await makeFile(folder, 'many.jsonl', sizes.fileMb / 4, 'mixed')
  /**
   * @param {string} what
   * @param {{seconds: number, peakMb: number}} took
   * @param {{bytes: number}} made
   * @param {number} [limit]
   */
  const row = (what, {seconds, peakMb}, {bytes}, limit) => {
    const detail = `${(bytes / 1e6 / seconds).toFixed(0)} MB/s, process start included`
    return limit === undefined
      ? {what, figure: `${peakMb.toFixed(0)} MB`, detail}
      : limited(what, peakMb, limit, 'MB', detail)
  }
  const idle = await runForPeak(['-e', '0'])
  const read = (/** @type {import('./child.mjs').Way} */ way) =>
    runTaskForPeak('read', {path: long.path, way})
  const inspect = (/** @type {{path: string}} */ {path}) => runForPeak([recount, 'inspect', path])
  return {
    title: `Peak memory for a file of ${mb(long.bytes)} MB`,
    rows: [
      {what: '`node -e 0`, for comparison', figure: `${idle.peakMb.toFixed(0)} MB`},
      row('bare loop, for comparison', await read('bare'), long, undefined),
      row('reading alone', await read('recount'), long, 150),
      row('`recount inspect`, one long session', await inspect(long), long, 300),
      row(`\`recount inspect\`, ${mb(many.bytes)} MB of many short sessions`, await inspect(many), many, 300),
    ],
    note: `The long session has ${long.lines} lines, the file of short ones ${many.lines}. Measured by ${peakMethod()}.`,
  }
}

/**
 * What folding a record costs, from few records to many.
 * @param {import('./report.mjs').Bench} bench
 * @returns {Promise<import('./report.mjs').Section>}
 */
export async function fold({sizes}) {
  /** @type {import('./report.mjs').Row[]} */
  const rows = []
  /** @type {[import('./corpus.mjs').CorpusKind, import('./fold-costs.mjs').Keep][]} */
  const ways = [
    ['session', 'nothing'],
    ['session', 'open'],
    ['mixed', 'nothing'],
  ]
  for (const [kind, keep] of ways) {
    const costs = await runTask('fold', {
      keep,
      kind,
      sizes: sizes.records,
      minRecords: sizes.minRecords,
      minRuns: sizes.largestFolds,
    })
    const each = costs.map(
      ({median, best}, i) =>
        `${count(sizes.records[i] ?? 0)}: ${median.toFixed(2)} (best ${best.toFixed(2)})`,
    )
    const what = `${kind === 'session' ? 'one session' : 'many sessions'}, keep: '${keep}'`
    const detail = `µs a record: ${each.join(', ')}`
    rows.push(
      limited(
        what,
        (costs.at(-1)?.median ?? Number.NaN) / (costs[0]?.median ?? Number.NaN),
        1.5,
        '×',
        detail,
      ),
    )
  }
  return {
    title: 'Folding: cost of a record, the largest number of records beside the smallest',
    rows,
    note: `Only \`Conversation.add\` is timed, but a collection of garbage that reading left may fall into it. Medians; large numbers are folded ${sizes.largestFolds} times.`,
  }
}

/**
 * Starting the program beside starting Node.
 * @param {import('./report.mjs').Bench} bench
 * @returns {Promise<import('./report.mjs').Section>}
 */
export async function start({sizes}) {
  const ways = [
    ['-e', '0'],
    [recount, '--version'],
    [recount, 'show', sample],
  ]
  const turns = Array.from({length: sizes.starts}, () => ways.map((words) => secondsOfProcess(words)))
  const summary = (/** @type {number} */ way) => summaryOf(turns.flatMap((turn) => turn[way] ?? []))
  const [node, version, show] = [summary(0), summary(1), summary(2)]
  const ms = (/** @type {number} */ seconds) => `${(seconds * 1000).toFixed(0)} ms`
  const detail = (/** @type {Summary} */ way, /** @type {keyof Summary} */ which) =>
    `recount ${ms(way[which])}, node ${ms(node[which])}`
  const free = (/** @type {string} */ what, /** @type {Summary} */ way) => ({
    what: `${what}, median`,
    figure: `${(way.median / node.median).toFixed(2)} ×`,
    detail: detail(way, 'median'),
  })
  return {
    title: 'Starting: beside `node -e 0`',
    rows: [
      limited('`recount --version`, median', version.median / node.median, 2, '×', detail(version, 'median')),
      limited('`recount --version`, best', version.best / node.best, 2, '×', detail(version, 'best')),
      free('`recount show` of the bundled sample', show),
    ],
    note: `${sizes.starts} starts each, by turns.`,
  }
}

/**
 * Long lines and tiny chunks: time a byte must not depend on them.
 * @param {import('./report.mjs').Bench} bench
 * @returns {Promise<import('./report.mjs').Section>}
 */
export async function lines({folder, sizes}) {
  const path = join(folder, corpusName)
  const found = await runTask('lines', {path, sizes: sizes.lineMb.map((size) => size * 1e6)})
  const ns = (/** @type {Summary} */ {best}) => `${best.toFixed(1)} ns a byte`
  const [shortest = found.ordinary] = found.long
  /** @type {[string, Summary, Summary][]} */
  const bytewise = [
    ['1 MB of ordinary lines in chunks of 1 byte', found.bytewise, found.ordinary],
    ['one line of 1 MB in chunks of 1 byte', found.bytewiseLong, shortest],
  ]
  return {
    title: 'Long lines and tiny chunks: time a byte',
    rows: [
      {what: 'a file of ordinary lines', figure: '1.00 ×', detail: ns(found.ordinary)},
      ...found.long.map((cost, i) => ({
        what: `one line of ${sizes.lineMb[i]} MB beside ordinary lines`,
        figure: `${(cost.best / found.ordinary.best).toFixed(2)} ×`,
        detail: ns(cost),
      })),
      limited(
        `one line of ${sizes.lineMb.at(-1)} MB beside one of ${sizes.lineMb[0]} MB`,
        (found.long.at(-1)?.best ?? Number.NaN) / shortest.best,
        1.5,
        '×',
      ),
      ...bytewise.map(([what, cost, whole]) => ({
        what: `${what}, beside chunks of 256 KB`,
        figure: `${(cost.best / whole.best).toFixed(1)} ×`,
        detail: ns(cost),
      })),
      limited(
        'chunks of 1 byte: one line of 1 MB beside ordinary lines',
        found.bytewiseLong.best / found.bytewise.best,
        1.5,
        '×',
      ),
    ],
    note: 'From memory, not from a file. Best of several runs.',
  }
}
