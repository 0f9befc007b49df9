import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, expect, test} from 'vitest'
import {openArchiveFolder} from '../../archive/open-archive.ts'
import {Catalog} from './catalog.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-catalog-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

test('an old session that is archived last is listed, though nothing changes after it', async () => {
  const projects = join(temp, 'many')
  mkdirSync(projects)
  const write = (number: number): void => {
    const sessionId = `${String(number).padStart(8, '0')}-0000-4000-8000-000000000000`
    const timestamp = new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString()
    const record = {type: 'user', uuid: `u${number}`, parentUuid: null, sessionId, timestamp}
    const line = JSON.stringify({...record, message: {role: 'user', content: 'hi'}})
    writeFileSync(join(projects, `${sessionId}.jsonl`), `${line}\n`)
  }
  for (let number = 1; number <= 150; number += 1) write(number)
  let now = Date.UTC(2026, 1, 1)
  const archive = await openArchiveFolder(join(temp, 'archive-of-many'), () => now)
  const ingest = () =>
    archive.ingest([projects], {now: () => now, advance: async () => {}, skipped: () => {}})
  try {
    await ingest()
    const catalog = new Catalog({archive, isSample: false, now: () => now, overrides: undefined})
    expect(await catalog.all()).toHaveLength(150)
    write(0)
    await ingest()
    await catalog.refresh()
    now += 60_000
    write(151)
    await ingest()
    expect(await catalog.all()).toHaveLength(152)
    // A query by the clock has found it before; who follows the list must get it all the same.
    expect((await catalog.refresh()).map(({sessionId}) => sessionId)).toContain(
      '00000151-0000-4000-8000-000000000000',
    )
  } finally {
    archive.close()
  }
})

test('a session is found by a unique prefix of its id, and as the latest', async () => {
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

test('the state of a session changes with time alone, and each change is given once', async () => {
  const projects = join(temp, 'asked')
  mkdirSync(projects)
  const sessionId = 'cc444444-0000-4000-8000-000000000000'
  const record = {
    type: 'user',
    uuid: 'u1',
    parentUuid: null,
    sessionId,
    timestamp: '2026-01-01T00:00:00.000Z',
  }
  const line = JSON.stringify({...record, message: {role: 'user', content: 'Mend the fence of the barn'}})
  writeFileSync(join(projects, `${sessionId}.jsonl`), `${line}\n`)
  let now = Date.UTC(2026, 0, 1, 0, 1)
  const archive = await openArchiveFolder(join(temp, 'archive-of-asked'), () => now)
  try {
    await archive.ingest([projects], {now: () => now, advance: async () => {}, skipped: () => {}})
    const catalog = new Catalog({archive, isSample: false, now: () => now, overrides: undefined})
    const states = async () => (await catalog.all()).map(({state}) => state)
    expect(await catalog.takeStateChanges()).toEqual([])
    const before = await catalog.all()
    expect(await states()).toEqual(['working'])
    expect(await catalog.all()).toBe(before)
    now += 10 * 60_000
    expect(await states()).toEqual(['stale'])
    expect(await catalog.takeStateChanges()).toMatchObject([
      {session: {sessionId, state: 'stale'}, before: 'working'},
    ])
    expect(await catalog.takeStateChanges()).toEqual([])
  } finally {
    archive.close()
  }
})
