import {existsSync, mkdirSync, mkdtempSync, rmSync} from 'node:fs'
import {join} from 'node:path'
import {sessionId} from './corpus.mjs'
import {alternate, makeFile, recount, secondsOfProcess} from './measure.mjs'

const fromNothing = 'index from nothing'

/**
 * Measures this build beside another one, command by command and by turns: did a change make anything slower?
 * @param {import('./report.mjs').Bench} bench
 * @returns {Promise<import('./report.mjs').Section>}
 */
export async function against({folder, sizes}) {
  const other = join(sizes.against ?? '', 'dist', 'cli', 'main.js')
  if (!existsSync(other)) throw new Error(`There is no build in ${sizes.against}: run "npm run build" there.`)
  const place = join(folder, 'against')
  const project = join(place, 'projects', '-work-shop')
  mkdirSync(project, {recursive: true})
  const session = join(project, `${sessionId}.jsonl`)
  await makeFile(project, `${sessionId}.jsonl`, sizes.againstMb, 'session')
  const many = join(place, 'many')
  mkdirSync(many)
  await makeFile(many, 'streams.jsonl', sizes.againstMb, 'mixed')
  const homes = new Map([recount, other].map((program) => [program, mkdtempSync(join(place, 'home-'))]))
  const envOf = (/** @type {string} */ program) => ({
    ...process.env,
    CLAUDE_CONFIG_DIR: join(place, 'none'),
    RECOUNT_HOME: homes.get(program),
  })
  const tasks = {
    'start (--version)': ['--version'],
    'read and fold (inspect, many sessions)': ['inspect', many],
    'print (show, one session)': ['show', session, '--no-pager'],
    'document (show --format json)': ['show', session, '--format', 'json'],
    'page (export, HTML)': ['export', session, '-o', '-', '--format', 'html'],
    [fromNothing]: ['index', project],
    'usage, warm': ['usage', 'daily', '--json'],
    'list, warm': ['ls', '--json'],
    'search, warm': ['search', '--json', 'error'],
  }
  /** @type {import('./report.mjs').Row[]} */
  const rows = []
  for (const [what, words] of Object.entries(tasks)) {
    const timed = (/** @type {string} */ program) => () => {
      if (what === fromNothing) rmSync(homes.get(program) ?? '', {recursive: true, force: true})
      return secondsOfProcess([program, ...words], envOf(program))
    }
    const [now, before] = await alternate(sizes.againstRounds, timed(recount), timed(other))
    rows.push({
      what,
      figure: `${(now.median / before.median).toFixed(2)} ×`,
      detail: `${now.median.toFixed(2)} s, before ${before.median.toFixed(2)} s; best ${(now.best / before.best).toFixed(2)} ×`,
    })
  }
  return {
    title: 'This build beside the one before it',
    rows,
    note: `Whole commands by turns, medians of ${sizes.againstRounds}; ${sizes.againstMb} MB in one session, and as much in many.`,
  }
}
