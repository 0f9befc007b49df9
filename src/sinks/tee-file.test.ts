import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, describe, expect, test} from 'vitest'
import {SinkError} from './sink-error.ts'
import {teeFile} from './tee-file.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-tee-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

describe('a copy of the input', () => {
  test('has exactly its bytes, and nothing of an older file', async () => {
    const path = join(temp, 'copy.jsonl')
    writeFileSync(path, 'something old and long'.repeat(1000))
    const pieces = Array.from({length: 300}, (_, index) => Buffer.alloc(index * 7, index))
    const file = await teeFile(path)
    // These are not awaited.
    for (const piece of pieces.slice(0, 200)) void file.write(piece)
    for (const piece of pieces.slice(200)) await file.write(piece)
    await file.close()
    expect(readFileSync(path).equals(Buffer.concat(pieces))).toBe(true)
  })
  test('is empty without input', async () => {
    const path = join(temp, 'empty.jsonl')
    await (await teeFile(path)).close()
    expect(readFileSync(path, 'utf8')).toBe('')
  })
  test('fails with a message if it cannot be created', async () => {
    const folder = await teeFile(temp).catch((error: unknown) => error)
    expect(folder).toBeInstanceOf(SinkError)
    expect(folder).toMatchObject({message: `Cannot write ${temp}: it is a folder.`})
    const path = join(temp, 'nowhere', 'copy.jsonl')
    await expect(teeFile(path)).rejects.toThrow(`Cannot write ${path}: no such folder.`)
  })
  test.skipIf(process.platform !== 'linux')(
    'fails with a sentence where the disk is full, and on',
    async () => {
      const file = await teeFile('/dev/full')
      const sentence = 'Cannot write /dev/full: no space left; free some, or write somewhere else.'
      await expect(file.write(Buffer.from('text'))).rejects.toThrow(sentence)
      await expect(file.write(Buffer.from('more'))).rejects.toThrow(sentence)
      await expect(file.close()).rejects.toThrow(sentence)
    },
  )
})
