import type {Instant, Line} from '../model/index.ts'
import {timeOf} from '../model/line.ts'

/** A file that is being read. */
export interface LineCursor {
  /** At the same time, the file with the smaller number is first. */
  order: number
  /** The time of the next line. A line without one has that of the line before it. */
  time: Instant
  /** Lines that were read, and which of them is the next to give. */
  lines: readonly Line[]
  next: number
  /** Reads more lines into `lines`; false if there are none now. */
  fill(): boolean
}

/** The time of lines before the first that has one. */
export const earliestTime = Number.NEGATIVE_INFINITY

/**
 * Merges the lines of several files by their times, each file's in its own order, and reads them as far as needed: a
 * file is read from when its first line is due. A binary heap of cursors; each step takes the logarithm of their number.
 */
export class LineMerge {
  readonly #heap: LineCursor[] = []

  /** Adds a file; one without lines is read when its time is due. */
  add(cursor: LineCursor): void {
    this.#heap.push(cursor)
    let place = this.#heap.length - 1
    while (place > 0 && this.#isBefore(place, (place - 1) >> 1)) {
      this.#swap(place, (place - 1) >> 1)
      place = (place - 1) >> 1
    }
  }

  /** The next lines of one file, up to an earlier line of another file; `undefined` at the end. */
  take(): readonly Line[] | undefined {
    for (let cursor = this.#heap[0]; cursor; cursor = this.#heap[0]) {
      if (cursor.next < cursor.lines.length) return this.#run(cursor)
      if (fillCursor(cursor)) this.#settleFirst()
      else this.#removeFirst()
    }
    return undefined
  }

  #run(cursor: LineCursor): readonly Line[] {
    const {lines, next: from} = cursor
    const after = this.#isBefore(2, 1) ? this.#heap[2] : this.#heap[1]
    do {
      cursor.next += 1
      cursor.time = timeOf(lines[cursor.next]) ?? cursor.time
    } while (cursor.next < lines.length && (!after || compare(cursor, after) < 0))
    this.#settleFirst()
    return from === 0 && cursor.next === lines.length ? lines : lines.slice(from, cursor.next)
  }

  /** Restores the order after the first has changed. */
  #settleFirst(): void {
    let place = 0
    for (;;) {
      const [left, right] = [2 * place + 1, 2 * place + 2]
      let first = place
      if (this.#isBefore(left, first)) first = left
      if (this.#isBefore(right, first)) first = right
      if (first === place) return
      this.#swap(place, first)
      place = first
    }
  }

  #removeFirst(): void {
    const last = this.#heap.pop()
    if (last === undefined || this.#heap.length === 0) return
    this.#heap[0] = last
    this.#settleFirst()
  }

  #isBefore(a: number, b: number): boolean {
    const [one, other] = [this.#heap[a], this.#heap[b]]
    return one !== undefined && other !== undefined && compare(one, other) < 0
  }

  #swap(a: number, b: number): void {
    const [one, other] = [this.#heap[a], this.#heap[b]]
    if (one === undefined || other === undefined) return
    this.#heap[a] = other
    this.#heap[b] = one
  }
}

/** Reads the next lines of a cursor whose lines are all given; false if there are none now. */
export function fillCursor(cursor: LineCursor): boolean {
  if (!cursor.fill()) return false
  cursor.next = 0
  cursor.time = timeOf(cursor.lines[0]) ?? cursor.time
  return true
}

const compare = (a: LineCursor, b: LineCursor): number =>
  // Not the difference, which is not a number if both are the earliest.
  a.time < b.time ? -1 : a.time > b.time ? 1 : a.order - b.order
