import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import {join} from 'node:path'
import {archiveFile} from '../../../src/archive/sqlite/database/archive-file.ts'
import type {Database} from '../../../src/archive/sqlite/database/driver.ts'
import {openFile} from '../../../src/archive/sqlite/database/driver.ts'
import {compressBlock} from '../../../src/archive/sqlite/files/compress.ts'

/** What is damaged: the folder of an archive, and another healthy one whose files can be mixed in. */
export interface Victim {
  readonly home: string
  readonly other: string
}

/** A way to damage an archive. */
export interface Damage {
  readonly name: string
  /** The last commits are in the log only. */
  readonly inLog?: true
  /** Nothing is left that could say what there was. */
  readonly leavesNothing?: true
  /** Below which folders files were found, and what the system said of them, is lost. */
  readonly losesRoots?: true
  /** Files look as if they were rewritten: only their sums are the same. */
  readonly looksRewritten?: true
  do(victim: Victim): void
}

const pageSize = 4096

/** Bytes that mean nothing, the same in every run. */
function garbage(length: number, seed = 7): Buffer {
  let state = seed
  return Buffer.from(
    Uint8Array.from({length}, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state >>> 24
    }),
  )
}

function write(path: string, at: number, bytes: Uint8Array): void {
  const handle = openSync(path, 'r+')
  writeSync(handle, bytes, 0, bytes.length, at)
  closeSync(handle)
}

function read(path: string, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  const handle = openSync(path, 'r')
  readSync(handle, bytes, 0, length, at)
  closeSync(handle)
  return bytes
}

const startOf = (page: number): number => (page - 1) * pageSize

const flip = (path: string, at: number): void =>
  write(
    path,
    at,
    Uint8Array.from(read(path, at, 4), (byte) => byte ^ 0x24),
  )

function withDatabase<Result>(path: string, work: (database: Database) => Result): Result {
  const database = openFile(path, {})
  try {
    return work(database)
  } finally {
    database.close()
  }
}

/** The pages of a table or an index, by their kind. */
const pagesOf = (path: string, name: string, kind?: 'leaf' | 'internal' | 'overflow'): readonly number[] =>
  withDatabase(path, (database) =>
    database
      .prepare('select pageno from dbstat where name = ? and (? is null or pagetype = ?) order by path')
      .all(name, kind ?? null, kind ?? null)
      .map(({pageno}) => Number(pageno)),
  )

const middleOf = <T>(list: readonly T[]): T => {
  const found = list[Math.floor(list.length / 2)]
  if (found === undefined) throw new Error('There is no such page.')
  return found
}

const zero = (path: string, page: number): void => write(path, startOf(page), Buffer.alloc(pageSize))
const spoil = (path: string, page: number): void => write(path, startOf(page), garbage(pageSize, page))

const archive = (
  name: string,
  damage: (path: string, victim: Victim) => void,
  also: Partial<Damage> = {},
): Damage => ({
  name: `archive.db ${name}`,
  ...also,
  do: (victim) => damage(archiveFile(victim.home), victim),
})

const sql = (name: string, statement: string, also: Partial<Damage> = {}): Damage =>
  archive(name, (path) => withDatabase(path, (database) => database.exec(statement)), also)

const log = (name: string, damage: (path: string, victim: Victim) => void): Damage => ({
  name: `the log ${name}`,
  inLog: true,
  do: (victim) => damage(`${archiveFile(victim.home)}-wal`, victim),
})

const memory = (name: string, damage: (path: string) => void): Damage => ({
  name: `the shared memory ${name}`,
  inLog: true,
  do: ({home}) => damage(`${archiveFile(home)}-shm`),
})

const index = (name: string, damage: (path: string, victim: Victim) => void): Damage => ({
  name: `search-0.db ${name}`,
  do: (victim) => damage(join(victim.home, 'search-0.db'), victim),
})

function folderAt(path: string, content?: string): void {
  rmSync(path, {force: true})
  mkdirSync(path)
  if (content !== undefined) writeFileSync(join(path, content), content)
}

function swap(path: string, one: number, two: number): void {
  const [first, second] = [read(path, startOf(one), pageSize), read(path, startOf(two), pageSize)]
  write(path, startOf(one), second)
  write(path, startOf(two), first)
}

/** Every way in which an archive is damaged in the tests. */
export const damages: readonly Damage[] = [
  archive('without its magic bytes', (path) => write(path, 0, garbage(16))),
  archive('with an empty first page', (path) => zero(path, 1)),
  archive('with another page size in its header', (path) => write(path, 16, Uint8Array.of(0x20, 0))),
  archive('with an impossible page size in its header', (path) => write(path, 16, Uint8Array.of(0xff, 0xff))),
  archive('with too many pages in its header', (path) => write(path, 28, Uint8Array.of(0, 0xff, 0xff, 0xff))),
  archive('of a file format that nobody knows', (path) => write(path, 18, Uint8Array.of(9, 9))),
  archive('with a list of free pages that leads nowhere', (path) =>
    write(path, 32, Uint8Array.of(0, 0, 0x77, 0x77, 0, 0, 0, 9)),
  ),
  archive('with another text encoding in its header', (path) => write(path, 56, Uint8Array.of(0, 0, 0, 3))),
  archive('with a damaged schema', (path) => write(path, 100, garbage(3000))),
  archive(
    'cut in the middle',
    (path) => truncateSync(path, Math.floor(statSync(path).size / 2 / pageSize) * pageSize),
    {losesRoots: true},
  ),
  archive('cut within a page', (path) => truncateSync(path, Math.floor(statSync(path).size / 3) + 11), {
    losesRoots: true,
  }),
  archive('cut after its header', (path) => truncateSync(path, 100), {leavesNothing: true}),
  archive('without its last page', (path) => truncateSync(path, statSync(path).size - pageSize)),
  archive('with something behind its end', (path) => appendFileSync(path, garbage(1000))),
  archive('without a byte', (path) => truncateSync(path, 0), {leavesNothing: true}),
  archive('that is gone', (path) => rmSync(path), {leavesNothing: true}),
  archive('with an empty page of blocks', (path) => zero(path, middleOf(pagesOf(path, 'block', 'leaf')))),
  archive('with garbage in a page of blocks', (path) =>
    spoil(path, middleOf(pagesOf(path, 'block', 'leaf'))),
  ),
  archive('without the root of its blocks', (path) =>
    zero(path, middleOf(pagesOf(path, 'block', 'internal'))),
  ),
  archive('with a flipped bit in a block', (path) =>
    flip(path, startOf(middleOf(pagesOf(path, 'block', 'overflow'))) + 2000),
  ),
  archive('with an empty page in a block', (path) =>
    zero(path, middleOf(pagesOf(path, 'block', 'overflow'))),
  ),
  archive('with a block that continues in another', (path) =>
    write(path, startOf(middleOf(pagesOf(path, 'block', 'overflow'))), Uint8Array.of(0, 0, 0, 5)),
  ),
  archive('with an empty page of files', (path) => zero(path, middleOf(pagesOf(path, 'file', 'leaf')))),
  archive('with garbage in a page of files', (path) => spoil(path, middleOf(pagesOf(path, 'file', 'leaf')))),
  archive('with garbage in the index of paths', (path) =>
    spoil(path, middleOf(pagesOf(path, 'sqlite_autoindex_file_1', 'leaf'))),
  ),
  archive(
    'without any page of files',
    (path) => {
      for (const page of pagesOf(path, 'file')) zero(path, page)
    },
    {losesRoots: true},
  ),
  archive('with an empty page of sessions', (path) => zero(path, middleOf(pagesOf(path, 'session')))),
  archive('with garbage in a page of answers', (path) => spoil(path, middleOf(pagesOf(path, 'answer')))),
  archive('without any page of calls', (path) => {
    for (const page of pagesOf(path, 'call')) zero(path, page)
  }),
  archive('with two swapped pages', (path) =>
    swap(path, middleOf(pagesOf(path, 'block', 'leaf')), middleOf(pagesOf(path, 'call'))),
  ),
  archive('with two swapped pages of blocks', (path) => {
    const pages = pagesOf(path, 'block', 'overflow')
    swap(path, middleOf(pages), pages.at(-1) ?? 0)
  }),
  archive('with a page that is a copy of another', (path) =>
    write(
      path,
      startOf(middleOf(pagesOf(path, 'file', 'leaf'))),
      read(path, startOf(middleOf(pagesOf(path, 'session'))), pageSize),
    ),
  ),
  archive('with garbage in every seventh page', (path) => {
    for (let page = 7; page * pageSize <= statSync(path).size; page += 7) spoil(path, page)
  }),
  archive('with a hundred flipped bits', (path) => {
    const {size} = statSync(path)
    for (let time = 1; time <= 100; time += 1) flip(path, Math.floor((size * time) / 101))
  }),
  archive('in whose place is an empty folder', (path) => folderAt(path), {leavesNothing: true}),
  archive('in whose place is a folder with a file', (path) => folderAt(path, 'mine'), {leavesNothing: true}),
  archive(
    'in whose place is the search index',
    (path, {home}) => copyFileSync(join(home, 'search-1.db'), path),
    {
      leavesNothing: true,
    },
  ),
  archive('in whose place is a text', (path) => writeFileSync(path, 'This was an archive.\n'.repeat(500)), {
    leavesNothing: true,
  }),
  archive(
    'in whose place is the database of another program',
    (path) => {
      rmSync(path)
      withDatabase(path, (database) => database.exec('create table file (name); create table notes (text)'))
    },
    {leavesNothing: true},
  ),
  sql('that says it has no schema', 'pragma user_version = 0'),
  sql('that says it has an old schema', 'pragma user_version = 3'),
  sql('without a table', 'drop table call'),
  sql('without an index', 'drop index answer_message'),
  sql('with a column of another name', 'alter table answer rename column output to outcome'),
  archive('with blocks that are not what was packed', (path) =>
    withDatabase(path, (database) =>
      database
        .prepare('update block set packed = ? where start > 0')
        .run(compressBlock(Buffer.from('other bytes\n'))),
    ),
  ),
  sql('with blocks that are empty', "update block set packed = x'' where file % 3 = 0"),
  sql('without some blocks', 'delete from block where start > 0'),
  sql('with blocks of impossible lengths', 'update block set length = 9007199254740991 where file % 2 = 0'),
  sql(
    'with blocks at impossible places',
    'update block set start = start - 1099511627776 where file % 2 = 1',
  ),
  archive('with blocks of nobody', (path) =>
    withDatabase(path, (database) =>
      database
        .prepare('insert into block (file, start, length, line, packed) values (987654, 0, 4, 1, ?)')
        .run(compressBlock(Buffer.from('{}\n\n'))),
    ),
  ),
  sql(
    'with files of impossible sizes',
    'update file set size = 4503599627370496, offset = -5, lines = 1000000000000000',
    {looksRewritten: true},
  ),
  sql('with sessions of impossible sums', 'update session set turns = -1, records = 9007199254740991'),
  sql('with answers of impossible sums', 'update answer set output = 9007199254740991, input = -7'),
  sql('with JSON that is none', "update by_tool set spent = '[[', used = '{'"),
  log('that is gone', (path) => rmSync(path)),
  log('without a byte', (path) => truncateSync(path, 0)),
  log('cut within a page', (path) => truncateSync(path, Math.floor(statSync(path).size / 2) + 13)),
  log('with a damaged header', (path) => write(path, 0, garbage(32))),
  log('with flipped bits', (path) => flip(path, Math.floor(statSync(path).size / 2))),
  log('of another archive', (path, {other}) => copyFileSync(`${archiveFile(other)}-wal`, path)),
  log('in whose place is a folder', (path) => folderAt(path, 'mine')),
  {
    name: 'archive.db that is gone while its log is there',
    inLog: true,
    leavesNothing: true,
    do: ({home}) => rmSync(archiveFile(home)),
  },
  memory('that is gone', (path) => rmSync(path)),
  memory('with garbage', (path) => writeFileSync(path, garbage(32_768))),
  memory('cut off', (path) => truncateSync(path, 100)),
  memory('in whose place is a folder', (path) => folderAt(path)),
  index('that is gone', (path) => rmSync(path)),
  index('without a byte', (path) => truncateSync(path, 0)),
  index('with an empty first page', (path) => zero(path, 1)),
  index('cut in the middle', (path) => truncateSync(path, Math.floor(statSync(path).size / 2))),
  index('with garbage in its words', (path) => spoil(path, middleOf(pagesOf(path, 'words_data')))),
  index('with garbage in its entries', (path) => spoil(path, middleOf(pagesOf(path, 'entry', 'leaf')))),
  index('with garbage in an index', (path) => spoil(path, middleOf(pagesOf(path, 'entry_session', 'leaf')))),
  index('without a table', (path) => withDatabase(path, (database) => database.exec('drop table entry'))),
  index('of an older recount', (path) =>
    withDatabase(path, (database) => database.exec('pragma user_version = 1')),
  ),
  index('of another archive', (path, {other}) => copyFileSync(join(other, 'search-0.db'), path)),
  index('swapped with search-1.db', (path, {home}) => {
    renameSync(path, `${path}.swap`)
    renameSync(join(home, 'search-1.db'), path)
    renameSync(`${path}.swap`, join(home, 'search-1.db'))
  }),
  index('in whose place is the archive', (path, {home}) => copyFileSync(archiveFile(home), path)),
  index('in whose place is a folder', (path) => folderAt(path, 'mine')),
  index('in whose place is a text', (path) => writeFileSync(path, 'This was an index.\n')),
  index('with the log of another', (path, {other}) => {
    if (existsSync(`${archiveFile(other)}-wal`)) copyFileSync(`${archiveFile(other)}-wal`, `${path}-wal`)
    else writeFileSync(`${path}-wal`, garbage(20_000))
  }),
  index('beside a log of garbage', (path) =>
    writeFileSync(`${path}-wal`, readFileSync(path).subarray(0, 9000)),
  ),
]
