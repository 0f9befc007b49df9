import type {ChildProcess} from 'node:child_process'
import {spawnSync} from 'node:child_process'
import {once} from 'node:events'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join, relative} from 'node:path'
import {setTimeout as pause} from 'node:timers/promises'
import {fileURLToPath} from 'node:url'
import {afterAll, describe, expect, test} from 'vitest'
import {archiveFile} from '../../src/archive/sqlite/database/archive-file.ts'
import {openDatabase} from '../../src/archive/sqlite/database/open-database.ts'
import {shardFiles} from '../../src/archive/sqlite/search/shards.ts'
import {differences, dumpArchive} from '../support/archive/dump-archive.ts'
import {jsonLines, recount, recountInProcess, startRecount} from '../support/program.ts'

const recordings = fileURLToPath(new URL('../recordings', import.meta.url))
const temp = mkdtempSync(join(tmpdir(), 'recount-crash-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const rounds = 30
const killsPerRound = 11
const root = join(temp, 'root')
const files = readdirSync(recordings, {recursive: true, encoding: 'utf8'})
  .filter((name) => /^2\.1\.(?:112|325)/.test(name) && /\.(?:jsonl|meta\.json)$/.test(name))
  .sort()

/** The same numbers in every run, so that a failure can be seen again; what the machine does with them differs. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
const random = numbers(20_260_101)

/** A file on disk, and what is still to come of it. */
interface Arriving {
  path: string
  rest: Buffer
}

/** What happens to files: they come in parts that end anywhere, are moved, written again and deleted. */
function* changes(): Generator<void> {
  const present: Arriving[] = []
  const some = (): Arriving | undefined => present[Math.floor(present.length * random())]
  for (const [index, name] of files.entries()) {
    const content = readFileSync(join(recordings, name))
    const path = join(root, name)
    mkdirSync(dirname(path), {recursive: true})
    const cut = name.endsWith('.jsonl') ? Math.floor(content.length * random()) : content.length
    writeFileSync(path, content.subarray(0, cut))
    present.push({path, rest: content.subarray(cut)})
    if (index % Math.ceil(files.length / rounds) !== 0) continue
    for (let count = 0; count < 3; count += 1) complete(some())
    move(some(), index)
    rewrite(some())
    const gone = index % 2 === 0 ? some() : undefined
    if (gone) {
      rmSync(gone.path)
      present.splice(present.indexOf(gone), 1)
    }
    yield
  }
  for (const file of present) complete(file)
  yield
}

function complete(file: Arriving | undefined): void {
  if (!file) return
  appendFileSync(file.path, file.rest)
  file.rest = Buffer.alloc(0)
}

/** Into another project, under its own name. */
function move(file: Arriving | undefined, number: number): void {
  if (!file) return
  const place = join(root, `moved-${number}`, relative(root, file.path))
  mkdirSync(dirname(place), {recursive: true})
  renameSync(file.path, place)
  file.path = place
}

/** Without some of its lines, as Claude Code itself does, or with something else in a line. */
function rewrite(file: Arriving | undefined): void {
  if (!file) return
  const lines = readFileSync(file.path, 'utf8').split(/(?<=\n)/)
  const at = Math.floor(lines.length * random())
  const changed = random() < 0.5 ? [] : [(lines[at] ?? '').replace(/[a-z]{3}/, 'xyz')]
  writeFileSync(file.path, [...lines.slice(0, at), ...changed, ...lines.slice(at + 1)].join(''))
}

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

const words = ['error', '"the file"', 'tool:Bash', '/[a-z]+\\.ts/']

const links = (home: string, query: string): readonly unknown[] =>
  jsonLines(recount(['search', '--json', '--limit', '5000', query], {home}).stdout)
    .map(({link, part}) => `${link} ${part}`)
    .sort()

/** Compares an archive with one that was made without any trouble, and with the folder that both were made of. */
async function expectSameArchive(
  home: string,
  clean: string,
  folder: string,
  queries: readonly string[],
): Promise<void> {
  expect(differences(await dumpArchive(home), await dumpArchive(clean))).toEqual({})
  for (const query of queries) expect([query, links(home, query)]).toEqual([query, links(clean, query)])
  for (const path of [archiveFile(home), ...shardFiles(home)]) {
    const database = await openDatabase(path, {readOnly: true})
    expect(database.prepare('pragma integrity_check').all()).toEqual([{integrity_check: 'ok'}])
    database.close()
  }
  const target = mkdtempSync(join(temp, 'back-'))
  expect(recount(['restore', '--all', '--to', target], {home}).status).toBe(0)
  const names = readdirSync(folder, {recursive: true, encoding: 'utf8'}).filter((name) =>
    /\.jsonl?$/.test(name),
  )
  // Byte by byte, `toEqual` would take minutes.
  const differs = names.filter(
    (name) => !readFileSync(join(target, name)).equals(readFileSync(join(folder, name))),
  )
  expect(differs).toEqual([])
}

test('an archive that was killed 300 times while files came, moved, changed and went is one that never was', async () => {
  const home = join(temp, 'killed')
  const clean = join(temp, 'never-killed')
  const index = ['index', '--json', root]
  mkdirSync(root)
  // About as long as a run takes here and now; whether more, is found out on the way.
  const began = performance.now()
  expect(recountInProcess(index, {home}).status).toBe(0)
  let expected = performance.now() - began
  let killed = 0
  let finished = 0
  for (const _ of changes()) {
    for (let kill = 0; kill < killsPerRound; ) {
      const writers = Array.from({length: kill % 4 === 3 ? 2 : 1}, () => startRecount(index, {home}))
      // From before the first byte is read until after the last was kept.
      await pause(expected * writers.length * (0.4 + 0.8 * random()))
      for (const writer of writers) {
        if (writer.exitCode !== null) {
          finished += 1
          // The machine is faster than it was.
          expected *= 0.85
        } else {
          writer.kill('SIGKILL')
          kill += 1
          expected *= 1.02
        }
      }
      await Promise.all(writers.map(ended))
    }
    killed += killsPerRound
    for (const each of [home, clean]) {
      const {stderr, status} = recount(index, {home: each})
      expect({stderr, status}).toEqual({stderr: '', status: 0})
    }
  }
  const [report] = jsonLines(recount(index, {home}).stdout)
  expect(report).toMatchObject({filesOpened: 0, bytesParsed: 0})
  expect(readdirSync(home).filter((name) => name.includes('damaged'))).toEqual([])

  await expectSameArchive(home, clean, root, words)
  expect(killed).toBeGreaterThanOrEqual(300)
  console.log(`${killed} kills, ${finished} runs came to their end, ${report?.['files']} files`)
}, 900_000)

/** Much at once is read by several threads, and indexed by several others. */
describe('an archive of many megabytes', () => {
  const claude = join(temp, 'many')
  const folder = join(claude, 'projects')
  const home = join(temp, 'many-home')
  // A little more than from where on threads are started.
  const megabytes = 10
  const times = 4
  /** Takes everything in, and indexes nothing. */
  const takeIn = ['ls', '--json', '--limit', '1']
  const place = {home, env: {CLAUDE_CONFIG_DIR: claude}}

  const timeOf = (words: readonly string[]): number => {
    const start = performance.now()
    expect(recountInProcess(words, place).status).toBe(0)
    return performance.now() - start
  }
  /** Kills the program in the midst of its work until it died so often; if it was faster, the work is undone and done again. */
  async function killOften(
    words: readonly string[],
    usual: number,
    isDone: () => Promise<boolean>,
    undo: () => void,
  ): Promise<number> {
    let deaths = 0
    let expected = usual
    for (let round = 0; deaths < times && round < times * 6; round += 1) {
      undo()
      // What dies is gone on with once, by two at a time, and dies again.
      for (const writers of [1, 2]) {
        const started = Array.from({length: writers}, () => startRecount(words, place))
        await pause(expected * (0.3 + 0.6 * random()))
        for (const writer of started) writer.kill('SIGKILL')
        await Promise.all(started.map(ended))
        // The machine may be faster now than when it was timed, or slower.
        if (await isDone()) expected *= 0.7
        else {
          deaths += 1
          expected *= 1.1
        }
      }
    }
    return deaths
  }
  const count = async (path: string, sql: string): Promise<number> => {
    if (!existsSync(path)) return 0
    const database = await openDatabase(path)
    try {
      return Number(database.prepare(sql).get()?.['n'])
    } catch {
      // It died before there was any table.
      return 0
    } finally {
      database.close()
    }
  }
  const drop = (names: RegExp): void => {
    for (const name of readdirSync(home)) if (names.test(name)) rmSync(join(home, name))
  }

  test('that was killed while threads read and while threads indexed is the one that was made in peace', async () => {
    mkdirSync(home)
    const made = spawnSync(process.execPath, [
      fileURLToPath(new URL('../../bench/child.mjs', import.meta.url)),
      'archive-make',
      JSON.stringify({root: folder, size: megabytes * 1e6}),
    ])
    const all = Number(JSON.parse(made.stdout.toString()).bytes)
    const usualReading = timeOf(takeIn)
    const usualIndexing = timeOf(['index', '--json'])
    const reading = await killOften(
      takeIn,
      usualReading,
      async () => (await count(archiveFile(home), 'select total(size) as n from file')) === all,
      () => drop(/./),
    )
    expect(recount(takeIn, place).status).toBe(0)
    const newest = await count(archiveFile(home), 'select max(changed) as n from file')
    const indexing = await killOften(
      ['index', '--json'],
      usualIndexing,
      async () => {
        const cursors = shardFiles(home).map((path) => count(path, 'select changed as n from cursor'))
        return Math.min(...(await Promise.all(cursors))) === newest
      },
      () => drop(/^search/),
    )
    expect(recount(['index', '--json'], place).status).toBe(0)
    expect(jsonLines(recount(['index', '--json'], place).stdout)).toMatchObject([
      {filesOpened: 0, bytesParsed: 0},
    ])
    // Rows are compared one by one; a word or two tell whether the index has them.
    const clean = mkdtempSync(join(temp, 'clean-'))
    expect(recount(['index', '--json', folder], {home: clean}).status).toBe(0)
    await expectSameArchive(home, clean, folder, ['changelog', '"permission denied"'])
    expect(Math.min(reading, indexing)).toBeGreaterThanOrEqual(3)
    console.log(`${reading} deaths while reading, ${indexing} while indexing`)
  }, 900_000)
})
