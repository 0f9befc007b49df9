import {chmodSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, describe, expect, test} from 'vitest'
import {rereadFiles} from '../../src/archive/ingest/reread-files.ts'
import {openArchiveFolder} from '../../src/archive/open-archive.ts'
import {archiveFile} from '../../src/archive/sqlite/database/archive-file.ts'
import type {Database} from '../../src/archive/sqlite/database/driver.ts'
import {openDatabase, schemaOf} from '../../src/archive/sqlite/database/open-database.ts'
import {compressBlock} from '../../src/archive/sqlite/files/compress.ts'
import {denied} from '../../src/archive/sqlite/schema/004-denied.ts'
import {billing} from '../../src/archive/sqlite/schema/006-billing.ts'
import {migrate, migrations, newestSchema} from '../../src/archive/sqlite/schema/migrate.ts'
import {refreshTouched} from '../../src/archive/sqlite/sessions/refresh-touched.ts'
import {memoryArchive, throwSkipped} from '../support/archive/memory-archive.ts'
import {recording} from '../support/conversation/recordings.ts'
import {asNobody, canDenyAccess, recount} from '../support/program.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-migrate-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const shapeOf = (database: Database): readonly unknown[] =>
  database.prepare('select type, name, tbl_name from sqlite_master order by type, name').all()

/** Takes back what migration 13 adds. */
const withoutLastSteps = [
  ...[
    'file last_step',
    'mention last_step',
    'mention headless',
    'mention active',
    'call added',
    'call removed',
  ],
  ...['last_step', 'headless', 'active', 'added', 'removed', 'trivial'].map((column) => `session ${column}`),
]
  .map((place) => `alter table ${place.replace(' ', ' drop column ')}`)
  .join('; ')

describe.each(migrations.map((_, index) => index + 1))('an archive of schema %i', (version) => {
  test('opens with the newest, and keeps what it has', async () => {
    const folder = mkdtempSync(join(temp, 'old-'))
    const old = await openDatabase(archiveFile(folder))
    migrate(old, migrations.slice(0, version))
    expect(schemaOf(old)).toBe(version)
    old.exec(`insert into file (path, root, kind, device, inode, size, modified, offset, lines, head, tail, seen)
      values ('/gone/a.jsonl', '/gone', 'lines', '1', '1', 0, 0, 0, 0, '', '', 0)`)
    const {id} = old.prepare('select id from archive').get() ?? {}
    old.close()

    const archive = await openArchiveFolder(folder, () => 1)
    expect(archive.repaired).toBeUndefined()
    expect((await archive.files()).map(({path}) => path)).toEqual(['/gone/a.jsonl'])
    archive.close()

    const now = await openDatabase(archiveFile(folder), {readOnly: true})
    const fresh = await openDatabase(':memory:')
    migrate(fresh)
    expect(schemaOf(now)).toBe(newestSchema)
    expect(shapeOf(now)).toEqual(shapeOf(fresh))
    expect(now.prepare('select id from archive').get()).toEqual({id})
    now.close()
    fresh.close()
  })
})

test('what was spent on tools, and their calls, are the same in one row for each session', async () => {
  const database = await openDatabase(':memory:')
  migrate(database, migrations.slice(0, 2))
  database.exec(`insert into spent_on values ('a', 7, 'm', 0, 1, 0, 1, 'Bash', 2, 3, 4, 5, 6, 7, 8),
    ('a', 7, 'm', 0, 1, 0, 1, '(none)', 1, 1, 1, 1, 1, 1, 1), ('b', 9, '', 1, 0, 1, 0, '"Odd"', 0, 0, 0, 0, 0, 0, 1);
    insert into used values ('a', 7, 'Bash', 2, 1, 2, 300, 4000), ('c', 8, 'Read', 1, 0, 0, 0, 0)`)
  const rowsOf = (table: string) =>
    database.prepare(`select * from ${table} order by session, quarter, tool`).all()
  const before = {spentOn: rowsOf('spent_on'), used: rowsOf('used')}
  migrate(database, migrations.slice(0, 3))
  expect({spentOn: rowsOf('spent_on'), used: rowsOf('used')}).toEqual(before)
  expect(before.spentOn).toHaveLength(3)
  expect(
    database
      .prepare('select session from by_tool')
      .all()
      .map(({session}) => session),
  ).toEqual(['a', 'b', 'c'])
  database.close()
})

test('calls that were refused are no errors any more, by the bytes that were kept', async () => {
  const {transcripts} = recording('2.1.325/permission-denied')
  const database = await memoryArchive(transcripts.map(({path}) => path))
  const dump = () =>
    ['call', 'used', 'session'].map((table) => database.prepare(`select * from ${table}`).all())
  const before = dump()
  database.exec(`update call set failed = 1 where denied = 1; alter table call drop column denied;
    update session set errors = 9`)
  database.exec(denied)
  await rereadFiles(database)
  refreshTouched(database, throwSkipped)
  expect(dump()).toEqual(before)
  database.close()
})

test.skipIf(!canDenyAccess())(
  'an archive of an older schema that cannot be written to is refused',
  async () => {
    const home = mkdtempSync(join(temp, 'kept-'))
    const old = await openDatabase(archiveFile(home))
    migrate(old, migrations.slice(0, 1))
    old.exec('pragma journal_mode = delete')
    old.close()
    chmodSync(archiveFile(home), 0o444)
    chmodSync(home, 0o555)
    chmodSync(temp, 0o755)
    const {status, stderr} = recount(['ls'], {home, ...asNobody})
    expect({status, stderr}).toEqual({
      status: 1,
      stderr: expect.stringContaining('an older recount made it (schema 1'),
    })
  },
)

test('spending that no line explains is under (unknown), also if an older recount wrote another word', async () => {
  const database = await openDatabase(':memory:')
  migrate(database, migrations.slice(0, 11))
  database.exec(`insert into by_tool (session, spent, used)
    values ('a', '[[7,"m",0,1,0,1,"(untold)",2],[7,"m",0,1,0,1,"Bash",1]]', '[]')`)
  migrate(database)
  expect(database.prepare('select tool, answers from spent_on').all()).toEqual([
    {tool: '(unknown)', answers: 2},
    {tool: 'Bash', answers: 1},
  ])
  database.close()
})

test('older contents of a path have their number in a column of its own', async () => {
  const database = await openDatabase(':memory:')
  migrate(database, migrations.slice(0, 4))
  const add =
    database.prepare(`insert into file (path, root, kind, device, inode, size, modified, offset, lines, head, tail, seen, replaced)
    values (?, '/', 'lines', '1', '1', 0, 0, 0, 0, '', '', 0, ?)`)
  for (const [path, replaced] of [
    ['/a.txt', 0],
    ['/a.txt~1', 1],
    ['/a.txt~12', 12],
    ['/b.txt~1', 0],
    ['/b.txt~1~1', 1],
  ] as const)
    add.run(path, replaced)
  migrate(database)
  expect(database.prepare('select path, generation from file order by id').all()).toEqual([
    {path: '/a.txt', generation: 0},
    {path: '/a.txt', generation: 1},
    {path: '/a.txt', generation: 12},
    {path: '/b.txt~1', generation: 0},
    {path: '/b.txt~1', generation: 1},
  ])
  database.close()
})

test('a step that fails changes nothing', async () => {
  const database = await openDatabase(':memory:')
  migrate(database)
  const shape = shapeOf(database)
  expect(() => migrate(database, [...migrations, 'create table next (id); this is no sql'])).toThrow()
  expect(shapeOf(database)).toEqual(shape)
  expect(schemaOf(database)).toBe(newestSchema)
  database.close()
})

test('two that open a new archive at once both can', async () => {
  const folder = mkdtempSync(join(temp, 'both-'))
  const archives = await Promise.all([openArchiveFolder(folder, () => 1), openArchiveFolder(folder, () => 1)])
  expect(await Promise.all(archives.map((archive) => archive.files()))).toEqual([[], []])
  for (const archive of archives) archive.close()
})

test('where a response ran and what a call searched is read again, by the bytes that were kept', async () => {
  const folder = mkdtempSync(join(temp, 'billing-'))
  const path = join(folder, 'session.jsonl')
  writeFileSync(path, searchingSession)
  const database = await memoryArchive([path])
  const dump = () =>
    ['answer', 'call', 'spent', 'by_tool', 'session'].map((table) =>
      database.prepare(`select * from ${table}`).all(),
    )
  const before = dump()
  expect(database.prepare('select modes, web_searches from spent').all()).toEqual([
    {modes: 2, web_searches: 2},
  ])
  database.exec(`update answer set modes = 0; delete from spent; alter table call drop column searches;
    alter table answer rename column modes to fast; alter table spent rename column modes to fast`)
  database.exec(billing)
  await rereadFiles(database)
  refreshTouched(database, throwSkipped)
  expect(dump()).toEqual(before)
  database.close()
})

test('everything is noted again, by the bytes that were kept, also of older contents', async () => {
  const folder = mkdtempSync(join(temp, 'again-'))
  const pretty = join(folder, 'execution.jsonl')
  const records = searchingSession
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  writeFileSync(pretty, `${JSON.stringify(records, undefined, 2)}\n`)
  const path = join(folder, 'session.jsonl')
  writeFileSync(path, searchingSession)
  const {transcripts} = recording('2.1.325/permission-denied')
  const database = await memoryArchive([pretty, path, ...transcripts.map((transcript) => transcript.path)])
  database.prepare('update file set generation = 1, vanished = 5, seen = 4 where path = ?').run(path)
  const dump = () => {
    const tables = ['answer', 'call', 'report', 'mention', 'session', 'spent', 'spent_on', 'used', 'kin']
    return [...tables, 'leaf_title'].map((table) => [
      table,
      database
        .prepare(`select * from ${table}`)
        .all()
        .map((row) => JSON.stringify(row))
        .sort(),
    ])
  }
  const files = () =>
    database.prepare('select id, path, generation, kind, size, offset, lines, seen, vanished from file').all()
  const blocks = () => database.prepare('select file, start, length, line from block').all()
  const before = {rows: dump(), files: files(), blocks: blocks()}
  const size = searchingSession.indexOf('\n') + 1
  // What an older recount may have made of them: other rows, and a block that ends within a record.
  database.exec(`delete from answer; delete from report; update call set tool = 'Other', searches = null;
    update mention set turns = 9, session = 'wrong ' || session; update file set lines = 0;
    insert into kin values ('a', 'b'); alter table mention drop column woken; ${withoutLastSteps}; pragma user_version = 7`)
  const cut = database.prepare(
    'insert into block select file, ?, length - ?, 2, ?, 0, null from block where file = 2',
  )
  cut.run(size, size, compressBlock(Buffer.from(searchingSession.slice(size))))
  database
    .prepare('update block set length = ?, packed = ?, checksum = null where file = 2 and start = 0')
    .run(size, compressBlock(Buffer.from(searchingSession.slice(0, size))))
  migrate(database)
  await rereadFiles(database)
  refreshTouched(database, throwSkipped)
  expect({rows: dump(), files: files(), blocks: blocks()}).toEqual(before)
  expect(database.prepare('select count(*) as left from behind').get()).toEqual({left: 0})
  database.close()
})

test('a file with a damaged block is left as it is, and the others are noted again', async () => {
  const folder = mkdtempSync(join(temp, 'damaged-'))
  const paths = ['a.jsonl', 'b.jsonl'].map((name) => join(folder, name))
  for (const path of paths) writeFileSync(path, searchingSession)
  const database = await memoryArchive(paths)
  const blocks = () => database.prepare('select file, start, length, packed from block').all()
  database.exec(
    `update block set packed = x'00' where file = 1; update call set tool = 'Other';
      alter table mention drop column woken; ${withoutLastSteps}; pragma user_version = 7`,
  )
  const before = blocks()
  migrate(database)
  await rereadFiles(database)
  expect(blocks()).toEqual(before)
  expect(database.prepare('select file, tool from call order by file').all()).toEqual([
    {file: 1, tool: 'Other'},
    {file: 2, tool: 'WebSearch'},
  ])
  database.close()
})

/** A transcript in which a response that ran in the US searches the web twice with one call. */
const searchingSession = [
  {
    type: 'assistant',
    message: {
      id: 'msg_1',
      role: 'assistant',
      model: 'claude-opus-4-6',
      content: [{type: 'tool_use', id: 'toolu_1', name: 'WebSearch', input: {query: 'tides'}}],
      stop_reason: 'tool_use',
      usage: {input_tokens: 1000, output_tokens: 100, inference_geo: 'us'},
    },
  },
  {
    type: 'user',
    message: {
      role: 'user',
      content: [
        {type: 'tool_result', tool_use_id: 'toolu_1', content: 'Web search results for query: "tides"'},
      ],
    },
    toolUseResult: {query: 'tides', results: ['Two pages.'], searchCount: 2},
  },
]
  .map((record, index) =>
    JSON.stringify({
      ...record,
      uuid: `00000000-0000-4000-8000-00000000000${index}`,
      sessionId: '11111111-1111-4111-8111-111111111111',
      version: '2.1.203',
      timestamp: `2026-08-01T10:00:0${index}.000Z`,
    }),
  )
  .join('\n')
  .concat('\n')
