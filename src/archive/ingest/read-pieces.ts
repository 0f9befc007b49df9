import {closeSync, openSync, readSync} from 'node:fs'
import {readLines} from '../../dialects/index.ts'
import type {Line} from '../../model/index.ts'
import type {SourceFile} from '../../sources/index.ts'
import type {GatheredFacts, Thread} from '../facts/gather-facts.ts'
import {gatherFacts, noThread} from '../facts/gather-facts.ts'
import {pack} from '../sqlite/pack.ts'
import {headOf, tailOf} from './fingerprint.ts'
import type {FoundFile} from './list-files.ts'
import type {Block, Piece, Reached} from './piece.ts'
import {sourceOf} from './source-of.ts'

/** Large enough to pack well, small enough to unpack for one line. */
const blockSize = 256 * 1024

/** Read and kept in one go. */
const pieceSize = 8 * 1024 * 1024

/** Parsed in one go. */
const sliceSize = 128 * 1024

/** Where reading goes on. */
export interface Start {
  readonly offset: number
  readonly lines: number
  readonly head: string
  readonly thread: Thread
  /** The last block, where it is small: new lines are packed together with it. */
  readonly last: {readonly start: number; readonly line: number; readonly bytes: Uint8Array} | undefined
}

/** The beginning of a file that was never read. */
export const beginning: Start = {offset: 0, lines: 0, head: '', thread: noThread, last: undefined}

/** Where reading goes on after a piece. */
export const startAfter = ({to, facts}: Piece): Start => ({
  offset: to.offset,
  lines: to.lines,
  head: to.head,
  thread: facts.after,
  last: undefined,
})

/** Reads a file from where it was left, a piece at a time. */
export function* readPieces(file: FoundFile, start: Start, known: boolean): Generator<Piece> {
  const handle = openSync(file.path, 'r')
  try {
    let at = start
    let isKnown = known
    for (;;) {
      // Most files are small; what grew since it was looked at is read by the next ingest.
      const most = Math.min(pieceSize, Math.max(0, file.size - at.offset))
      const bytes = readBytes(handle, at.offset, most)
      const whole = file.kind === 'whole' ? bytes.length : bytes.lastIndexOf(0x0a) + 1
      const isLast = at.offset + bytes.length >= file.size || bytes.length < most
      // A line longer than a piece: read on until it ends.
      const chunk = whole === 0 && !isLast ? readLongLine(handle, at.offset) : bytes
      const end = chunk === bytes ? whole : chunk.lastIndexOf(0x0a) + 1
      const over = isLast || (chunk !== bytes && end === 0)
      if (chunk.length === 0 && isKnown) return
      const piece = pieceOf(file, at, isKnown, chunk, end, over)
      yield piece
      if (over) return
      isKnown = true
      at = startAfter(piece)
    }
  } finally {
    closeSync(handle)
  }
}

/** A piece of bytes that follow a place in a file; `end` is after their last whole line, and nothing follows if `over`. */
export function pieceOf(
  file: FoundFile,
  at: Start,
  known: boolean,
  chunk: Uint8Array,
  end: number,
  over: boolean,
): Piece {
  const source = sourceOf(file)
  const facts = readRecords(file, source, at, chunk, end, over)
  const kept = over ? chunk : chunk.subarray(0, end)
  const to: Reached = {
    size: at.offset + kept.length,
    offset: at.offset + end,
    lines: at.lines + (file.kind === 'lines' ? countLines(chunk, end) : 0),
    head: at.offset === 0 ? headOf(chunk.subarray(0, end)) : at.head,
    tail: tailOf(joined(at.last?.bytes, chunk.subarray(0, end))),
  }
  return {
    file,
    source,
    from: known ? {offset: at.offset, lines: at.lines} : undefined,
    replaces: at.last?.start ?? at.offset,
    blocks: blocksOf(at, kept),
    facts,
    to,
    over,
  }
}

/** Whole lines, and at the end of the file also the one that is not finished: it may be whole without its newline. */
function readRecords(
  {path, kind}: FoundFile,
  {session, title, prompt}: SourceFile,
  at: Start,
  chunk: Uint8Array,
  end: number,
  over: boolean,
): GatheredFacts {
  const gatherer = gatherFacts({session, path, title, prompt}, at.thread)
  if (kind === 'whole') return gatherer.end()
  const reader = readLines(path)
  const take = (found: readonly Line[]): void => {
    for (const read of found) {
      const {offset, record, line} = read.at
      const bytes = record === 0 ? lineEnd(chunk, offset, end) - offset : 0
      gatherer.add({read, line: at.lines + line, bytes, unfinished: offset >= end})
    }
  }
  // A little at a time, so that what was parsed dies young.
  for (let start = 0; start < end; start += sliceSize)
    take(reader.push(chunk.subarray(start, Math.min(end, start + sliceSize))))
  if (over) {
    take(reader.push(chunk.subarray(end)))
    take(reader.end())
  }
  return gatherer.end()
}

function lineEnd(chunk: Uint8Array, offset: number, end: number): number {
  const newline = chunk.indexOf(0x0a, offset)
  return newline === -1 ? end : newline + 1
}

function countLines(chunk: Uint8Array, end: number): number {
  let lines = 0
  for (let at = chunk.indexOf(0x0a); at !== -1 && at < end; at = chunk.indexOf(0x0a, at + 1)) lines += 1
  return lines
}

/** Cuts bytes at line ends into blocks; the last small block is packed anew together with what follows it. */
function blocksOf(at: Start, kept: Uint8Array): readonly Block[] {
  const bytes = joined(at.last?.bytes, kept)
  const blocks: Block[] = []
  let start = 0
  let line = at.last?.line ?? at.lines + 1
  while (start < bytes.length) {
    const end = blockEnd(bytes, start)
    const part = bytes.subarray(start, end)
    blocks.push({
      start: (at.last?.start ?? at.offset) + start,
      length: part.length,
      line,
      packed: pack(part),
    })
    line += countLines(part, part.length)
    start = end
  }
  return blocks
}

function blockEnd(bytes: Uint8Array, start: number): number {
  if (bytes.length - start <= blockSize) return bytes.length
  const before = bytes.lastIndexOf(0x0a, start + blockSize)
  if (before >= start) return before + 1
  const after = bytes.indexOf(0x0a, start + blockSize)
  return after === -1 ? bytes.length : after + 1
}

function joined(before: Uint8Array | undefined, bytes: Uint8Array): Uint8Array {
  if (!before || before.length === 0) return bytes
  return Buffer.concat([before, bytes])
}

/** Room that is used again: what is read is taken apart and packed before anything else is read. */
let room = Buffer.alloc(0)

/** A `Buffer`, because it finds newlines ten times as fast as any other array does. */
function readBytes(handle: number, offset: number, most: number): Uint8Array {
  if (most <= pieceSize && room.length < most) room = Buffer.allocUnsafeSlow(pieceSize)
  const buffer = most <= pieceSize ? room : Buffer.allocUnsafeSlow(most)
  let length = 0
  while (length < most) {
    const read = readSync(handle, buffer, length, most - length, offset + length)
    if (read === 0) break
    length += read
  }
  return buffer.subarray(0, length)
}

function readLongLine(handle: number, offset: number): Uint8Array {
  for (let size = pieceSize * 2; ; size *= 2) {
    const bytes = readBytes(handle, offset, size)
    if (bytes.includes(0x0a) || bytes.length < size) return bytes
  }
}
