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
import type {Archive} from '../archive.ts'
import {openArchive} from '../open-archive.ts'
import type {Database, SqlRow} from '../sqlite/driver.ts'
import {openDatabase} from '../sqlite/open-database.ts'
import {archiveFile} from '../sqlite/sqlite-archive.ts'
import type {IngestReport} from './ingest.ts'

const recordings = fileURLToPath(new URL('../../../test/recordings/2.1.325', import.meta.url))
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
  archive = await openArchive(join(temp, `home-${count}`), () => 1)
  database = await openDatabase(archiveFile(archive.folder), {readOnly: true})
  return () => {
    database.close()
    archive.close()
  }
})

const watcher = {now: () => 1, advance: async () => {}, skipped: () => {}}
const takeIn = (): Promise<IngestReport> => archive.takeIn([root], watcher)
const rows = (sql: string): readonly SqlRow[] => database.prepare(sql).all()
const texts = (): readonly unknown[] =>
  rows('select message from entry order by message').map(({message}) => message)

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
    for (const file of archive.files()) archive.restore(file, undefined)
    expect(hashes(root)).toEqual(before)
  })
})

describe('a file that', () => {
  test('grew costs the new line', async () => {
    const path = write(`p/${session}.jsonl`, said('a'))
    await takeIn()
    appendFileSync(path, said('b'))
    expect(await takeIn()).toMatchObject({filesOpened: 1, bytesParsed: said('b').length, records: 1})
    expect(texts()).toEqual(['a', 'b'])
    expect(rows('select turns, records from session')).toEqual([{turns: 2, records: 2}])
  })
  test('ends in the middle of a line is read on from there, and the line is kept once', async () => {
    const path = write(`p/${session}.jsonl`, said('a') + said('b').slice(0, 30))
    await takeIn()
    appendFileSync(path, said('b').slice(30))
    await takeIn()
    expect(texts()).toEqual(['a', 'b'])
    expect(Buffer.concat([...archive.files()].map((file) => readFileSync(file.path)))).toEqual(
      readFileSync(path),
    )
  })
  test('grew a line at a time a thousand times has few blocks', async () => {
    const path = write(`p/${session}.jsonl`, said('0'))
    for (let line = 1; line < 60; line += 1) {
      appendFileSync(path, said(String(line)))
      await takeIn()
    }
    expect(rows('select count(*) as n from block')).toEqual([{n: 1}])
    const target = join(temp, `back-${count}`)
    const [restored] = archive.files().map((file) => archive.restore(file, target))
    expect(readFileSync(restored?.path ?? '')).toEqual(readFileSync(path))
  })
  test('was only touched is recognised', async () => {
    const path = write(`p/${session}.jsonl`, said('a'))
    await takeIn()
    utimesSync(path, 9, 9)
    expect(await takeIn()).toMatchObject({filesOpened: 1, bytesParsed: 0})
    expect(await takeIn()).toMatchObject({filesOpened: 0})
  })
  test('was rewritten is read anew, without doubles, and its old content stays', async () => {
    const path = write(`p/${session}.jsonl`, said('a') + said('b'))
    await takeIn()
    writeFileSync(path, said('a') + said('c') + said('d'))
    await takeIn()
    expect(texts()).toEqual(['a', 'b', 'c', 'd'])
    expect(archive.files().map((file) => relative(root, file.path))).toEqual([
      `p/${session}.jsonl`,
      `p/${session}.jsonl~1`,
    ])
  })
  test('was truncated keeps what it had', async () => {
    const path = write(`p/${session}.jsonl`, said('a') + said('b'))
    await takeIn()
    truncateSync(path, said('a').length)
    await takeIn()
    expect(texts()).toEqual(['a', 'b'])
  })
  test('was renamed or moved is the same file', async () => {
    const path = write(`p/${session}.jsonl`, said('a'))
    await takeIn()
    mkdirSync(join(root, 'q'))
    renameSync(path, join(root, 'q', `${session}.jsonl`))
    expect(await takeIn()).toMatchObject({bytesParsed: 0})
    expect(rows('select count(*) as n from file where vanished is null')).toEqual([{n: 1}])
    expect(texts()).toEqual(['a'])
  })
  test('vanished stays, marked, and comes back', async () => {
    const path = write(`p/${session}.jsonl`, said('a'))
    await takeIn()
    rmSync(path)
    await takeIn()
    expect(rows('select vanished is null as here from file')).toEqual([{here: 0}])
    expect(texts()).toEqual(['a'])
    writeFileSync(path, said('a'))
    await takeIn()
    expect(rows('select vanished is null as here from file')).toEqual([{here: 1}])
    expect(texts()).toEqual(['a'])
  })
  test('cannot be read stops nothing', async () => {
    write(`p/${session}.jsonl`, said('a'))
    mkdirSync(join(root, 'p/folder.jsonl'))
    expect(await takeIn()).toMatchObject({records: 1})
  })
})
