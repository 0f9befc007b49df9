import {closeSync, readSync} from 'node:fs'
import type {LineReader} from '../dialects/index.ts'
import {readLines} from '../dialects/index.ts'
import type {Instant, Line} from '../model/index.ts'
import {timeOf} from '../model/line.ts'
import type {LineCursor} from './merge-lines.ts'
import {earliestTime, fillCursor, LineMerge} from './merge-lines.ts'
import {openRegularFile} from './open-regular-file.ts'
import type {SessionStep} from './read-session.ts'
import type {SourceFile} from './source-file.ts'

/** What comes next when files are followed that may grow. */
export type FollowStep =
  | SessionStep
  /** All that was there has been given. */
  | {readonly kind: 'caught-up'}
  /** A file was cut off or replaced: what was given is void, and everything that is there now follows. */
  | {readonly kind: 'reset'}

/** How a session is followed. */
export interface FollowOptions {
  /** The session's files as they are now. Asked again after every wait, because agents begin later. */
  readonly find: () => readonly SourceFile[]
  /** Resolves when something may have changed; false if nobody wants to follow any longer. */
  readonly wait: () => Promise<boolean>
  /**
   * Whether nobody writes to the files any more. Then last lines without a newline count as whole, and all ends follow.
   * Without it, no end is ever given.
   */
  readonly isQuiet?: () => boolean
  /** Where to begin in a file, in bytes: at the beginning of a line. */
  readonly from?: (path: string) => number
}

/**
 * Reads the files of a session as they grow, those of agents too that begin later: the same sequence that `readSession`
 * gives, as far as it is written. Nothing is read twice, unless a file was cut off or replaced. If a file grows after
 * its end was given, its lines follow, and later another end.
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
/** Of a file that was just opened only so much is read at first: that of many agents may be due much later. */
const firstChunkSize = 4 * 1024

class GrowingCursor implements LineCursor {
  readonly file: SourceFile
  order: number
  readonly reader: LineReader
  readonly #buffer: Uint8Array
  #chunk = firstChunkSize
  #offset: number
  /** The file that is meant, whatever is put under its name later. */
  #inode: number | undefined
  /** Its last line was given as whole, though it had no newline. */
  #isTorn = false
  /** What was given of it is not there any more: it is shorter than it was, or another. */
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

  /** Takes a last line without a newline for whole; says whether there is one. */
  finish(): boolean {
    this.lines = this.reader.end()
    this.next = 0
    this.#isTorn ||= this.lines.length > 0
    this.time = timeOf(this.lines[0]) ?? this.time
    return this.lines.length > 0
  }

  /** Reads what comes next in the file; says whether there was anything. */
  #read(): boolean {
    let handle: number | undefined
    try {
      const opened = openRegularFile(this.file.path)
      handle = opened.handle
      const {size, ino} = opened.about
      this.#inode ??= ino
      this.isBroken ||= size < this.#offset || ino !== this.#inode || (this.#isTorn && size > this.#offset)
      if (this.isBroken) return false
      const length = readSync(handle, this.#buffer, 0, this.#chunk, this.#offset)
      this.#chunk = chunkSize
      this.#offset += length
      this.lines = this.reader.push(this.#buffer.subarray(0, length))
      return length > 0
    } catch {
      // A file that is gone has nothing new; what was given of it stays.
      return false
    } finally {
      if (handle !== undefined) closeSync(handle)
    }
  }
}
