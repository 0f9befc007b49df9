/**
 * Measures recount against its targets, as ratios in one run.
 *
 *     npm run bench                                     the whole, about five minutes
 *     npm run bench -- --quick                          smaller sizes, about half a minute
 *     npm run bench -- --write --date 2026-11-16        writes bench/RESULTS.md too
 *     npm run bench -- --only reading,start             some sections; see `sections` below
 *     npm run bench -- --against <checkout>             measures the build of another checkout by turns with this one
 *     npm run bench -- --ccusage <folder>               measures the ccusage that is installed there, too
 */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {availableParallelism, tmpdir, totalmem} from 'node:os'
import {join} from 'node:path'
import {parseArgs} from 'node:util'
import {against} from './against.mjs'
import {archive} from './archive.mjs'
import {exporting} from './export.mjs'
import {endRunning} from './measure.mjs'
import {latency, printing, printMemory} from './printing.mjs'
import {recording} from './recording.mjs'
import {markdownOf, textOf} from './report.mjs'
import {fold, lines, memory, start, throughput} from './sections.mjs'
import {slack} from './slack.mjs'
import {viewer} from './viewer.mjs'

const {values} = parseArgs({
  options: {
    quick: {type: 'boolean', default: false},
    write: {type: 'boolean', default: false},
    date: {type: 'string'},
    only: {type: 'string'},
    'corpus-mb': {type: 'string'},
    'file-mb': {type: 'string'},
    'archive-mb': {type: 'string'},
    ccusage: {type: 'string'},
    against: {type: 'string'},
    rounds: {type: 'string'},
  },
})

const normal = {
  corpusMb: 64,
  fileMb: 1000,
  rounds: 15,
  largestFolds: 3,
  records: [1e3, 1e4, 1e5, 1e6],
  minRecords: 5e4,
  starts: 15,
  lineMb: [1, 10, 100],
  printMb: 16,
  printLooks: 6,
  printRounds: 3,
  recordRounds: 5,
  arrivals: 200,
  messages: [20e3, 200e3],
  showMb: 200,
  exportMb: [10, 100],
  sessionMb: 50,
  archiveMb: 1000,
  againstMb: 20,
  againstRounds: 5,
  watchedFiles: 20e3,
  idleSeconds: 20,
  searches: 200,
  appends: 20,
  slackMessages: 5000,
  viewerSessions: 25e3,
  viewerMb: 250,
  viewerMessages: 47e3,
  viewerAppends: 100,
  viewerLoad: {sessions: 20, clients: 50, seconds: 67, gapMs: 250},
}
const quick = {
  corpusMb: 6,
  fileMb: 20,
  rounds: 2,
  againstMb: 4,
  againstRounds: 3,
  largestFolds: 1,
  records: [1e3, 1e4],
  minRecords: 1e4,
  starts: 3,
  lineMb: [1, 4],
  printMb: 2,
  printLooks: 2,
  printRounds: 1,
  recordRounds: 1,
  arrivals: 40,
  messages: [2e3, 10e3],
  showMb: 5,
  exportMb: [4, 10],
  sessionMb: 50,
  archiveMb: 16,
  watchedFiles: 500,
  idleSeconds: 2,
  searches: 40,
  appends: 5,
  slackMessages: 1000,
  viewerSessions: 1000,
  viewerMb: 20,
  viewerMessages: 4000,
  viewerAppends: 20,
  viewerLoad: {sessions: 8, clients: 20, seconds: 6, gapMs: 100},
}
const base = values.quick ? quick : normal
/** @typedef {typeof sizes} Sizes */

const sizes = {
  ...base,
  corpusMb: Number(values['corpus-mb'] ?? base.corpusMb),
  fileMb: Number(values['file-mb'] ?? base.fileMb),
  archiveMb: Number(values['archive-mb'] ?? base.archiveMb),
  ccusage: values.ccusage,
  against: values.against,
  rounds: Number(values.rounds ?? base.rounds),
}

/** @type {Record<string, (bench: import('./report.mjs').Bench) => Promise<import('./report.mjs').Section>>} */
const sections = {
  reading: throughput,
  lines,
  fold,
  printing,
  latency,
  recording,
  start,
  memory,
  'print-memory': printMemory,
  archive,
  export: exporting,
  slack,
  viewer,
  ...(values.against === undefined ? {} : {against}),
}
const chosen = values.only?.split(',') ?? Object.keys(sections)
if (chosen.includes('lines') && !chosen.includes('reading'))
  fail('"lines" reads the corpus that "reading" makes; choose both.')

if (values.write && !/^\d{4}-\d{2}-\d{2}$/.test(values.date ?? '')) fail('--write needs --date YYYY-MM-DD.')
if (values.write && values.only) fail('--write needs all sections.')
for (const name of chosen) {
  if (!Object.hasOwn(sections, name))
    fail(`There is no section "${name}", only ${Object.keys(sections).join(', ')}.`)
}

const folder = mkdtempSync(join(tmpdir(), 'recount-bench-'))
// On `exit`, so that it happens after a failure and after an interruption too.
process.on('exit', () => {
  endRunning()
  rmSync(folder, {recursive: true, force: true})
})
process.on('SIGINT', () => process.exit(130))
process.on('SIGTERM', () => process.exit(143))

const began = performance.now()
let corpus = ''
/** @type {import('./report.mjs').Bench['note']} */
const note = ({from, sessions, bytes}) => {
  corpus = `made from ${from} (${sessions} different sessions and streams), ${Math.round(bytes / 1e6)} MB`
  console.log(`Corpus: ${corpus}; ids are fresh in each copy.\n`)
}
if (values.quick) console.log('A quick run with small sizes: its figures are rough.')
/** @type {import('./report.mjs').Section[]} */
const done = []
for (const name of chosen) {
  const section = await sections[name]?.({folder, sizes, note})
  if (!section) continue
  console.log(textOf(section))
  done.push(section)
}
const seconds = Math.round((performance.now() - began) / 1000)
console.log(`Took ${seconds} s.`)
if (values.write) {
  const memoryGb = Math.round(totalmem() / 2 ** 30)
  const about = [
    `${values.date}, Node ${process.version}, ${process.platform} ${process.arch}, ${availableParallelism()} cores, ${memoryGb} GB.`,
    `Corpus ${corpus} for reading, ${sizes.fileMb} MB for memory; ids are fresh in each copy, so nothing is a copy of anything.`,
    ...(values.quick ? ['**A quick run with small sizes: its figures are rough.**'] : []),
    'Figures are ratios within one run on a shared machine; speeds are only there to explain them.',
    '',
    `Again (${seconds} s): \`npm run bench -- --write --date ${values.date}\`; \`--quick\` for a first look.`,
  ]
  writeFileSync(new URL('RESULTS.md', import.meta.url), markdownOf({about, sections: done}))
}

/** @param {string} message */
function fail(message) {
  console.error(message)
  process.exit(2)
}
