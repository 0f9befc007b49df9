import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, expect, test} from 'vitest'
import {ArchiveError} from '../../archive-error.ts'
import {openFile} from './driver.ts'
import {errorKind, receiveError, sendError} from './error-kind.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-driver-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

test('whatever is run after something was deleted from a search index reports how much it changed', () => {
  const database = openFile(':memory:', {})
  database.exec(`create virtual table said using fts5(text, content = '', contentless_delete = 1)`)
  const add = database.prepare('insert into said (rowid, text) values (?, ?)')
  const remove = database.prepare('delete from said where rowid = ?')
  for (let row = 0; row < 10; row++) add.run(row, `word ${row}`)
  // Node 26 threw from the second on.
  for (let row = 0; row < 5; row++) expect(Number(remove.run(row).changes)).toBe(1)
  const found = database.prepare(`select count(*) as count from said where said match 'word'`)
  expect(found.get()?.['count']).toBe(5)
  database.close()
})

test.each(['get', 'all', 'iterate', 'run', 'exec'] as const)(
  'an error of %s has the result code of SQLite, also for a query with values',
  (way) => {
    const path = join(temp, `${way}.db`)
    const made = openFile(path, {})
    made.exec('create table t (a)')
    const add = made.prepare('insert into t values (?)')
    made.exec('begin')
    for (let row = 0; row < 500; row++) add.run('x'.repeat(100))
    made.exec('commit')
    made.close()
    const bytes = readFileSync(path)
    bytes.fill(0x55, 4096)
    writeFileSync(path, bytes)
    const database = openFile(path, {})
    const query = database.prepare("select count(*) from t where a <> ? and a <> 'corrupt'")
    const attempts = {
      get: () => query.get("it's"),
      all: () => query.all("it's"),
      iterate: () => [...query.iterate("it's")],
      run: () => database.prepare('delete from t where a <> ?').run("it's"),
      exec: () => database.exec('delete from t where a is not null'),
    }
    expect(errorOf(attempts[way])).toBe('damaged')
    expect(errorOf(() => database.exec('select malformed'))).toBeUndefined()
    database.close()
  },
)

test('errors are distinguished by their codes, never by their words, also after they were sent to another thread', () => {
  const sent = (error: unknown): Error => receiveError(structuredClone(sendError(error)))
  const cases: readonly (readonly [Error, string | undefined])[] = [
    [new Error('database disk image is malformed'), undefined],
    [new Error('file is not a database'), undefined],
    [new ArchiveError('Cannot read ./corrupt: disk I/O error, EROFS'), undefined],
    [Object.assign(new Error('x'), {code: 'ERR_SQLITE_ERROR', errcode: 1}), undefined],
    [Object.assign(new Error('x'), {code: 'ERR_SQLITE_ERROR', errcode: 11}), 'damaged'],
    // SQLITE_CORRUPT_VTAB, as from a damaged search index.
    [Object.assign(new Error('x'), {errcode: 267}), 'damaged'],
    [Object.assign(new Error('x'), {errcode: 26}), 'damaged'],
    [Object.assign(new Error('x'), {errcode: 13}), 'disk'],
    // SQLITE_IOERR_READ
    [Object.assign(new Error('x'), {errcode: 266}), 'disk'],
    [Object.assign(new Error('x'), {code: 'ENOSPC', syscall: 'write'}), 'disk'],
    // SQLITE_READONLY_DBMOVED
    [Object.assign(new Error('x'), {errcode: 1032}), 'read-only'],
    [Object.assign(new Error('x'), {errcode: 14}), 'read-only'],
    [Object.assign(new Error('x'), {code: 'EACCES'}), 'read-only'],
    [Object.assign(new Error('x'), {errcode: 5}), 'busy'],
    // SQLITE_IOERR_SHORT_READ: a file is shorter than it should be. Other failed reads are the disk's.
    [Object.assign(new Error('x'), {errcode: 522}), 'damaged'],
    [Object.assign(new Error('x'), {errcode: 10, sqliteExtendedCode: 522}), 'damaged'],
    [Object.assign(new Error('x'), {errcode: 10, sqliteExtendedCode: 266}), 'disk'],
  ]
  for (const [error, kind] of cases) {
    expect([error.message, errorKind(error)]).toEqual([error.message, kind])
    expect([error.message, errorKind(sent(error))]).toEqual([error.message, kind])
    expect(sent(error)).toMatchObject({name: error.name, message: error.message})
  }
})

function errorOf(work: () => unknown): string | undefined {
  try {
    work()
  } catch (error) {
    return errorKind(error)
  }
  throw new Error('It does not fail.')
}
