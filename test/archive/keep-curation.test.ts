import {closeSync, cpSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import type {CuratedItem} from '../../src/archive/curation/curation.ts'
import {openArchiveFolder} from '../../src/archive/open-archive.ts'
import {checkRows} from '../../src/archive/repair/repair-archive.ts'
import {archiveFile} from '../../src/archive/sqlite/database/archive-file.ts'
import {openDatabase} from '../../src/archive/sqlite/database/open-database.ts'
import {workInArchive} from '../../src/archive/work-in-archive.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-curation-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const idOf = (number: number): string => `0aaaaaaa-0000-4000-8000-${String(number).padStart(12, '0')}`
let healthy = ''
let before: readonly CuratedItem[] = []

/** Sessions with names and notes of all lengths, some changed several times and some removed again. */
beforeAll(async () => {
  healthy = mkdtempSync(join(temp, 'home-'))
  const archive = await openArchiveFolder(healthy, () => 1)
  for (let number = 0; number < 300; number += 1) {
    const target = {sessionId: idOf(number), messageId: number % 3 === 0 ? `message ${number}` : undefined}
    await archive.curate(target, {starred: true, addTags: ['Ünïted', `t${number}`], note: 'n'}, 1)
    await archive.curate(target, {note: `${number} `.repeat(number % 5 === 0 ? 1500 : number % 40)}, 1)
    if (number % 7 === 0)
      await archive.curate(target, {starred: false, removeTags: ['Ünïted', `t${number}`], note: ''}, 1)
  }
  before = await archive.curations()
  archive.close()
  expect(before).toHaveLength(257)
})

/** A copy of the archive that is damaged. */
async function damaged(damage: (path: string) => Promise<void> | void): Promise<string> {
  const home = mkdtempSync(join(temp, 'home-'))
  cpSync(healthy, home, {recursive: true})
  await damage(archiveFile(home))
  return home
}

function overwrite(path: string, at: number, length: number): void {
  const handle = openSync(path, 'r+')
  writeSync(handle, Buffer.alloc(length, 0xaa), 0, length, at)
  closeSync(handle)
}

const curationsIn = (home: string): Promise<readonly CuratedItem[]> =>
  workInArchive(home, {now: () => 2, onRepair: async () => {}}, (archive) => archive.curations())

describe('a repair keeps what users said', () => {
  test('if the head of the database is lost', async () => {
    const home = await damaged((path) => overwrite(path, 0, 4096))
    expect(await curationsIn(home)).toEqual(before)
  })

  test('on every page that is left', async () => {
    const home = await damaged((path) => {
      const bytes = readFileSync(path)
      const pages = Array.from({length: bytes.length / 4096}, (_, page) => page * 4096)
      const first = pages.find((at) => bytes.subarray(at, at + 4096).includes('ünïted'))
      overwrite(path, first ?? 0, 4096)
    })
    const after = await curationsIn(home)
    expect(after.length).toBeGreaterThan(before.length - 60)
    expect(before).toEqual(expect.arrayContaining([...after]))
  })

  test('and none that is not what was said', async () => {
    const home = await damaged(async (path) => {
      const database = await openDatabase(path)
      database.exec("update curation set note = 'someone else''s' where session like '%1'")
      database.close()
    })
    const {repair} = await checkRows(home, 2)
    expect(repair?.damage).toBe('rows of curation are not those that the kept bytes give')
    const after = await curationsIn(home)
    expect(after.some(({note}) => note === "someone else's")).toBe(false)
    expect(before).toEqual(expect.arrayContaining([...after]))
  })

  test('and a check of a healthy archive changes nothing', async () => {
    const home = await damaged(() => {})
    expect((await checkRows(home, 2)).repair).toBeUndefined()
    expect(await curationsIn(home)).toEqual(before)
  })
})
