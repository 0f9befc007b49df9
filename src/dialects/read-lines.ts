import type {FlawCounts} from '../lines/index.ts'
import {splitLines} from '../lines/index.ts'
import type {Line} from '../model/index.ts'
import {readLineInto} from './read-line.ts'

/** Reads a source from bytes to lines, a chunk at a time. */
export interface LineReader {
  /** The lines that end in this chunk. */
  push(chunk: Uint8Array): readonly Line[]
  /** The source has ended; gives the last line if it had no newline. */
  end(): readonly Line[]
  readonly flaws: FlawCounts
  readonly bytes: number
  /** The byte offset after the last line that ended: a record over several lines ends with the last of them. */
  readonly settled: number
  /** There were records that extend over several lines. */
  readonly hasLongRecords: boolean
}

/** The whole way from bytes to lines for one source; pure, so that live and saved take the same way. */
export function readLines(source: string): LineReader {
  let ready: Line[] = []
  let carried = 0
  const splitter = splitLines((raw) => {
    // A record that carries another one is two, which moves those that follow it on their line.
    if (raw.record === 0) carried = 0
    const before = ready.length
    const records = readLineInto(ready, carried === 0 ? raw : {...raw, record: raw.record + carried}, source)
    carried += ready.length - before - 1
    if (raw.record === 0 ? records > 1 : raw.record === 1) splitter.flaws.glued += 1
  })
  const take = (): readonly Line[] => {
    const lines = ready
    ready = []
    return lines
  }
  return {
    flaws: splitter.flaws,
    get bytes() {
      return splitter.bytes
    },
    get settled() {
      return splitter.settled
    },
    get hasLongRecords() {
      return splitter.hasLongRecords
    },
    push(chunk) {
      splitter.push(chunk)
      return take()
    },
    end() {
      splitter.end()
      return take()
    },
  }
}
