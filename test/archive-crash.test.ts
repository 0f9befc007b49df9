import type {ChildProcess} from 'node:child_process'
import {once} from 'node:events'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import {setTimeout as pause} from 'node:timers/promises'
import {fileURLToPath} from 'node:url'
import {afterAll, expect, test} from 'vitest'
import {openDatabase} from '../src/archive/sqlite/open-database.ts'
import {archiveFile} from '../src/archive/sqlite/sqlite-archive.ts'
import {differences, dumpArchive} from './support/dump-archive.ts'
import {jsonLines, recount, startRecount} from './support/program.ts'

const recordings = fileURLToPath(new URL('recordings', import.meta.url))
const temp = mkdtempSync(join(tmpdir(), 'recount-crash-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const kills = 50
const root = join(temp, 'root')
const files = readdirSync(recordings, {recursive: true, encoding: 'utf8'})
  .filter((name) => name.endsWith('.jsonl') || name.endsWith('.meta.json'))
  // An agent's notes are written before its transcript.
  .sort((a, b) => Number(b.endsWith('.json')) - Number(a.endsWith('.json')) || (a < b ? -1 : 1))

/** The same numbers in every run, so that a failure can be seen again; what the machine does with them differs. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
const random = numbers(20_260_101)

/** Files come as Claude Code writes them: first a part that ends anywhere, later the rest. */
function* arrivals(): Generator<void> {
  const held: (readonly [path: string, rest: Buffer])[] = []
  for (const [index, name] of files.entries()) {
    const content = readFileSync(join(recordings, name))
    const path = join(root, name)
    mkdirSync(dirname(path), {recursive: true})
    const cut = name.endsWith('.jsonl') ? Math.floor(content.length * random()) : content.length
    writeFileSync(path, content.subarray(0, cut))
    held.push([path, content.subarray(cut)])
    if (held.length > 20) appendFileSync(...(held.shift() ?? ([path, content] as const)))
    if (index % Math.ceil(files.length / kills) === 0) yield
  }
  for (const [path, rest] of held) appendFileSync(path, rest)
}

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

const words = ['error', '"the file"', 'tool:Bash', '/[a-z]+\\.ts/']

const links = (home: string, query: string): readonly unknown[] =>
  jsonLines(recount(['search', '--json', '--limit', '5000', query], {home}).stdout)
    .map(({link, part}) => `${link} ${part}`)
    .sort()

test('an archive that was killed fifty times while it was made is the one that was made in peace', async () => {
  const home = join(temp, 'killed')
  const place = {home}
  mkdirSync(root)
  // About as long as a run takes here and now: it is found out on the way.
  let usual = 250
  let killed = 0
  let finished = 0
  const arriving = arrivals()
  let more = true
  for (let round = 0; killed < kills; round += 1) {
    more = more && !arriving.next().done
    const writers = Array.from({length: round % 4 === 3 ? 2 : 1}, () =>
      startRecount(['index', '--json', root], place),
    )
    // From before the first byte is read until after the last was kept.
    await pause(usual * writers.length * (0.5 + 0.8 * random()))
    for (const writer of writers) {
      if (writer.exitCode !== null) {
        finished += 1
        usual *= 0.8
      } else {
        writer.kill('SIGKILL')
        killed += 1
        usual *= 1.06
      }
    }
    await Promise.all(writers.map(ended))
  }
  while (more) more = !arriving.next().done
  const last = recount(['index', '--json', root], place)
  const [report] = jsonLines(last.stdout)
  expect({stderr: last.stderr, status: last.status}).toEqual({stderr: '', status: 0})
  expect(jsonLines(recount(['index', '--json', root], place).stdout)).toMatchObject([
    {files: files.length, filesOpened: 0, bytesParsed: 0},
  ])
  expect(readdirSync(home).filter((name) => name.includes('broken'))).toEqual([])

  const clean = join(temp, 'clean')
  expect(recount(['index', '--json', root], {home: clean}).status).toBe(0)
  expect(differences(await dumpArchive(home), await dumpArchive(clean))).toEqual({})
  for (const query of words) expect([query, links(home, query)]).toEqual([query, links(clean, query)])

  const database = await openDatabase(archiveFile(home), {readOnly: true})
  expect(database.prepare('pragma integrity_check').all()).toEqual([{integrity_check: 'ok'}])
  database.close()
  const target = join(temp, 'back')
  recount(['restore', '--all', '--to', target], place)
  for (const name of files) expect(readFileSync(join(target, name))).toEqual(readFileSync(join(root, name)))
  expect(killed).toBeGreaterThanOrEqual(50)
  console.log(
    `${killed} kills, ${finished} runs came to their end, ${report?.['filesOpened']} of ${files.length} files were left for the last`,
  )
})
