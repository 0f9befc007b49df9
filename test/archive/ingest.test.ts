import {createHash} from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join, relative} from 'node:path'
import {fileURLToPath} from 'node:url'
import {afterAll, beforeEach, describe, expect, test} from 'vitest'
import type {Archive, IngestReport} from '../../src/archive/archive.ts'
import {openArchiveFolder} from '../../src/archive/open-archive.ts'
import {isMistake, parseQuery} from '../../src/archive/query/index.ts'
import {restoreFile, restoreTargets} from '../../src/archive/restore.ts'
import {archiveFile} from '../../src/archive/sqlite/database/archive-file.ts'
import type {Database, SqlRow} from '../../src/archive/sqlite/database/driver.ts'
import {openDatabase} from '../../src/archive/sqlite/database/open-database.ts'
import {memoryArchive} from '../support/archive/memory-archive.ts'

const recordings = fileURLToPath(new URL('../recordings/2.1.325', import.meta.url))
const temp = mkdtempSync(join(tmpdir(), 'recount-archive-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const session = '0aaaaaaa-0000-4000-8000-000000000001'
const said = (text: string, id = text): string =>
  `${JSON.stringify({type: 'user', uuid: id, parentUuid: null, sessionId: session, timestamp: '2026-01-01T00:00:00.000Z', cwd: '/work', message: {role: 'user', content: text}})}\n`

let root = ''
let archive: Archive
let database: Database
let count = 0
beforeEach(async () => {
  count += 1
  root = join(temp, `root-${count}`)
  mkdirSync(root)
  archive = await openArchiveFolder(join(temp, `home-${count}`), () => 1)
  database = await openDatabase(archiveFile(archive.folder), {readOnly: true})
  return () => {
    database.close()
    archive.close()
  }
})

const watcher = {now: () => 1, advance: async () => {}, skipped: () => {}}
const takeIn = (): Promise<IngestReport> => archive.ingest([root], watcher)
const rows = (sql: string): readonly SqlRow[] => database.prepare(sql).all()
async function texts(words = ''): Promise<readonly unknown[]> {
  await archive.index()
  const query = parseQuery(words, {now: 1, zone: 'UTC'})
  if (isMistake(query)) throw new Error(query.mistake)
  const {hits} = await archive.search(query, {limit: 1000, patience: 60_000, now: () => 1})
  return hits.map(({messageId}) => messageId).sort()
}

function write(name: string, content: string): string {
  const path = join(root, name)
  mkdirSync(dirname(path), {recursive: true})
  writeFileSync(path, content)
  return path
}

/** The sha256 of every file below a folder. */
const hashes = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, {recursive: true, encoding: 'utf8'})
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ])
      .sort(),
  )

test('a search says that the index is not whole yet, and only then', async () => {
  write('large.jsonl', Array.from({length: 6000}, (_, line) => said(`line ${line} of many`)).join(''))
  await takeIn()
  const query = parseQuery('many', {now: 1, zone: 'UTC'})
  if (isMistake(query)) throw new Error(query.mistake)
  const search = () => archive.search(query, {limit: 1, patience: 60_000, now: () => 1})
  expect(await search()).toEqual({
    hits: [],
    more: false,
    stopped: 'Results may be incomplete: the search index is still being built.',
  })
  await archive.index()
  expect(await search()).toMatchObject({hits: [{}], stopped: undefined})
})

describe('what was read', () => {
  test('is not opened again: a second run parses nothing', async () => {
    cpSync(recordings, root, {
      recursive: true,
      filter: (path) => !path.endsWith('.txt') && !path.endsWith('.png'),
    })
    const first = await takeIn()
    expect(first.filesOpened).toBe(first.files)
    expect(first.records).toBeGreaterThan(1000)
    expect(await takeIn()).toEqual({
      files: first.files,
      filesOpened: 0,
      bytesParsed: 0,
      records: 0,
      sessions: 0,
    })
  })
  test('can be written back byte for byte when the originals are gone', async () => {
    cpSync(recordings, root, {
      recursive: true,
      filter: (path) => !path.endsWith('.txt') && !path.endsWith('.png'),
    })
    write(`p/${session}.jsonl`, `\ufeff${said('a')}\r\n\n{"torn`)
    write('p/odd.jsonl', Buffer.from([0xff, 0xfe, 10, 0, 10]).toString('latin1'))
    const before = hashes(root)
    await takeIn()
    rmSync(root, {recursive: true})
    mkdirSync(root)
    await takeIn()
    expect(rows('select count(*) as n from file where vanished is null')).toEqual([{n: 0}])
    for (const file of await archive.files()) await restoreFile(archive, file, file.path)
    expect(hashes(root)).toEqual(before)
  })
})

describe('a file that', () => {
  test('grew costs the new line', async () => {
    const path = write(`p/${session}.jsonl`, said('a'))
    await takeIn()
    appendFileSync(path, said('b'))
    expect(await takeIn()).toMatchObject({filesOpened: 1, bytesParsed: said('b').length, records: 1})
    expect(await texts()).toEqual(['a', 'b'])
    expect(rows('select turns, records from session')).toEqual([{turns: 2, records: 2}])
  })
  test('ends in the middle of a line is read on from there, and the line is kept once', async () => {
    const path = write(`p/${session}.jsonl`, said('a') + said('b').slice(0, 30))
    await takeIn()
    appendFileSync(path, said('b').slice(30))
    await takeIn()
    expect(await texts()).toEqual(['a', 'b'])
    expect(Buffer.concat((await archive.files()).map((file) => readFileSync(file.path)))).toEqual(
      readFileSync(path),
    )
  })
  test.each(['stream-queue', 'stream-input'])(
    'grows a line at a time has at any time the turns of one that is there at once: %s',
    async (name) => {
      const lines = readFileSync(join(recordings, name, 'stream.jsonl'), 'utf8').split(/(?<=\n)/)
      const path = write('grows.jsonl', '')
      for (const line of lines) {
        appendFileSync(path, line)
        await takeIn()
        const atOnce = await memoryArchive([path])
        const sql = 'select turns from session'
        expect(rows(sql)).toEqual(atOnce.prepare(sql).all())
        atOnce.close()
      }
    },
  )
  test('grew a line at a time a thousand times has few blocks', async () => {
    const path = write(`p/${session}.jsonl`, said('0'))
    for (let line = 1; line < 60; line += 1) {
      appendFileSync(path, said(String(line)))
      await takeIn()
    }
    expect(rows('select count(*) as n from block')).toEqual([{n: 1}])
    const target = join(temp, `back-${count}`)
    const [place] = restoreTargets(await archive.files(), target)
    const restored = place && (await restoreFile(archive, place.file, place.path))
    expect(readFileSync(restored?.path ?? '')).toEqual(readFileSync(path))
  })
  test('was only touched is recognised', async () => {
    const path = write(`p/${session}.jsonl`, said('a'))
    await takeIn()
    utimesSync(path, 9, 9)
    expect(await takeIn()).toMatchObject({filesOpened: 1, bytesParsed: 0})
    expect(await takeIn()).toMatchObject({filesOpened: 0})
  })
  test('was rewritten is read again, without duplicates, and its old content stays', async () => {
    const path = write(`p/${session}.jsonl`, said('a') + said('b'))
    await takeIn()
    writeFileSync(path, said('a') + said('c') + said('d'))
    await takeIn()
    expect(await texts()).toEqual(['a', 'b', 'c', 'd'])
    expect((await archive.files()).map(({path, generation}) => [relative(root, path), generation])).toEqual([
      [`p/${session}.jsonl`, 0],
      [`p/${session}.jsonl`, 1],
    ])
  })
  test('was truncated keeps what it had', async () => {
    const path = write(`p/${session}.jsonl`, said('a') + said('b'))
    await takeIn()
    truncateSync(path, said('a').length)
    await takeIn()
    expect(await texts()).toEqual(['a', 'b'])
  })
  test('was renamed or moved is the same file', async () => {
    const path = write(`p/${session}.jsonl`, said('a'))
    await takeIn()
    mkdirSync(join(root, 'q'))
    renameSync(path, join(root, 'q', `${session}.jsonl`))
    expect(await takeIn()).toMatchObject({bytesParsed: 0})
    expect(rows('select count(*) as n from file where vanished is null')).toEqual([{n: 1}])
    expect(await texts()).toEqual(['a'])
  })
  test('vanished stays, marked, and comes back', async () => {
    const path = write(`p/${session}.jsonl`, said('a'))
    await takeIn()
    rmSync(path)
    await takeIn()
    expect(rows('select vanished is null as here from file')).toEqual([{here: 0}])
    expect(await texts()).toEqual(['a'])
    writeFileSync(path, said('a'))
    await takeIn()
    expect(rows('select vanished is null as here from file')).toEqual([{here: 1}])
    expect(await texts()).toEqual(['a'])
  })
  test('cannot be read stops nothing', async () => {
    write(`p/${session}.jsonl`, said('a'))
    mkdirSync(join(root, 'p/folder.jsonl'))
    expect(await takeIn()).toMatchObject({records: 1})
  })
})

test('who waits for the index hears how far it is', async () => {
  write(`p/${session}.jsonl`, said('a'))
  write('p/other.jsonl', said('b'))
  await takeIn()
  const heard: (readonly [number, number])[] = []
  await archive.index(async (done, all) => void heard.push([done, all]))
  const all = said('a').length + said('b').length
  expect(heard.at(-1)).toEqual([all, all])
  expect(heard.length).toBeGreaterThan(1)
})

describe('what belongs together', () => {
  const agent = `p/${session}/subagents/agent-a1.jsonl`
  test('notes on an agent that come after its transcript are heeded', async () => {
    write(`p/${session}.jsonl`, said('main'))
    write(agent, said('deep'))
    await takeIn()
    expect(rows('select meta from file where agent is not null')).toEqual([{meta: '{"id":"a1"}'}])
    write(agent.replace('.jsonl', '.meta.json'), JSON.stringify({agentType: 'Explore', description: 'Look'}))
    await takeIn()
    expect(rows('select meta from file where agent is not null')).toEqual([
      {meta: JSON.stringify({id: 'a1', type: 'Explore', description: 'Look'})},
    ])
    expect(await texts('agent:Explore')).toEqual(['deep'])
  })
  test('a session of which there are only notes is not listed, and not counted', async () => {
    write(
      'notes.jsonl',
      `${JSON.stringify({type: 'custom-title', customTitle: 'A name', sessionId: session})}\n`,
    )
    expect(await takeIn()).toMatchObject({records: 1, sessions: 0})
    expect(rows('select id from session')).toEqual([])
  })
  test('lines of a stream before its first id belong to the session that is named then', async () => {
    const nameless = (id: string): string => said(id).replace(`"sessionId":"${session}",`, '')
    const path = write('stream.jsonl', nameless('one'))
    await takeIn()
    expect(rows('select id from session')).toEqual([{id: path}])
    expect(await texts()).toEqual(['one'])
    appendFileSync(path, nameless('two') + said('three') + nameless('four'))
    await takeIn()
    expect(rows('select id, records, turns from session')).toEqual([{id: session, records: 4, turns: 4}])
    expect(rows('select distinct session from mention')).toEqual([{session}])
    expect(await texts(`session:${session}`)).toEqual(['four', 'one', 'three', 'two'])
  })
  test.each(['before', 'after'])(
    'a title that names a record of another file is of its session, read %s it',
    async (order) => {
      const other = session.replace('1', '2')
      const id = 'c0ffee00-0000-4000-8000-000000000001'
      const old = said('hello', id).replace('"cwd"', '"version":"1.0.44","cwd"').replaceAll(session, other)
      const title = `${JSON.stringify({type: 'summary', summary: 'Greeting', leafUuid: id})}\n`
      const parts = [
        [`p/${session}.jsonl`, title + said('mine')],
        [`p/${other}.jsonl`, old],
      ] as const
      for (const [name, content] of order === 'before' ? parts : [...parts].reverse()) {
        write(name, content)
        await takeIn()
      }
      expect(rows('select id, title from session order by title')).toEqual([
        {id: other, title: 'Greeting'},
        {id: session, title: 'mine'},
      ])
    },
  )
  test('each session of a stream has the bytes of its lines', async () => {
    const other = session.replace('1', '2')
    const lines = [
      said('a'),
      said('b'),
      said('longer than the others').replaceAll(session, other),
      '\n',
      said('c'),
    ]
    write('stream.jsonl', `${lines.join('')}{"torn`)
    await takeIn()
    const bytes = (texts: readonly (string | undefined)[]): number => texts.join('').length
    expect(rows('select id, bytes from session order by id')).toEqual(
      [
        {id: session, bytes: bytes([lines[0], lines[1], lines[4]])},
        {id: other, bytes: bytes([lines[2]])},
      ].sort((a, b) => (a.id < b.id ? -1 : 1)),
    )
  })
})

describe('a file of whole JSON', () => {
  const said = (text: string) => ({
    type: 'user',
    uuid: text,
    session_id: session,
    message: {role: 'user', content: `${text} ${'x'.repeat(20_000)}`},
  })
  const write = (words: readonly string[]): void =>
    writeFileSync(join(root, 'out.json'), JSON.stringify(words.map(said), null, 2))

  test('is read again as a whole when it is written again, and each record is found once', async () => {
    const words = Array.from({length: 60}, (_, index) => `word${index}`)
    write(words)
    await takeIn()
    expect(await texts('word7')).toHaveLength(1)
    expect(await texts('word59')).toHaveLength(1)
    write([...words, 'added'])
    await takeIn()
    expect(rows('select generation from file order by generation')).toHaveLength(2)
    expect(await texts('word7')).toHaveLength(1)
    expect(await texts('added')).toHaveLength(1)
  })

  test('is left out if it has no records', async () => {
    writeFileSync(join(root, 'package.json'), '{"name":"a","type":"module"}')
    writeFileSync(join(root, 'settings.json'), '[]')
    expect((await takeIn()).files).toBe(0)
  })
})
