import {readSync} from 'node:fs'
import {type LineReader, readLines} from '../dialects/index.ts'
import type {Instant, Line} from '../model/index.ts'
import {timeOf} from '../model/line.ts'
import {earliestTime, fillCursor, type LineCursor, LineMerge} from './merge-lines.ts'
import {withRegularFile} from './open-regular-file.ts'
import type {SessionStep} from './read-session.ts'
import type {SourceFile} from './source-file.ts'

/** One step of following files that may grow. */
export type FollowStep =
  | SessionStep
  /** Everything that is in the files was given. */
  | {readonly kind: 'caught-up'}
  /** A file was truncated or replaced: everything before is void, and the current content follows. */
  | {readonly kind: 'reset'}

/** How a session is followed. */
export interface FollowOptions {
  /** The session's files as they are now. Called again after every wait, because agents begin later. */
  readonly find: () => readonly SourceFile[]
  /** Resolves when something may have changed; false to stop following. */
  readonly wait: () => Promise<boolean>
  /**
   * Whether no process writes to the files any more. Then last lines without a newline count as complete, and all ends
   * follow. Without it, no end is ever given.
   */
  readonly isQuiet?: () => boolean
  /** Where to begin in a file, in bytes: at the beginning of a line. */
  readonly from?: (path: string) => number
}

/**
 * Reads the files of a session as they grow, also those of agents that begin later: the same sequence as `readSession`,
 * as far as it is written. Nothing is read twice, unless a file was truncated or replaced. If a file grows after its
 * end was given, its lines follow, and later another end.
 */
export async function* followSessionFiles({
  find,
  wait,
  isQuiet = () => false,
  from = () => 0,
}: FollowOptions): AsyncGenerator<FollowStep, void, undefined> {
  const buffer = new Uint8Array(chunkSize)
  let cursors = new Map<string, GrowingCursor>()
  let hasEnded = false
  for (;;) {
    const merge = new LineMerge()
    for (const [order, file] of find().entries()) {
      const known = cursors.get(file.path)
      if (known) known.order = order
      else {
        cursors.set(file.path, new GrowingCursor(file, order, from(file.path), buffer))
        yield {kind: 'begin', file}
      }
    }
    // All are read before the first line is given: the earliest may be in any of them.
    for (const cursor of cursors.values()) if (fillCursor(cursor)) merge.add(cursor)
    for (let lines = merge.take(); lines; lines = merge.take()) {
      hasEnded = false
      yield {kind: 'lines', lines}
    }
    if ([...cursors.values()].some((cursor) => cursor.isBroken)) {
      yield {kind: 'reset'}
      cursors = new Map()
      hasEnded = false
      continue
    }
    if (!hasEnded && isQuiet()) {
      hasEnded = true
      for (const cursor of cursors.values()) if (cursor.finish()) merge.add(cursor)
      for (let lines = merge.take(); lines; lines = merge.take()) yield {kind: 'lines', lines}
      for (const {file, reader} of cursors.values()) yield {kind: 'end', file, reader}
    }
    yield {kind: 'caught-up'}
    if (!(await wait())) return
  }
}

const chunkSize = 128 * 1024
/** Only this much of a new file is read at first: the lines of many agents may be due much later. */
const firstChunkSize = 4 * 1024

class GrowingCursor implements LineCursor {
  readonly file: SourceFile
  order: number
  readonly reader: LineReader
  readonly #buffer: Uint8Array
  #chunk = firstChunkSize
  #offset: number
  /** Identifies the file if another one gets its name later. */
  #inode: number | undefined
  /** Its last line was given as complete, though it had no newline. */
  #isTorn = false
  /** It is shorter than it was, or another file: the lines that were given are void. */
  isBroken = false
  time: Instant = earliestTime
  lines: readonly Line[] = []
  next = 0

  constructor(file: SourceFile, order: number, from: number, buffer: Uint8Array) {
    this.file = file
    this.order = order
    this.reader = readLines(file.path)
    this.#offset = from
    this.#buffer = buffer
  }

  fill(): boolean {
    this.lines = []
    while (this.lines.length === 0 && this.#read());
    return this.lines.length > 0
  }

  /** Gives a last line without a newline as complete; returns whether there is one. */
  finish(): boolean {
    this.lines = this.reader.end()
    this.next = 0
    this.#isTorn ||= this.lines.length > 0
    this.time = timeOf(this.lines[0]) ?? this.time
    return this.lines.length > 0
  }

  /** Reads the next bytes of the file; returns whether there were any. */
  #read(): boolean {
    try {
      return withRegularFile(this.file.path, ({handle, about: {size, ino}}) => {
        this.#inode ??= ino
        this.isBroken ||= size < this.#offset || ino !== this.#inode || (this.#isTorn && size > this.#offset)
        if (this.isBroken) return false
        const length = readSync(handle, this.#buffer, 0, this.#chunk, this.#offset)
        this.#chunk = chunkSize
        this.#offset += length
        this.lines = this.reader.push(this.#buffer.subarray(0, length))
        return length > 0
      })
    } catch {
      // A deleted file has nothing new; its lines stay.
      return false
    }
  }
}
