import {mkdtempSync, rmSync, symlinkSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, expect, test} from 'vitest'
import {openArchive} from '../open-archive.ts'
import {isMistake, parseQuery} from '../query/index.ts'
import {shardFiles} from './search-shards.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-search-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

test('a search that could not open the index keeps no later search from opening it', async () => {
  const archive = await openArchive(temp, () => 0)
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
