import {readSync} from 'node:fs'
import {readLines} from '../../dialects/index.ts'
import type {Line} from '../../model/index.ts'
import {withRegularFile} from '../../sources/index.ts'

const chunkSize = 64 * 1024
/** Longer records are not shown. */
const maxBytes = 16 * 1024 * 1024

/** Opens a file and reads from it; undefined if that fails. */
function readFrom<Result>(path: string, read: (file: number, size: number) => Result): Result | undefined {
  try {
    return withRegularFile(path, ({handle, about}) => read(handle, about.size))
  } catch {
    return undefined
  }
}

/** A record exactly as it is in its file: number `record` of the line that starts at `offset`. */
export const readRecordAt = (path: string, offset: number, record: number): string | undefined =>
  readFrom(path, (file) => {
    const reader = readLines(path)
    const buffer = Buffer.alloc(chunkSize)
    const found: Line[] = []
    while (reader.settled === 0 && reader.bytes < maxBytes && found.length <= record) {
      const length = readSync(file, buffer, 0, chunkSize, offset + reader.bytes)
      found.push(...reader.push(buffer.subarray(0, length)))
      if (length === 0) break
    }
    if (found.length <= record) found.push(...reader.end())
    return found.find(({at}) => at.offset === 0 && at.record === record)?.text
  })

/**
 * Where the last complete lines of a file start: those within its last `bytes`, or within more of them if the last
 * line is longer, as one with an image can be. 0 if the file cannot be read.
 */
export const findTailOffset = (path: string, bytes: number): number =>
  readFrom(path, (file, size) => {
    if (size <= bytes) return 0
    // A record over several lines cannot be recognized from its middle.
    if (isPretty(file)) return size
    for (let tail = bytes; tail < size && tail <= maxBytes; tail *= 2) {
      const buffer = Buffer.alloc(tail === bytes ? bytes : tail / 2)
      const length = readSync(file, buffer, 0, buffer.length, size - tail)
      const first = buffer.subarray(0, length).indexOf(10)
      // The last line's own end does not start a line.
      if (first !== -1 && size - tail + first + 1 < size) return size - tail + first + 1
    }
    return size
  }) ?? 0

/** Whether a file starts like an array, or like an object over several lines. */
function isPretty(file: number): boolean {
  const head = Buffer.alloc(64)
  return /^(?:\ufeff)?\s*(?:\[|\{\s*\n)/.test(
    head.toString('utf8', 0, readSync(file, head, 0, head.length, 0)),
  )
}
