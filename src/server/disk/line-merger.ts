import {closeSync, readSync} from 'node:fs'
import type {LineReader} from '../../dialects/index.ts'
import {readLines} from '../../dialects/index.ts'
import type {Instant, Line} from '../../model/index.ts'
import type {SourceFile} from '../../sources/index.ts'
import {EarliestFirst, openRegularFile} from '../../sources/index.ts'

/** A file as far as it was read. */
interface Cursor {
  readonly path: string
  readonly reader: LineReader
  readonly order: number
  /** Where its first line begins. */
  readonly base: number
  offset: number
  /** The file that is meant, whatever is put under its name later. */
  inode: number | undefined
  lines: readonly Line[]
  next: number
  time: Instant
  /** Everything that was there is read. */
  dry: boolean
  /** Its last line was taken for whole, though it had no end. */
  torn: boolean
}

const chunkSize = 128 * 1024

/**
 * Reads files that may grow as one: their lines by time, each file's in its own order. A line without a time has that
 * of the line before it. What was read is not read again.
 */
export class LineMerger {
  readonly #cursors = new Map<string, Cursor>()
  /** Cursors that have a line to give, and cursors that must be looked at before they have. */
  readonly #full = new EarliestFirst<Cursor>((a, b) =>
    a.time < b.time ? -1 : a.time > b.time ? 1 : a.order - b.order,
  )
  readonly #empty = new Set<Cursor>()
  readonly #buffer = new Uint8Array(chunkSize)
  /** A file is shorter than it was, or another: what was read of it is not there any more. */
  isBroken = false

  /** Adds a file; `from` is where to begin, which must be the beginning of a line. */
  add({path}: SourceFile, from = 0): void {
    if (this.#cursors.has(path)) return
    const cursor: Cursor = {
      path,
      reader: readLines(path),
      order: this.#cursors.size,
      base: from,
      offset: from,
      inode: undefined,
      lines: [],
      next: 0,
      time: Number.NEGATIVE_INFINITY,
      dry: false,
      torn: false,
    }
    this.#cursors.set(path, cursor)
    this.#empty.add(cursor)
  }

  has(path: string): boolean {
    return this.#cursors.has(path)
  }

  get paths(): readonly string[] {
    return [...this.#cursors.keys()]
  }

  /** Where in its file a line of a source stands. */
  offsetOf(source: string, offset: number): number {
    return (this.#cursors.get(source)?.base ?? 0) + offset
  }

  /** Says that files may have grown. */
  wake(): void {
    for (const cursor of this.#cursors.values()) {
      if (cursor.dry && cursor.next >= cursor.lines.length) this.#empty.add(cursor)
      cursor.dry = false
    }
  }

  /** The next line; nothing where all that is there was read. */
  take(): Line | undefined {
    for (const cursor of this.#empty) if (this.#fill(cursor)) this.#full.add(cursor)
    this.#empty.clear()
    const {first} = this.#full
    if (!first) return undefined
    const line = first.lines[first.next]
    first.next += 1
    if (first.next < first.lines.length) {
      first.time = timeOf(first.lines[first.next]) ?? first.time
      this.#full.settleFirst()
    } else {
      this.#full.removeFirst()
      this.#empty.add(first)
    }
    return line
  }

  /** Takes the last lines for whole, as they are in files that nobody writes to any more. */
  finish(): readonly Line[] {
    return [...this.#cursors.values()].flatMap((cursor) => {
      const lines = cursor.reader.end()
      cursor.torn ||= lines.length > 0
      return lines
    })
  }

  /** Sees to it that a cursor has a line to give, where there is one. */
  #fill(cursor: Cursor): boolean {
    while (cursor.next >= cursor.lines.length) {
      if (cursor.dry || !this.#read(cursor)) return false
    }
    return true
  }

  #read(cursor: Cursor): boolean {
    let file: number | undefined
    try {
      const {handle, about} = openRegularFile(cursor.path)
      file = handle
      const {size, ino} = about
      if (size < cursor.offset || (cursor.inode ?? ino) !== ino) this.isBroken = true
      cursor.inode ??= ino
      const length = readSync(file, this.#buffer, 0, chunkSize, cursor.offset)
      cursor.offset += length
      if (cursor.torn && length > 0) this.isBroken = true
      cursor.dry = length < chunkSize
      cursor.lines = cursor.reader.push(this.#buffer.subarray(0, length))
      cursor.next = 0
      cursor.time = timeOf(cursor.lines[0]) ?? cursor.time
      return cursor.lines.length > 0 || !cursor.dry
    } catch {
      // A file that is gone has nothing new; what was read of it stays.
      cursor.dry = true
      return false
    } finally {
      if (file !== undefined) closeSync(file)
    }
  }
}

const timeOf = (line: Line | undefined): Instant | undefined =>
  line?.kind === 'message' ? line.message.time : undefined
