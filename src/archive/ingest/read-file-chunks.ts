import {closeSync, readSync} from 'node:fs'
import {readLine, readLines} from '../../dialects/index.ts'
import {LF, maxLineBytes} from '../../lines/index.ts'
import type {Line} from '../../model/index.ts'
import {openRegularFile, type SourceFile} from '../../sources/index.ts'
import {type FileThread, type GatheredFacts, gatherFacts, noFileThread} from '../facts/gather-facts.ts'
import {headFingerprint, tailFingerprint} from './compare-file.ts'
import {countLines, cutBlocks, joined, packBlock} from './cut-blocks.ts'
import type {FileChunk, OpenBlock, ReadPosition} from './file-chunk.ts'
import {describeSource, type FoundFile, isWrittenAtOnce} from './list-files.ts'
import {maxRecentBytes} from './recent-lines.ts'

/** Bytes that are read and written together. */
const chunkSize = 8 * 1024 * 1024

/** Parsed in one go. */
const sliceSize = 128 * 1024

/** Where reading continues. */
export interface ChunkStart extends Pick<ReadPosition, 'offset' | 'lines' | 'head'> {
  readonly thread: FileThread
  /** The last block, if it is small: new lines are packed together with it. */
  readonly last: OpenBlock | undefined
}

/** The beginning of a file that was never read. */
export const fileStart: ChunkStart = {offset: 0, lines: 0, head: '', thread: noFileThread, last: undefined}

/** Where reading continues after a chunk. */
export const startAfter = ({to, facts}: FileChunk): ChunkStart => ({
  offset: to.offset,
  lines: to.lines,
  head: to.head,
  thread: facts.after,
  last: undefined,
})

/** Bytes that can be read anywhere: of a file, or of its copy in an archive. */
export interface ByteSource {
  /** As many bytes from an offset on, fewer only at the end. They are valid until the next call. */
  read(offset: number, length: number): Uint8Array
}

/** The size of a read, and the maximum length of a line that is parsed. */
const defaultLimits = {chunk: chunkSize, line: maxLineBytes}

/** Reads a file from its last position, chunk by chunk. */
export function* readFileChunks(file: FoundFile, start: ChunkStart, known: boolean): Generator<FileChunk> {
  const {handle} = openRegularFile(file.path)
  try {
    yield* readFileChunksFrom(bytesAt(handle), file, start, known)
  } finally {
    closeSync(handle)
  }
}

/**
 * Reads a file from a position, chunk by chunk. A line that is too long to be parsed is split into separate chunks, which
 * count as one unreadable record. A position in the middle of a line is in such a line; all others are read completely.
 */
export function* readFileChunksFrom(
  source: ByteSource,
  file: FoundFile,
  start: ChunkStart,
  known: boolean,
  limits = defaultLimits,
): Generator<FileChunk> {
  let at = start
  let isKnown = known
  let isInLongLine = file.kind === 'lines' && at.offset > 0 && source.read(at.offset - 1, 1)[0] !== LF
  // A chunk has at least one complete record, which may extend over many lines.
  let wanted = limits.chunk
  for (;;) {
    // Most files are small; what grew since it was looked at is read by the next ingest.
    const maxLength = Math.min(wanted, Math.max(0, file.size - at.offset))
    let bytes = source.read(at.offset, maxLength)
    let isOver = at.offset + bytes.length >= file.size || bytes.length < maxLength
    if (bytes.length === 0 && isKnown) return
    let line: LongLine | undefined = isInLongLine ? {isFirst: false, length: 0} : undefined
    if (!line && !isOver && file.kind === 'lines' && !bytes.includes(LF)) {
      const {length, isWhole} = measureLine(source, at.offset, bytes.length, file.size, limits.chunk)
      // Measuring has read other bytes.
      if (length > limits.line) {
        line = {isFirst: true, length}
        bytes = source.read(at.offset, maxLength)
      } else {
        bytes = source.read(at.offset, length)
        isOver = !isWhole || at.offset + length >= file.size
      }
    }
    if (line) {
      const end = bytes.indexOf(LF) + 1
      isInLongLine = end === 0
      if (!isInLongLine) {
        isOver &&= end === bytes.length
        bytes = bytes.subarray(0, end)
      }
    }
    const chunk = line
      ? longLineChunk(file, at, isKnown, bytes, line, isOver)
      : makeChunk(file, at, isKnown, bytes, isOver, wanted > limits.line)
    if (!isOver && chunk.to.offset === at.offset) {
      wanted *= 2
      continue
    }
    wanted = limits.chunk
    yield chunk
    if (isOver) return
    isKnown = true
    at = startAfter(chunk)
  }
}

/** A line that is too long to be parsed, as far as it is known. */
interface LongLine {
  /** It begins here, and did not before. */
  readonly isFirst: boolean
  /** Its bytes, from its start. */
  readonly length: number
}

/** How long the line is that begins at an offset and does not end before `known` bytes. */
function measureLine(
  source: ByteSource,
  offset: number,
  known: number,
  size: number,
  step: number,
): {readonly length: number; readonly isWhole: boolean} {
  let length = known
  while (offset + length < size) {
    const bytes = source.read(offset + length, Math.min(step, size - offset - length))
    const end = bytes.indexOf(LF)
    if (end !== -1) return {length: length + end + 1, isWhole: true}
    if (bytes.length === 0) break
    length += bytes.length
  }
  return {length, isWhole: false}
}

/** The chunk of a line that is too long to be parsed: its bytes, and that there is such a record. */
function longLineChunk(
  file: FoundFile,
  at: ChunkStart,
  known: boolean,
  bytes: Uint8Array,
  {isFirst, length}: LongLine,
  over: boolean,
): FileChunk {
  const source = describeSource(file)
  const gatherer = gatherFacts(source, at.thread)
  const line = at.lines + 1
  if (isFirst) {
    const [read] = readLine({text: '', number: line, offset: at.offset, record: 0, tooLong: true}, file.path)
    if (read) gatherer.add({read, line, bytes: length, unfinished: false})
  }
  const start = at.offset
  const before = at.last
    ? cutBlocks(
        {...at, last: undefined, offset: at.last.start, lines: at.last.line - 1},
        at.last.bytes,
        false,
      )
    : []
  return {
    file,
    source,
    from: known ? {offset: at.offset, lines: at.lines} : undefined,
    replaces: at.last?.start ?? at.offset,
    blocks: [...before, {start, line, ...packBlock(bytes), isUnread: true}],
    facts: gatherer.end(),
    to: {
      size: start + bytes.length,
      offset: start + bytes.length,
      lines: at.lines + (bytes.at(-1) === LF ? 1 : 0),
      head: start === 0 ? headFingerprint(bytes) : at.head,
      tail: tailFingerprint(joined(at.last?.bytes, bytes)),
    },
    isLast: over,
  }
}

/**
 * A chunk of the bytes after a position; nothing follows if `over`. It ends before an incomplete record of several lines,
 * unless that is too long for memory.
 */
function makeChunk(
  file: FoundFile,
  at: ChunkStart,
  known: boolean,
  bytes: Uint8Array,
  over: boolean,
  isTooLong: boolean,
): FileChunk {
  const source = describeSource(file)
  const isComplete = file.kind === 'whole' || (over && isWrittenAtOnce(file.path))
  const whole = isComplete ? bytes.length : bytes.lastIndexOf(LF) + 1
  const {facts, settled, hasLongRecords, lines} = readRecords(file, source, at, bytes, whole, over)
  const end = isTooLong ? whole : settled
  const kept = over ? bytes : bytes.subarray(0, end)
  const to: ReadPosition = {
    size: at.offset + kept.length,
    offset: at.offset + end,
    lines: at.lines + (file.kind === 'lines' ? countLines(bytes, end) : 0),
    head: at.offset === 0 ? headFingerprint(bytes.subarray(0, end)) : at.head,
    tail: tailFingerprint(joined(at.last?.bytes, bytes.subarray(0, end))),
  }
  return {
    file,
    source,
    from: known ? {offset: at.offset, lines: at.lines} : undefined,
    replaces: at.last?.start ?? at.offset,
    blocks: cutBlocks(at, kept, hasLongRecords),
    facts,
    to,
    grown: lines && {bytes: bytes.slice(), lines},
    isLast: over,
  }
}

/** What was read of some bytes. */
interface ReadChunk {
  readonly facts: GatheredFacts
  /** The end of the last complete line: a record over several lines ends with the last of them. */
  readonly settled: number
  readonly hasLongRecords: boolean
  /** The lines that were read, if the bytes are what a known file has grown by, and few. */
  readonly lines?: readonly Line[] | undefined
}

/** Complete lines, and at the end of the file also the last one, which may be complete without a newline. */
function readRecords(
  {path, kind}: FoundFile,
  source: SourceFile,
  at: ChunkStart,
  bytes: Uint8Array,
  end: number,
  over: boolean,
): ReadChunk {
  const gatherer = gatherFacts(source, at.thread)
  if (kind === 'whole') return {facts: gatherer.end(), settled: end, hasLongRecords: false}
  const reader = readLines(path)
  const lines: Line[] | undefined = over && at.offset > 0 && bytes.length <= maxRecentBytes ? [] : undefined
  let settled = 0
  // Records of a line that is not complete yet.
  const pending: Line[] = []
  const give = (read: Line): void => {
    lines?.push(read)
    const {record, line, offset} = read.at
    const length = record === 0 ? lineLength(read, bytes, end, reader.hasLongRecords) : 0
    gatherer.add({read, line: at.lines + line, bytes: length, unfinished: offset >= settled})
  }
  const take = (found: readonly Line[]): void => {
    if (settled < end) settled = Math.min(end, reader.settled)
    if (pending.length === 0 && (found.at(-1)?.at.offset ?? -1) < settled)
      for (const read of found) give(read)
    else {
      pending.push(...found)
      const waiting = pending.findIndex((read) => read.at.offset >= settled)
      for (const read of pending.splice(0, waiting === -1 ? pending.length : waiting)) give(read)
    }
  }
  // A little at a time, so that what was parsed dies young.
  for (let start = 0; start < end; start += sliceSize)
    take(reader.push(bytes.subarray(start, Math.min(end, start + sliceSize))))
  if (over) {
    const rest = [...reader.push(bytes.subarray(end)), ...reader.end()]
    if (end === bytes.length) settled = end
    for (const read of [...pending, ...rest]) give(read)
  }
  return {facts: gatherer.end(), settled, hasLongRecords: reader.hasLongRecords, lines}
}

/** How many bytes a line has; one over several lines has about as many as its record. */
function lineLength(read: Line, bytes: Uint8Array, end: number, hasLongRecords: boolean): number {
  if (hasLongRecords && read.text.includes('\n')) return Buffer.byteLength(read.text) + 1
  const newline = bytes.indexOf(LF, read.at.offset)
  return (newline === -1 ? end : newline + 1) - read.at.offset
}

/** A reused buffer: each read is parsed and packed before the next. */
let sharedBuffer = Buffer.alloc(0)

/** The bytes of an open file. In a `Buffer`, because it finds newlines ten times as fast as any other array does. */
const bytesAt = (handle: number): ByteSource => ({
  read(offset, maxLength) {
    if (maxLength <= chunkSize && sharedBuffer.length < maxLength)
      sharedBuffer = Buffer.allocUnsafeSlow(chunkSize)
    const buffer = maxLength <= chunkSize ? sharedBuffer : Buffer.allocUnsafeSlow(maxLength)
    let length = 0
    while (length < maxLength) {
      const read = readSync(handle, buffer, length, maxLength - length, offset + length)
      if (read === 0) break
      length += read
    }
    return buffer.subarray(0, length)
  },
})
