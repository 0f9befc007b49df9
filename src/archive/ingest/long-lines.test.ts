import {describe, expect, test} from 'vitest'
import {fc} from '../../../test/support/fc.ts'
import {readLines} from '../../dialects/index.ts'
import {decompressBlock} from '../sqlite/files/compress.ts'
import type {FileChunk} from './file-chunk.ts'
import type {FoundFile} from './list-files.ts'
import {type ChunkStart, fileStart, readFileChunksFrom, startAfter} from './read-file-chunks.ts'

const limits = {piece: 16, line: 40}
const fileOf = (content: Buffer, path = '/p/stream.jsonl'): FoundFile => ({
  path,
  root: '/p',
  kind: 'lines',
  size: content.length,
  modified: 0,
  device: '1',
  inode: '1',
})
const piecesOf = (
  content: Buffer,
  start: ChunkStart,
  isKnown: boolean,
  path?: string,
  {piece, line} = limits,
): readonly FileChunk[] => {
  const source = {read: (offset: number, length: number) => content.subarray(offset, offset + length)}
  return [...readFileChunksFrom(source, fileOf(content, path), start, isKnown, {chunk: piece, line})]
}

/** What the archive has after pieces: blocks by their place, later ones in place of those they replace. */
function keep(pieces: readonly FileChunk[]) {
  let blocks: FileChunk['blocks'][number][] = []
  for (const {replaces, blocks: added} of pieces)
    blocks = [...blocks.filter(({start}) => start < replaces), ...added]
  return blocks
}
const bytesIn = (pieces: readonly FileChunk[]): string =>
  Buffer.concat(
    keep(pieces).flatMap(({packed, length, checksum}) => decompressBlock({packed, length, checksum}) ?? []),
  ).toString()

const lines = fc.array(
  fc.oneof(
    fc.integer({min: 0, max: 12}).map((length) => JSON.stringify({t: 'x'.repeat(length)})),
    fc.integer({min: 30, max: 120}).map((length) => 'y'.repeat(length)),
  ),
  {minLength: 1, maxLength: 8},
)

test('lines of any length are kept byte for byte, and counted once', () => {
  fc.assert(
    fc.property(lines, fc.boolean(), (texts, isEnded) => {
      const content = Buffer.from(texts.join('\n') + (isEnded ? '\n' : ''))
      const pieces = piecesOf(content, fileStart, false)
      expect(bytesIn(pieces)).toBe(content.toString())
      expect(pieces.reduce((sum, {facts}) => sum + facts.records, 0)).toBe(
        texts.filter((text, index) => text !== '' && (isEnded || index < texts.length)).length,
      )
      const whole = isEnded ? texts.length : Math.max(0, texts.length - 1)
      expect(pieces.at(-1)?.to.lines).toBe(whole)
    }),
  )
})

test('a file that grows within a line that is too long is the same as one that was there at once', () => {
  fc.assert(
    fc.property(lines, fc.nat({max: 400}), (texts, cutAt) => {
      const content = Buffer.from(`${texts.join('\n')}\n`)
      const cut = Math.min(cutAt, content.length)
      const before = piecesOf(content.subarray(0, cut), fileStart, false)
      const last = before.at(-1)
      const after = last ? piecesOf(content, startAfter(last), true) : []
      expect(bytesIn([...before, ...after])).toBe(content.toString())
      const end = (after.at(-1) ?? last)?.to
      expect(end?.lines).toBe(texts.length)
      expect(end?.offset).toBe(content.length)
    }),
  )
})

describe('records that extend over several lines', () => {
  const session = '0aaaaaaa-0000-4000-8000-000000000001'
  const messages = (number: number, length: number) =>
    Array.from({length: number}, (_, index) => ({
      type: 'user',
      session_id: session,
      uuid: `u${index}`,
      message: {role: 'user', content: `${index} ${'x'.repeat(length)}`},
    }))

  test('are kept byte for byte, and counted once, however they are cut into pieces', () => {
    fc.assert(
      fc.property(
        fc.integer({min: 1, max: 6}),
        fc.integer({min: 0, max: 200}),
        fc.integer({min: 16, max: 600}),
        fc.constantFrom('/p/out.json', '/p/out.jsonl'),
        (number, length, piece, path) => {
          const content = Buffer.from(`${JSON.stringify(messages(number, length), null, 2)}\n`)
          const pieces = piecesOf(content, fileStart, false, path, {piece, line: 100_000})
          expect(bytesIn(pieces)).toBe(content.toString())
          expect(pieces.reduce((sum, {facts}) => sum + facts.records, 0)).toBe(number)
          expect(pieces.at(-1)?.to).toMatchObject({
            lines: content.toString().split('\n').length - 1,
            offset: content.length,
          })
        },
      ),
    )
  })

  test('are never cut by a block', () => {
    const content = Buffer.from(JSON.stringify(messages(40, 30_000), null, 2))
    const blocks = keep(
      piecesOf(content, fileStart, false, '/p/out.json', {piece: 1_000_000, line: 10_000_000}),
    )
    expect(blocks.length).toBeGreaterThan(3)
    for (const {packed, length, checksum} of blocks) {
      const reader = readLines('')
      const lines = [
        ...reader.push(decompressBlock({packed, length, checksum}) ?? new Uint8Array(0)),
        ...reader.end(),
      ]
      expect(lines.map(({kind}) => kind)).not.toContain('unreadable')
    }
  })

  test('too long to be held are kept all the same', () => {
    const content = Buffer.from(JSON.stringify(messages(3, 100), null, 2))
    const pieces = piecesOf(content, fileStart, false, '/p/out.json', {piece: 16, line: 60})
    expect(bytesIn(pieces)).toBe(content.toString())
  })
})
