import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, expect, test} from 'vitest'
import {openArchiveFolder} from '../../archive/open-archive.ts'
import {Catalog} from './catalog.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-catalog-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

test('a session is found by the beginning of its id that no other has, and as the latest', async () => {
  const ids = ['aa111111', 'aa222222', 'bb333333'].map((start) => `${start}-0000-4000-8000-000000000000`)
  const projects = join(temp, 'projects')
  mkdirSync(projects)
  ids.forEach((sessionId, at) => {
    const timestamp = `2026-01-0${at + 1}T00:00:00.000Z`
    const record = {type: 'user', uuid: `u${at}`, parentUuid: null, sessionId, timestamp}
    const line = JSON.stringify({...record, message: {role: 'user', content: 'hi'}})
    writeFileSync(join(projects, `${sessionId}.jsonl`), `${line}\n`)
  })
  const archive = await openArchiveFolder(join(temp, 'archive'), Date.now)
  try {
    await archive.ingest([projects], {now: Date.now, advance: async () => {}, skipped: () => {}})
    const catalog = new Catalog({archive, isSample: false, now: Date.now, overrides: undefined})
    const found = async (word: string) => (await catalog.find(word))?.sessionId
    expect(await found('bb')).toBe(ids[2])
    expect(await found('aa1')).toBe(ids[0])
    expect(await found('aa')).toBeUndefined()
    expect(await found('cc')).toBeUndefined()
    expect(await found('')).toBeUndefined()
    expect(await found('latest')).toBe(ids[2])
    expect(await found('latest~2')).toBe(ids[0])
    expect(await found('latest~3')).toBeUndefined()
  } finally {
    archive.close()
  }
})
