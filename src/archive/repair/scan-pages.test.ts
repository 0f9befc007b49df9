import {mkdtempSync, readdirSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {afterAll, expect, test} from 'vitest'
import {addFiles} from '../../../test/support/archive/memory-archive.ts'
import {openDatabase} from '../sqlite/database/open-database.ts'
import {migrate} from '../sqlite/schema/migrate.ts'
import {findRows} from './find-rows.ts'
import {openPageRows} from './scan-pages.ts'

const recordings = fileURLToPath(new URL('../../../test/recordings/2.1.325', import.meta.url))
const temp = mkdtempSync(join(tmpdir(), 'recount-pages-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

/** Large rows continue on other pages, and new ones are in the log. */
test.each(['in the log', 'in the file'])('rows %s are found without the help of SQLite', async (where) => {
  const path = join(temp, `${where}.db`)
  const database = await openDatabase(path)
  database.exec('pragma wal_autocheckpoint = 0')
  migrate(database)
  const files = readdirSync(recordings, {recursive: true, encoding: 'utf8'}).filter((name) =>
    name.endsWith('.jsonl'),
  )
  await addFiles(
    database,
    files.map((name) => join(recordings, name)),
  )
  if (where === 'in the file') database.exec('pragma wal_checkpoint(truncate)')
  const kept = database.prepare('select id, path, size from file order by id').all()
  const blocks = database.prepare('select file, start, length from block order by file, start').all()
  const columns = database.prepare('pragma table_info(call)').all().length
  const calls = database.prepare('select count(*) as count from call').get()?.['count']

  const found = findRows(path)
  const sorted = [...found.files.values()].sort((a, b) => a.id - b.id)
  expect(sorted.map(({id, path: name, about}) => ({id, path: name, size: about?.size}))).toEqual(
    kept.map((row) => ({...row})),
  )
  const readable = [...found.blocks].flatMap(([file, all]) =>
    all
      .filter((block) => block.read()?.length === block.length)
      .map(({start, length}) => `${file} ${start} ${length}`),
  )
  const expected = blocks.map(({file, start, length}) => `${file} ${start} ${length}`)
  expect(new Set(readable)).toEqual(new Set(expected))
  found.close()
  if (where === 'in the file') {
    const pages = openPageRows(path)
    const rows = [...pages.rows()].filter(({types}) => types.length === columns && types[0] === 'text')
    expect(rows.length).toBeGreaterThanOrEqual(Number(calls))
    pages.close()
  }
  database.close()
})
