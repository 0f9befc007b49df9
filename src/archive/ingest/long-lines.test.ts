import {expect, test} from 'vitest'
import {fc} from '../../../test/support/fc.ts'
import {unpack} from '../sqlite/pack.ts'
import type {FoundFile} from './list-files.ts'
import type {Piece} from './piece.ts'
import type {Start} from './read-pieces.ts'
import {beginning, readPiecesFrom, startAfter} from './read-pieces.ts'

const limits = {piece: 16, line: 40}
const fileOf = (content: Buffer): FoundFile => ({
  path: '/p/stream.jsonl',
  root: '/p',
  kind: 'lines',
  size: content.length,
  modified: 0,
  device: '1',
  inode: '1',
})
const piecesOf = (content: Buffer, start: Start, isKnown: boolean): readonly Piece[] => {
  const source = {read: (offset: number, length: number) => content.subarray(offset, offset + length)}
  return [...readPiecesFrom(source, fileOf(content), start, isKnown, limits)]
}

/** What the archive has after pieces: blocks by their place, later ones in place of those they replace. */
function keep(pieces: readonly Piece[]) {
  let blocks: Piece['blocks'][number][] = []
  for (const {replaces, blocks: added} of pieces)
    blocks = [...blocks.filter(({start}) => start < replaces), ...added]
  return blocks
}
const bytesIn = (pieces: readonly Piece[]): string =>
  Buffer.concat(keep(pieces).map(({packed}) => unpack(packed))).toString()

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
      const pieces = piecesOf(content, beginning, false)
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
      const before = piecesOf(content.subarray(0, cut), beginning, false)
      const last = before.at(-1)
      const after = last ? piecesOf(content, startAfter(last), true) : []
      expect(bytesIn([...before, ...after])).toBe(content.toString())
      const end = (after.at(-1) ?? last)?.to
      expect(end?.lines).toBe(texts.length)
      expect(end?.offset).toBe(content.length)
    }),
  )
})
