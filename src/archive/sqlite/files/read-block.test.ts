import {mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, beforeEach, describe, expect, test} from 'vitest'
import {memoryArchive} from '../../../../test/support/archive/memory-archive.ts'
import type {Database, SqlRow} from '../database/driver.ts'
import {checksumOf, compressBlock} from './compress.ts'
import {addChecksums, blockColumns, readBlock, repairBlocks} from './read-block.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-blocks-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const first = `${JSON.stringify({type: 'user', uuid: 'u', sessionId: 's', message: {role: 'user', content: 'hi'}})}\n`
const path = join(temp, 's.jsonl')
writeFileSync(path, first)

let database: Database
beforeEach(async () => {
  database = await memoryArchive([path])
  return () => database.close()
})

const block = (): SqlRow => database.prepare(`select ${blockColumns} from block`).get() ?? {}
const kept = (): string => String(Buffer.from(readBlock(database, block()) ?? []))
const damage = (): void => void database.prepare("update block set packed = x'00'").run()

/** What another process does when the file has grown. */
function growMeanwhile(text: string): void {
  const bytes = Buffer.from(text)
  database
    .prepare('update block set packed = ?, length = ?, checksum = ?')
    .run(compressBlock(bytes), bytes.length, checksumOf(bytes))
}

describe('a block that is repaired', () => {
  test('gets the bytes that the file still has', () => {
    damage()
    expect(kept()).toBe(first)
    repairBlocks(database)
    writeFileSync(path, '')
    expect(kept()).toBe(first)
    writeFileSync(path, first)
  })

  test('is left alone if another process has replaced it meanwhile', () => {
    damage()
    readBlock(database, block())
    growMeanwhile(first + first)
    repairBlocks(database)
    expect(kept()).toBe(first + first)
  })
})

test('a checksum is added only to the block that it was computed of', () => {
  const before = {file: Number(block()['file']), start: 0, length: first.length, checksum: 1}
  growMeanwhile(first + first)
  addChecksums(database, [before])
  expect(kept()).toBe(first + first)
  database.prepare('update block set checksum = null').run()
  const checksum = checksumOf(Buffer.from(first + first))
  addChecksums(database, [{...before, length: 2 * first.length, checksum}])
  expect(block()['checksum']).toBe(checksum)
})
