import {LF, splitLines} from '../../lines/index.ts'
import {checksumOf, compressBlock} from '../sqlite/files/compress.ts'
import type {PackedBlock} from './file-chunk.ts'
import type {ChunkStart} from './read-file-chunks.ts'

/** Large enough to pack well, small enough to unpack for one line. */
const blockSize = 256 * 1024

/** Cuts bytes at line ends into blocks; the last small block is packed again together with what follows it. */
export function cutBlocks(at: ChunkStart, kept: Uint8Array, hasLongRecords: boolean): readonly PackedBlock[] {
  const bytes = joined(at.last?.bytes, kept)
  const isCut = bytes.length > blockSize
  // A block must not end within a record that extends over several lines.
  const isLong = isCut && (hasLongRecords || (at.last && linesOf(at.last.bytes).hasLongRecords))
  const lines = isLong ? linesOf(bytes).places : []
  const blocks: PackedBlock[] = []
  let start = 0
  let line = at.last?.line ?? at.lines + 1
  while (start < bytes.length) {
    const end = lines.length > 0 ? blockEndAmong(lines, bytes.length, start) : blockEnd(bytes, start)
    const part = bytes.subarray(start, end)
    blocks.push({
      start: (at.last?.start ?? at.offset) + start,
      line,
      ...packBlock(part),
      isUnread: false,
    })
    line += countLines(part)
    start = end
  }
  return blocks
}

export const packBlock = (bytes: Uint8Array): Pick<PackedBlock, 'length' | 'packed' | 'checksum'> => ({
  length: bytes.length,
  packed: compressBlock(bytes),
  checksum: checksumOf(bytes),
})

function blockEnd(bytes: Uint8Array, start: number): number {
  if (bytes.length - start <= blockSize) return bytes.length
  const before = bytes.lastIndexOf(LF, start + blockSize)
  if (before >= start) return before + 1
  const after = bytes.indexOf(LF, start + blockSize)
  return after === -1 ? bytes.length : after + 1
}

/** Where lines begin, and whether there are records that extend over several of them. */
function linesOf(bytes: Uint8Array): {readonly places: readonly number[]; readonly hasLongRecords: boolean} {
  const places: number[] = []
  const splitter = splitLines(({offset, record}) => void (record === 0 && places.push(offset)))
  splitter.push(bytes)
  splitter.end()
  return {places, hasLongRecords: splitter.hasLongRecords}
}

/** The last of some places that is not too far from the start of a block, or the next one. */
function blockEndAmong(places: readonly number[], length: number, start: number): number {
  if (length - start <= blockSize) return length
  const after = places.findIndex((place) => place > start + blockSize)
  const before = places[(after === -1 ? places.length : after) - 1] ?? 0
  return before > start ? before : (places[after] ?? length)
}

export function joined(before: Uint8Array | undefined, bytes: Uint8Array): Uint8Array {
  if (!before || before.length === 0) return bytes
  return Buffer.concat([before, bytes])
}

/** How many lines end before a place. */
export function countLines(chunk: Uint8Array, end = chunk.length): number {
  let lines = 0
  for (let at = chunk.indexOf(LF); at !== -1 && at < end; at = chunk.indexOf(LF, at + 1)) lines += 1
  return lines
}
