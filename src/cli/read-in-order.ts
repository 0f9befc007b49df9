import type {LineReader} from '../dialects/index.ts'
import {readLines} from '../dialects/index.ts'
import type {Instant, Line} from '../model/index.ts'
import type {SourceFile} from '../sources/index.ts'
import {EarliestFirst, readChunks, SourceError} from '../sources/index.ts'
import {timeOf} from './time-of.ts'

/** What comes next when several files are read as one. */
export type Step =
  | {readonly kind: 'line'; readonly file: SourceFile; readonly reader: LineReader; readonly line: Line}
  /** The file's lines are all told; it could not be read any further where there is a problem. */
  | {
      readonly kind: 'end'
      readonly file: SourceFile
      readonly reader: LineReader
      readonly problem: SourceError | undefined
    }

/**
 * Reads the files of a session as it happened: their lines by time, each file's in its own order. A line without a
 * time has that of the line before it, and is the earliest where there is none; at the same time the file that is
 * named first comes first. A file is open only from its first time to its last, so memory depends on how many
 * agents worked at once and not on how many there were.
 *
 * All ends come after all lines, in the order of the files. With a source's end its open calls are orphaned, agents
 * whose call was not told yet count as completed, and the session's own file brings the outcome: all of that is too
 * early while another file of the session goes on.
 */
export function* readInOrder(files: readonly SourceFile[]): Generator<Step, void, undefined> {
  const all = files.map((file, order) => newReading(file, order))
  const waiting = [...all].sort(inOrder).reverse()
  const open = new EarliestFirst(inOrder)
  try {
    for (;;) {
      const next = open.first
      const another = waiting.at(-1)
      if (another && (!next || inOrder(another, next) < 0)) {
        waiting.pop()
        if (advance(another)) open.add(another)
      } else if (next?.line) {
        const {file, reader, line} = next
        yield {kind: 'line', file, reader, line}
        if (advance(next)) open.settleFirst()
        else open.removeFirst()
      } else break
    }
  } finally {
    for (const {lines} of open.all()) lines.return()
  }
  for (const {file, reader, problem} of all) yield {kind: 'end', file, reader, problem}
}

interface Reading {
  readonly file: SourceFile
  readonly order: number
  readonly reader: LineReader
  readonly lines: Generator<Line, void, undefined>
  /** The line to be told next, with its time. */
  line: Line | undefined
  time: Instant
  problem: SourceError | undefined
}

function newReading(file: SourceFile, order: number): Reading {
  const reader = readLines(file.path)
  const time = firstTime(file.path)
  return {file, order, reader, lines: linesOf(file.path, reader), line: undefined, time, problem: undefined}
}

const inOrder = (a: Reading, b: Reading): number =>
  // Not the difference, which is no number where both are the earliest.
  a.time < b.time ? -1 : a.time > b.time ? 1 : a.order - b.order

/** Goes to the next line; says whether there is one. */
function advance(reading: Reading): boolean {
  try {
    const {value} = reading.lines.next()
    reading.line = value ?? undefined
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    reading.line = undefined
    reading.problem = error
  }
  if (!reading.line) return false
  reading.time = timeOf(reading.line) ?? reading.time
  return true
}

/** A file that cannot be read to its end keeps what came before. */
function* linesOf(path: string, reader: LineReader): Generator<Line, void, undefined> {
  let problem: unknown
  try {
    for (const chunk of readChunks(path)) yield* reader.push(chunk)
  } catch (error) {
    problem = error
  }
  yield* reader.end()
  if (problem) throw problem
}

const earliestTime = Number.NEGATIVE_INFINITY
const pieceSize = 4096

/** The time of a file's first line; no more of it is read than that. */
function firstTime(path: string): Instant {
  const reader = readLines(path)
  try {
    for (const chunk of readChunks(path)) {
      for (let at = 0; at < chunk.length; at += pieceSize) {
        const [line] = reader.push(chunk.subarray(at, at + pieceSize))
        if (line) return timeOf(line) ?? earliestTime
      }
    }
    const [line] = reader.end()
    return (line && timeOf(line)) ?? earliestTime
  } catch (error) {
    // The reading itself meets it again, and tells.
    if (error instanceof SourceError) return earliestTime
    throw error
  }
}
