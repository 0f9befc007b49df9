import {mkdtempSync, rmSync, statSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, expect, test} from 'vitest'
import {openDatabase} from '../sqlite/database/open-database.ts'
import {whileLogStays} from './repair-archive.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-repair-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

test('the log of an archive stays as long as its pages are read, and no longer', async () => {
  const path = join(temp, 'archive.db')
  const writer = await openDatabase(path)
  writer.exec(
    'pragma busy_timeout = 0; create table kept (bytes); insert into kept values (zeroblob(100000))',
  )
  const empty = (): number => {
    writer.exec('pragma wal_checkpoint(truncate)')
    return statSync(`${path}-wal`).size
  }
  const {size} = statSync(`${path}-wal`)
  expect(size).toBeGreaterThan(100_000)
  await whileLogStays(path, async () => {
    expect(empty()).toBe(size)
  })
  expect(empty()).toBe(0)
  writer.close()
})

test('what cannot be opened is worked on all the same', async () => {
  expect(await whileLogStays(join(temp, 'missing.db'), async () => 1)).toBe(1)
})
