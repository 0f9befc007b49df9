import {mkdirSync, readdirSync, statSync} from 'node:fs'
import {join} from 'node:path'
import {sessionId} from './corpus.mjs'
import {makeFile, peakMethod, recount, runForPeak, runTask} from './measure.mjs'
import {mb} from './report.mjs'

/**
 * Making pages of projects, and of one long session.
 * @param {import('./report.mjs').Bench} bench
 * @returns {Promise<import('./report.mjs').Section>}
 */
export async function exporting({folder, sizes}) {
  /** @type {import('./report.mjs').Row[]} */
  const rows = []
  /** @type {string[]} */
  const made = []
  for (const [place, size] of sizes.exportMb.entries()) {
    const root = join(folder, `export-${size}`)
    const {bytes, files} = await runTask('archive-make', {
      root,
      size: size * 1e6,
      count: 1,
      withStreams: false,
    })
    const inner = await runTask('export-pages', {root, rounds: place === 0 ? 3 : 1})
    made.push(
      `${mb(bytes)} MB in ${files} sessions: ${inner.records} entries, of which ${inner.entries} are shown`,
    )
    rows.push(...(await projectRows(`${mb(bytes)} MB`, root, join(folder, `pages-${size}`), bytes, inner)))
  }
  return {
    title: 'Exporting: transcripts → pages',
    rows: [...rows, ...(await longRows(folder, sizes.sessionMb))],
    note: `Projects of ${made.join('; ')}. An entry is a line of a transcript; some are shown only by \`--depth all\`. Milliseconds are the processor’s. The program writes a page for each session and pages that hold all of them, so it draws each entry twice; its figures hold its start, and compiling as it works. Peaks measured by ${peakMethod()}.`,
  }
}

/**
 * @param {string} name
 * @param {string} root
 * @param {string} out
 * @param {number} bytes
 * @param {import('./measure.mjs').TaskResult<'export-pages'>} inner
 * @returns {Promise<import('./report.mjs').Row[]>}
 */
async function projectRows(name, root, out, bytes, {records, entries, html, markdown, cost}) {
  const run = (/** @type {string} */ format, /** @type {string} */ place) =>
    runForPeak([recount, 'export', root, '-o', place, '--format', format])
  const first = await run('html', out)
  const second = await run('html', out)
  const md = await run('md', `${out}-md`)
  const each = (/** @type {number} */ ms) => ms / records
  const shown = (/** @type {number} */ ms) => `${(ms / entries).toFixed(3)} ms one that is shown`
  const written = sizeOf(out, '.html')
  return [
    fine(
      `${name}, HTML, warm`,
      each(cost.read + cost.html),
      `reading ${each(cost.read).toFixed(3)}, drawing ${each(cost.html).toFixed(3)}; ${shown(cost.read + cost.html)}`,
    ),
    fine(
      `${name}, Markdown, warm`,
      each(cost.read + cost.markdown),
      `drawing ${each(cost.markdown).toFixed(3)}; ${shown(cost.read + cost.markdown)}`,
    ),
    fine(
      `${name}, \`recount export\`, HTML`,
      each(first.cpu * 1000),
      `${first.seconds.toFixed(1)} s; ${shown(first.cpu * 1000)}`,
    ),
    fine(
      `${name}, \`recount export\`, Markdown`,
      each(md.cpu * 1000),
      `${md.seconds.toFixed(1)} s; ${shown(md.cpu * 1000)}`,
    ),
    {
      what: `${name}, pages of sessions beside input`,
      figure: `${(html / bytes).toFixed(2)} ×`,
      detail: `Markdown ${(markdown / bytes).toFixed(2)} ×; ${mb(written)} MB of HTML with style and script in each, and all of it again on the pages of the project`,
    },
    {
      what: `${name}, peak memory`,
      figure: `${first.peakMb.toFixed(0)} MB`,
      detail: `Markdown ${md.peakMb.toFixed(0)} MB`,
    },
    {
      what: `${name}, a second run`,
      figure: `${(second.cpu * 1000).toFixed(0)} ms`,
      detail: /^Nothing changed/.test(second.stdout) ? 'nothing written' : second.stdout.trim(),
    },
  ]
}

/** @param {string} what @param {number} value @param {string} detail */
const fine = (what, value, detail) => ({
  what: `${what}, an entry`,
  figure: `${value.toFixed(3)} ms`,
  target: '≤ 0.15 ms',
  met: Number(value.toFixed(3)) <= 0.15,
  detail,
})

/**
 * One session, in parts that open at once.
 * @param {string} folder
 * @param {number} size
 * @returns {Promise<import('./report.mjs').Row[]>}
 */
async function longRows(folder, size) {
  const root = join(folder, 'export-long')
  mkdirSync(root)
  const {path, bytes} = await makeFile(root, `${sessionId}.jsonl`, size, 'session')
  const out = join(folder, 'pages-long')
  const {peakMb, seconds, cpu} = await runForPeak([recount, 'export', path, '-o', out])
  const parts = filesIn(out, '.html')
  const largest = Math.max(...parts.map((file) => statSync(file).size))
  const some = [parts[0], parts[parts.length >> 1], parts.at(-1)].filter((part) => part !== undefined)
  const {pages} = await runTask('export-open', {files: some})
  const name = `one session of ${mb(bytes)} MB`
  return [
    {
      what: `${name}, parts`,
      figure: String(parts.length),
      detail: `the largest ${(largest / 1e6).toFixed(1)} MB; ${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of the processor, peak ${peakMb.toFixed(0)} MB`,
    },
    ...pages.map(({whole, painted, bytes: part}, index) => ({
      what: `${name}, opening ${['the first', 'a middle', 'the last'][index]} part`,
      figure: `${painted.toFixed(0)} ms`,
      detail: `to the first paint in Chromium; whole after ${whole.toFixed(0)} ms, ${(part / 1e6).toFixed(1)} MB`,
    })),
  ]
}

/** `session-<id>.html`, then `session-<id>-2.html`. @param {string} name */
const partOf = (name) => Number(/-(\d{1,4})\.html$/.exec(name)?.[1] ?? 1)

/** @param {string} folder @param {string} ending */
const filesIn = (folder, ending) =>
  readdirSync(folder, {recursive: true, encoding: 'utf8'})
    .filter((name) => name.endsWith(ending))
    .sort((a, b) => partOf(a) - partOf(b))
    .map((name) => join(folder, name))

/** @param {string} folder @param {string} ending */
const sizeOf = (folder, ending) => filesIn(folder, ending).reduce((sum, file) => sum + statSync(file).size, 0)
