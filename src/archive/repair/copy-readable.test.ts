import {mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, expect, test} from 'vitest'
import {addFiles} from '../../../test/support/archive/memory-archive.ts'
import type {Database} from '../sqlite/database/driver.ts'
import {openDatabase} from '../sqlite/database/open-database.ts'
import {readFileBytes} from '../sqlite/files/file-rows.ts'
import {migrate} from '../sqlite/schema/migrate.ts'
import {copyReadable} from './copy-readable.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-copy-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const said = (text: string): string =>
  `${JSON.stringify({type: 'user', uuid: text, sessionId: 's', message: {role: 'user', content: text}})}\n`

const contentsIn = (database: Database): readonly (readonly [number, string])[] =>
  database
    .prepare('select id, generation from file order by generation')
    .all()
    .map(({id, generation}) => [
      Number(generation),
      String(Buffer.concat([...readFileBytes(database, Number(id))])),
    ])

test('rows from before a file was moved or replaced hide no other file and stop no repair', async () => {
  const archive = join(temp, 'archive.db')
  const names = ['one', 'two', 'three', 'four'] as const
  const paths = names.map((name) => join(temp, `${name}.jsonl`))
  for (const [at, path] of paths.entries()) writeFileSync(path, said(names[at] ?? ''))
  const damaged = await openDatabase(archive)
  migrate(damaged)
  await addFiles(damaged, paths)
  for (const path of paths) rmSync(path)
  // Two rows that the archive has, and two as pages have them that are no longer used.
  const schema = damaged.prepare("select sql from sqlite_schema where name = 'file'").get()?.['sql']
  damaged.exec(String(schema).replace(/"?file"?\s*\(/, 'outdated ('))
  damaged.exec('insert into outdated select * from file where id in (1, 4)')
  damaged.exec('delete from file where id in (1, 4)')
  for (const [table, id, generation] of [
    ['outdated', 1, 1],
    ['outdated', 4, 0],
    ['file', 2, 1],
  ] as const)
    damaged
      .prepare(`update ${table} set path = ?, generation = ? where id = ?`)
      .run(paths[2] ?? '', generation, id)
  damaged.exec('vacuum; pragma wal_checkpoint(truncate)')
  damaged.close()

  const fresh = await openDatabase(':memory:')
  migrate(fresh)
  expect(copyReadable(archive, fresh, 1)).toMatchObject({files: 4, lost: []})
  expect(contentsIn(fresh)).toEqual([
    [0, said('four')],
    [1, said('two')],
    [2, said('one')],
    [3, said('three')],
  ])
  fresh.close()
})
