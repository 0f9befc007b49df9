import {cpSync, mkdtempSync, renameSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, expect, test} from 'vitest'
import {fakeHost} from '../../../test/support/terminal/fake-host.ts'
import {archiveFile} from '../../archive/sqlite/database/archive-file.ts'
import type {Host} from '../host.ts'
import {withArchive} from './with-archive.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-with-archive-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

function hostOf(name: string): {readonly host: Host; readonly file: string} {
  const folder = join(temp, name)
  const {host} = fakeHost()
  return {
    host: Object.create(host, {env: {value: {RECOUNT_HOME: folder}}, home: {value: temp}}),
    file: archiveFile(folder),
  }
}

/** SQLite's error for a table that a damaged archive lacks. */
const noTable = (): Error => Object.assign(new Error('no such table: call'), {errcode: 1})

test('work is done again if another process has repaired the archive meanwhile', async () => {
  const {host, file} = hostOf('repaired')
  await withArchive(host, async () => {})
  let tries = 0
  const done = await withArchive(host, async () => {
    tries += 1
    if (tries > 1) return 'done'
    // Like a repair: another file replaces this one.
    cpSync(file, `${file}.new`)
    renameSync(`${file}.new`, file)
    throw noTable()
  })
  expect({done, tries}).toEqual({done: 'done', tries: 2})
})

test('a mistake in a healthy archive is not tried again', async () => {
  const {host} = hostOf('healthy')
  await withArchive(host, async () => {})
  let tries = 0
  const work = withArchive(host, async () => {
    tries += 1
    throw noTable()
  })
  await expect(work).rejects.toThrow('no such table')
  expect(tries).toBe(1)
})
