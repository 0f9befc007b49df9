import {appendFileSync, readdirSync, readFileSync, statSync} from 'node:fs'
import {join} from 'node:path'
import {openArchiveFolder} from '../build/archive/open-archive.js'
import {parseQuery} from '../build/archive/query/index.js'
import {bareLoop} from './bare-loop.mjs'

const watcher = {
  now: Date.now,
  advance: async () => {},
  skipped(path, error) {
    throw new Error(`${path} was skipped: ${error}`)
  },
}

/** Wall and processor milliseconds of a piece of work. */
async function costOf(work) {
  const start = performance.now()
  const before = process.cpuUsage()
  await work()
  const {user, system} = process.cpuUsage(before)
  return {ms: performance.now() - start, cpu: (user + system) / 1000}
}

const findLines = (root) =>
  readdirSync(root, {recursive: true})
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(root, name))

/** The bare loop over every file, the better of two. */
export async function bareFolder({root}) {
  const paths = findLines(root)
  const once = () =>
    costOf(() => {
      for (const path of paths) bareLoop(path)
    })
  const [a, b] = [await once(), await once()]
  return a.ms < b.ms ? a : b
}

/** Takes a folder in, and makes it searchable where that is wished. */
export async function index({root, home, search}) {
  let archive
  let report
  const lists = await costOf(async () => {
    archive = await openArchiveFolder(home, Date.now)
    report = await archive.ingest([root], watcher)
  })
  const more = search ? await costOf(() => archive.index()) : {ms: 0, cpu: 0}
  archive.close()
  const size = (name) => statSync(join(home, name)).size
  const bytes = readdirSync(home).reduce((sum, name) => sum + size(name), 0)
  return {...report, lists, searchable: {ms: lists.ms + more.ms, cpu: lists.cpu + more.cpu}, bytes}
}

/** Asks a filled archive what people ask, and adds a line to it. */
export async function askArchive({root, home, searches, appends}) {
  const archive = await openArchiveFolder(home, Date.now)
  const again = {report: undefined}
  const second = await costOf(async () => {
    again.report = await archive.ingest([root], watcher)
  })
  const wish = {limit: 20, patience: 60_000, now: Date.now}
  const search = async (word) => {
    const query = parseQuery(word, {now: Date.now(), zone: 'UTC'})
    return archive.search(query, wish)
  }
  const words = wordsOf(root, searches)
  for (const word of words.slice(0, 5)) await search(word)
  const times = []
  for (const word of words) times.push((await costOf(() => search(word))).ms)
  const warm = async (work) => {
    await costOf(work)
    return (await costOf(work)).ms
  }
  const ls = await warm(() => archive.sessions({}))
  const usage = await warm(() => archive.usage({group: 'daily', timeZone: 'Europe/Berlin'}))
  const added = []
  const path = findLines(root).find((name) => !name.includes('stream-'))
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
  return {second: {ms: second.ms, ...again.report}, times, ls, usage, added}
}

/** Words out of the corpus, anywhere in it. */
function wordsOf(root, count) {
  const paths = findLines(root)
  const words = new Set()
  for (let turn = 0; words.size < count && turn < count * 20; turn += 1) {
    const text = readFileSync(paths[(turn * 7919) % paths.length], 'utf8')
    const at = Math.floor(text.length * ((turn * 0.618034) % 1))
    const word = /\b[a-z]{4,12}\b/.exec(text.slice(at, at + 2000))?.[0]
    if (word) words.add(word)
  }
  return [...words]
}
