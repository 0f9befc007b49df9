import {cpSync, mkdtempSync, renameSync, rmSync, symlinkSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, expect, test} from 'vitest'
import {openArchiveFolder} from '../open-archive.ts'
import {isMistake, parseQuery} from '../query/index.ts'
import {archiveFile} from './database/archive-file.ts'
import {shardFiles} from './search/shards.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-search-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

test('a search that could not open the index keeps no later search from opening it', async () => {
  const archive = await openArchiveFolder(temp, () => 0)
  const [shard = ''] = shardFiles(temp)
  const query = parseQuery('word', {now: 0, zone: 'UTC'})
  if (isMistake(query)) throw new Error(query.mistake)
  const search = () => archive.search(query, {limit: 1, patience: 1000, now: () => 0})
  symlinkSync(join(temp, 'missing', 'folder'), shard)
  await expect(search()).rejects.toThrow()
  rmSync(shard)
  expect((await search()).hits).toEqual([])
  archive.close()
})

test('an archive notices that its files, or those of the index that it has open, were replaced', async () => {
  const folder = mkdtempSync(join(temp, 'replaced-'))
  const [shard = ''] = shardFiles(folder)
  const query = parseQuery('word', {now: 0, zone: 'UTC'})
  if (isMistake(query)) throw new Error(query.mistake)
  for (const path of [archiveFile(folder), shard]) {
    const archive = await openArchiveFolder(folder, () => 0)
    await archive.search(query, {limit: 1, patience: 1000, now: () => 0})
    expect(await archive.isReplaced()).toBe(false)
    // As a repair does: another file takes the place of this one.
    cpSync(path, `${path}.new`)
    renameSync(`${path}.new`, path)
    expect(await archive.isReplaced()).toBe(true)
    archive.close()
  }
})
