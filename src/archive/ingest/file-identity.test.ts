import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join, relative} from 'node:path'
import {afterAll, beforeEach, describe, expect, test} from 'vitest'
import type {Archive, ArchivedFile, IngestReport} from '../archive.ts'
import {openArchiveFolder} from '../open-archive.ts'
import {restoreFile, restoreTargets} from '../restore.ts'
import {archiveFile} from '../sqlite/database/archive-file.ts'
import type {Database, SqlRow} from '../sqlite/database/driver.ts'
import {openDatabase} from '../sqlite/database/open-database.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-identity-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const one = '0aaaaaaa-0000-4000-8000-000000000001'
const other = '0bbbbbbb-0000-4000-8000-000000000002'
const said = (text: string, session = one): string =>
  `${JSON.stringify({type: 'user', uuid: `${session} ${text}`, parentUuid: null, sessionId: session, timestamp: '2026-01-01T00:00:00.000Z', cwd: '/work', message: {role: 'user', content: text}})}\n`

let root = ''
let archive: Archive
let database: Database
let count = 0
let skipped: string[] = []
beforeEach(async () => {
  count += 1
  skipped = []
  root = join(temp, `root-${count}`)
  mkdirSync(root)
  archive = await openArchiveFolder(join(temp, `home-${count}`), () => 1)
  database = await openDatabase(archiveFile(archive.folder))
  return () => {
    database.close()
    archive.close()
  }
})

const watcher = {
  now: () => 1,
  advance: async () => {},
  skipped: (path: string, error: unknown) => void skipped.push(`${relative(root, path)}: ${error}`),
}
const takeIn = (): Promise<IngestReport> => archive.ingest([root], watcher)
const rows = (sql: string): readonly SqlRow[] => database.prepare(sql).all()
const kept = async (): Promise<readonly string[]> =>
  (await archive.files()).map(({path, generation}) => `${relative(root, path)} ${generation}`)

function write(name: string, content: string): string {
  const path = join(root, name)
  mkdirSync(dirname(path), {recursive: true})
  writeFileSync(path, content)
  return path
}

/** Every kept file by the name it gets when it is restored below a folder. */
async function restored(): Promise<Readonly<Record<string, string>>> {
  const target = mkdtempSync(join(temp, 'target-'))
  const files: Record<string, string> = {}
  for (const {file, path} of restoreTargets(await archive.files(), target)) {
    await restoreFile(archive, file, path)
    files[relative(target, path)] = readFileSync(path, 'utf8')
  }
  return files
}

describe('a path that was written again', () => {
  test('keeps every content, also next to a file whose name looks like that of an older one', async () => {
    const results = `p/${one}/tool-results`
    const path = write(`${results}/a.txt`, 'first')
    write(`${results}/a.txt~1`, 'another file')
    await takeIn()
    for (const content of ['second!', 'third', 'the fourth']) {
      writeFileSync(path, content)
      await takeIn()
    }
    expect(skipped).toEqual([])
    expect(await restored()).toEqual({
      [`${results}/a.txt`]: 'the fourth',
      [`${results}/a.txt~1`]: 'another file',
      [`${results}/a.txt~2`]: 'first',
      [`${results}/a.txt~3`]: 'second!',
      [`${results}/a.txt~4`]: 'third',
    })
  })
  test('counts each session once, also if the program ended between noting it and reading what is new', async () => {
    const path = write(`p/${one}.jsonl`, said('a') + said('b'))
    await takeIn()
    writeFileSync(path, said('a') + said('c') + said('d'))
    // What a run does that is killed right after it has noted that the file is another one.
    database.exec('update file set generation = 1')
    await takeIn()
    expect(rows('select turns, records from session')).toEqual([{turns: 3, records: 3}])
    expect(await kept()).toEqual([`p/${one}.jsonl 0`, `p/${one}.jsonl 1`])
  })
  test('is noted once, however many processes see it', async () => {
    const path = write(`p/${one}.jsonl`, said('a') + said('b'))
    await takeIn()
    writeFileSync(path, said('c'))
    const second = await openArchiveFolder(archive.folder, () => 1)
    await Promise.all([takeIn(), second.ingest([root], watcher)])
    second.close()
    expect(skipped).toEqual([])
    expect(await kept()).toEqual([`p/${one}.jsonl 0`, `p/${one}.jsonl 1`])
  })
  test('is noticed after an edit of equal length in its middle, even if it has grown as well', async () => {
    const lines = Array.from({length: 100}, (_, line) => said(`line ${String(line).padStart(3, '0')}`))
    const path = write(`p/${one}.jsonl`, lines.join(''))
    await takeIn()
    const edited = lines.join('').replace('line 050', 'line XXX')
    writeFileSync(path, edited + said('more'))
    await takeIn()
    expect(await restored()).toEqual({
      [`p/${one}.jsonl`]: edited + said('more'),
      [`p/${one}.jsonl~1`]: lines.join(''),
    })
  })
  test('of any size is compared as a whole each time it has doubled, and not each time it grows', async () => {
    const line = said('x'.repeat(1000))
    const path = write(`p/${one}.jsonl`, line.repeat(600))
    await takeIn()
    const verified = (): unknown => rows('select verified from file')[0]?.['verified']
    const size = statSync(path).size
    expect(verified()).toBe(size)
    appendFileSync(path, line)
    await takeIn()
    expect(verified()).toBe(size)
    appendFileSync(path, line.repeat(600))
    await takeIn()
    const grown = statSync(path).size
    appendFileSync(path, line)
    await takeIn()
    expect(verified()).toBe(grown)
  })
})

describe('a file that is no longer where it was', () => {
  test('keeps its name if another file got its number', async () => {
    const path = write(`p/${one}.jsonl`, said('mine'))
    await takeIn()
    const {ino} = statSync(path)
    rmSync(path)
    write(`p/${other}.jsonl`, said('yours, and longer', other))
    // File systems give the number of a deleted file to the next one; not all do it at once.
    database.prepare('update file set inode = ?').run(String(statSync(join(root, `p/${other}.jsonl`)).ino))
    expect(ino).toBeGreaterThan(0)
    await takeIn()
    expect(await restored()).toEqual({
      [`p/${one}.jsonl`]: said('mine'),
      [`p/${other}.jsonl`]: said('yours, and longer', other),
    })
    expect((await archive.files(one)).map(({path: at}) => relative(root, at))).toEqual([`p/${one}.jsonl`])
    expect(rows('select id from session order by id')).toEqual([{id: one}, {id: other}])
  })
  test('keeps its name if another session has the same size and time', async () => {
    const path = write(`p/${one}.jsonl`, said('same'))
    utimesSync(path, 9, 9)
    await takeIn()
    rmSync(path)
    utimesSync(write(`p/${other}.jsonl`, said('same', other)), 9, 9)
    await takeIn()
    expect(await kept()).toEqual([`p/${one}.jsonl 0`, `p/${other}.jsonl 0`])
  })
  test('keeps its name if a copy of its content is of another session', async () => {
    const from = write(`p/${one}/tool-results/a.txt`, 'ok')
    await takeIn()
    mkdirSync(join(root, `p/${other}/tool-results`), {recursive: true})
    renameSync(from, join(root, `p/${other}/tool-results/a.txt`))
    await takeIn()
    expect(await kept()).toEqual([`p/${one}/tool-results/a.txt 0`, `p/${other}/tool-results/a.txt 0`])
  })
  test('is the same file in its new place, if it has grown as well', async () => {
    const path = write(`p/${one}.jsonl`, said('a'))
    await takeIn()
    mkdirSync(join(root, 'q'))
    renameSync(path, join(root, 'q', `${one}.jsonl`))
    appendFileSync(join(root, 'q', `${one}.jsonl`), said('b'))
    expect(await takeIn()).toMatchObject({bytesParsed: said('b').length})
    expect(await kept()).toEqual([`q/${one}.jsonl 0`])
  })
  test('counts as a new archive would count it in its new place', async () => {
    // Two copies of a call that name different responses: the first path decides which of them called the tool.
    const called = (message: string): string =>
      `${JSON.stringify({type: 'assistant', uuid: message, parentUuid: null, sessionId: one, timestamp: '2026-01-01T00:00:00.000Z', message: {id: message, type: 'message', role: 'assistant', model: 'claude-sonnet-4-5-20250929', content: [{type: 'tool_use', id: 'toolu_1', name: 'Bash', input: {}}], usage: {input_tokens: message.length, output_tokens: 1}}})}\n`
    const path = write(`p/${one}.jsonl`, called('msg_1'))
    write(`q/${one}.jsonl`, called('msg_other'))
    const spent = (): unknown => rows("select input from spent_on where tool = 'Bash'")
    await takeIn()
    expect(spent()).toEqual([{input: 'msg_1'.length}])
    mkdirSync(join(root, 'r'))
    renameSync(path, join(root, 'r', `${one}.jsonl`))
    await takeIn()
    expect(await kept()).toEqual([`q/${one}.jsonl 0`, `r/${one}.jsonl 0`])
    expect(spent()).toEqual([{input: 'msg_other'.length}])
  })
  test('is kept once if one process sees it moved and another reads it as new', async () => {
    const path = write(`p/${one}.jsonl`, said('a'))
    await takeIn()
    mkdirSync(join(root, 'q'))
    const place = join(root, 'q', `${one}.jsonl`)
    renameSync(path, place)
    // Another process has read the new place before this one notes the move.
    database.exec(`insert into file (path, root, kind, session, device, inode, size, modified, offset, lines, head, tail, seen)
      select '${place}', root, kind, session, device, 'x', size, modified, offset, lines, head, tail, seen from file`)
    await takeIn()
    expect(skipped).toEqual([])
    expect(await kept()).toEqual([`p/${one}.jsonl 0`, `q/${one}.jsonl 0`])
  })
})

test('a file that cannot be kept is reported, and the others are kept', async () => {
  write(`p/${one}.jsonl`, said('bad'))
  write(`p/${other}.jsonl`, said('good', other))
  database.exec(`create trigger bad before insert on file when new.path like '%${one}%' begin
    select raise(abort, 'This file is not wanted'); end`)
  await takeIn()
  expect(rows('select id from session')).toEqual([{id: other}])
  expect(skipped).toEqual([expect.stringContaining('This file is not wanted')])
  database.exec('drop trigger bad')
  await takeIn()
  expect(rows('select id from session order by id')).toEqual([{id: one}, {id: other}])
})

test('a session whose row cannot be made is reported, and the others have theirs', async () => {
  write(`p/${one}.jsonl`, said('bad'))
  write(`p/${other}.jsonl`, said('good', other))
  database.exec(`create trigger bad before insert on session when new.id = '${one}' begin
    select raise(abort, 'This session is not wanted'); end`)
  await takeIn()
  expect(rows('select id from session')).toEqual([{id: other}])
  expect(skipped).toEqual([expect.stringContaining('This session is not wanted')])
})

describe('files that are restored below a folder', () => {
  const fileAt = (path: string, root: string, generation = 0): ArchivedFile => ({
    id: 1,
    path,
    kind: 'lines',
    root,
    generation,
    size: 0,
    lost: 0,
  })
  test('are placed as they were below the folder they were found in', () => {
    expect(
      restoreTargets([fileAt('/a/p/x.jsonl', '/a'), fileAt('/b/q/x.jsonl', '/b')], '/to').map(
        ({path}) => path,
      ),
    ).toEqual(['/to/p/x.jsonl', '/to/q/x.jsonl'])
  })
  test("of different folders do not take each other's place", () => {
    const files = [
      fileAt('/home/u/.claude/projects/p/x.jsonl', '/home/u/.claude/projects'),
      fileAt('/home/u/old/p/x.jsonl', '/home/u/old'),
      fileAt('/home/u/old/p/x.jsonl', '/home/u/old', 1),
    ]
    expect(restoreTargets(files, '/to').map(({path}) => path)).toEqual([
      '/to/.claude/projects/p/x.jsonl',
      '/to/old/p/x.jsonl',
      '/to/old/p/x.jsonl~1',
    ])
  })
  test('stay below it, whatever their paths say', () => {
    expect(restoreTargets([fileAt('/etc/x..y.jsonl', '/home/u')], '/to').map(({path}) => path)).toEqual([
      '/to/__/__/etc/x..y.jsonl',
    ])
  })
})

test('a damaged archive is no fault of the file that is looked at: the ingest ends, so that it is repaired', async () => {
  const path = write('a.jsonl', said('one'))
  await takeIn()
  archive.close()
  const [root] = rows("select rootpage from sqlite_schema where name = 'block'")
  database.exec('pragma wal_checkpoint(truncate)')
  database.close()
  const file = archiveFile(archive.folder)
  const bytes = readFileSync(file)
  const page = (Number(root?.['rootpage']) - 1) * 4096
  writeFileSync(file, bytes.fill(0xff, page, page + 8))
  database = await openDatabase(file)
  archive = await openArchiveFolder(archive.folder, () => 1)
  writeFileSync(path, said('two'))
  await expect(takeIn()).rejects.toMatchObject({errcode: expect.any(Number)})
  expect(skipped).toEqual([])
})

test('what is left of a damaged file overwrites nothing either', async () => {
  const path = write('a.jsonl', said('one'))
  await takeIn()
  rmSync(path)
  database.exec("update block set packed = x'00'")
  const [file] = await archive.files()
  if (!file) throw new Error('Nothing was kept.')
  const target = join(root, 'back.jsonl')
  const restored = {path: `${target}.damaged`, bytes: 0, there: false, missing: said('one').length}
  expect(await restoreFile(archive, file, target)).toEqual(restored)
  // The same again is no other content.
  expect(await restoreFile(archive, file, target)).toEqual(restored)
  writeFileSync(`${target}.damaged`, 'mine')
  await expect(restoreFile(archive, file, target)).rejects.toThrow(/another file is at/)
  expect(readFileSync(`${target}.damaged`, 'utf8')).toBe('mine')
})

describe('a file whose last line has no newline', () => {
  test('is listed, whatever else it has', async () => {
    const path = write(`p/${one}.jsonl`, said('only').trimEnd())
    write('stream.jsonl', `[${said('first', other).trimEnd()},${said('second', other).trimEnd()}]`)
    await takeIn()
    expect(rows('select id, title, project from session order by id')).toEqual([
      {id: one, title: 'only', project: '/work'},
      {id: other, title: 'first', project: '/work'},
    ])
    appendFileSync(path, `\n${said('more')}`)
    await takeIn()
    expect(rows(`select title, turns, records, bytes from session where id = '${one}'`)).toEqual([
      {title: 'only', turns: 2, records: 2, bytes: statSync(path).size},
    ])
  })
  test('is not listed for half a record', async () => {
    const path = write(`p/${one}.jsonl`, said('half').slice(0, 60))
    await takeIn()
    expect(rows('select id from session')).toEqual([])
    writeFileSync(path, said('half'))
    await takeIn()
    expect(rows('select title, records from session')).toEqual([{title: 'half', records: 1}])
  })
})
