import {appendFileSync, readdirSync, readFileSync, statSync} from 'node:fs'
import {join} from 'node:path'
import {openArchiveFolder} from '../build/archive/open-archive.js'
import {isMistake, parseQuery} from '../build/archive/query/index.js'
import {bareLoop} from './bare-loop.mjs'

/** @type {import('../build/archive/archive.js').IngestWatcher} */
const watcher = {
  now: Date.now,
  advance: async () => {},
  skipped(path, error) {
    throw new Error(`${path} was skipped: ${error}`)
  },
}

/**
 * Wall and processor milliseconds of some work.
 * @param {() => unknown} work
 */
async function costOf(work) {
  const start = performance.now()
  const before = process.cpuUsage()
  await work()
  const {user, system} = process.cpuUsage(before)
  return {ms: performance.now() - start, cpu: (user + system) / 1000}
}

/** @param {string} root */
const findLines = (root) =>
  readdirSync(root, {recursive: true, encoding: 'utf8'})
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(root, name))

/**
 * The bare loop over every file, the better of two.
 * @param {{root: string}} input
 */
export async function bareFolder({root}) {
  const paths = findLines(root)
  const once = () =>
    costOf(() => {
      for (const path of paths) bareLoop(path)
    })
  const [a, b] = [await once(), await once()]
  return a.ms < b.ms ? a : b
}

/**
 * Indexes a folder, and makes it searchable if `search` says so.
 * @param {{root: string, home: string, search: boolean}} input
 */
export async function indexFolder({root, home, search}) {
  const opened = performance.now()
  const before = process.cpuUsage()
  const archive = await openArchiveFolder(home, Date.now)
  const report = await archive.ingest([root], watcher)
  const {user, system} = process.cpuUsage(before)
  const lists = {ms: performance.now() - opened, cpu: (user + system) / 1000}
  const more = search ? await costOf(() => archive.index()) : {ms: 0, cpu: 0}
  archive.close()
  const size = (/** @type {string} */ name) => statSync(join(home, name)).size
  const bytes = readdirSync(home).reduce((sum, name) => sum + size(name), 0)
  return {...report, lists, searchable: {ms: lists.ms + more.ms, cpu: lists.cpu + more.cpu}, bytes}
}

/**
 * Asks a filled archive what people ask, and adds a line to it.
 * @param {{root: string, home: string, searches: number, appends: number}} input
 */
export async function askArchive({root, home, searches, appends}) {
  const archive = await openArchiveFolder(home, Date.now)
  const started = performance.now()
  const again = await archive.ingest([root], watcher)
  const second = {...again, ms: performance.now() - started}
  const options = {limit: 20, patience: 60_000, now: Date.now}
  const search = async (/** @type {string} */ word) => {
    const query = parseQuery(word, {now: Date.now(), zone: 'UTC'})
    if (isMistake(query)) throw new Error(query.mistake)
    return archive.search(query, options)
  }
  const words = wordsOf(root, searches)
  for (const word of words.slice(0, 5)) await search(word)
  /** @type {number[]} */
  const times = []
  for (const word of words) times.push((await costOf(() => search(word))).ms)
  const warm = async (/** @type {() => unknown} */ work) => {
    await costOf(work)
    return (await costOf(work)).ms
  }
  const ls = await warm(() => archive.sessions({now: Date.now()}))
  const usage = await warm(() => archive.usage({group: 'daily', timeZone: 'Europe/Berlin'}))
  /** @type {number[]} */
  const added = []
  const path = findLines(root).find((name) => !name.includes('stream-'))
  if (path === undefined) throw new Error(`There is no transcript in ${root}.`)
  for (let line = 0; line < appends; line += 1) {
    const text = {type: 'user', uuid: `added-${line}`, message: {role: 'user', content: `added${line}word`}}
    appendFileSync(path, `${JSON.stringify({...text, timestamp: '2026-03-01T00:00:00.000Z'})}\n`)
    const cost = await costOf(async () => {
      await archive.ingest([root], watcher)
      await archive.index()
    })
    added.push(cost.ms)
    const found = await search(`added${line}word`)
    if (found.hits.length === 0) throw new Error('A line that was added is not found.')
  }
  archive.close()
  return {second, times, ls, usage, added}
}

/**
 * Words out of the corpus, anywhere in it.
 * @param {string} root
 * @param {number} count
 */
function wordsOf(root, count) {
  const paths = findLines(root)
  /** @type {Set<string>} */
  const words = new Set()
  for (let turn = 0; words.size < count && turn < count * 20; turn += 1) {
    const text = readFileSync(paths[(turn * 7919) % paths.length] ?? '', 'utf8')
    const at = Math.floor(text.length * ((turn * 0.618034) % 1))
    const word = /\b[a-z]{4,12}\b/.exec(text.slice(at, at + 2000))?.[0]
    if (word) words.add(word)
  }
  return [...words]
}
