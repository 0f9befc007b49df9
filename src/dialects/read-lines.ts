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
}

/** The whole way from bytes to lines for one source; pure, so that live and saved take the same way. */
export function readLines(source: string): LineReader {
  let ready: Line[] = []
  const splitter = splitLines((raw) => {
    if (readLineInto(ready, raw, source) > 1) splitter.flaws.glued += 1
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
