import {type LineReader, readLines} from '../dialects/index.ts'
import type {Instant, Line} from '../model/index.ts'
import {timeOf} from '../model/line.ts'
import {earliestTime, type LineCursor, LineMerge} from './merge-lines.ts'
import {readChunks} from './read-chunks.ts'
import {SourceError} from './source-error.ts'
import type {SourceFile} from './source-file.ts'

/** One step of reading a session: from its files, while they grow, or from standard input. */
export type SessionStep =
  /** A file whose lines follow. */
  | {readonly kind: 'begin'; readonly file: SourceFile}
  /** At least one line, all of one file. `at` is when they arrived, if they were waited for. */
  | {readonly kind: 'lines'; readonly lines: readonly Line[]; readonly at?: Instant}
  /** All lines of the file were given. It could not be read any further if there is a problem. */
  | {
      readonly kind: 'end'
      readonly file: SourceFile
      readonly reader: LineReader
      readonly problem?: SourceError | undefined
    }

/**
 * Reads the files of a session in the order of events: their lines by time, each file's in its own order. A line without a
 * time has that of the line before it, and is the earliest if there is none; at the same time the file that is given first is first. A file is open only from its first time to its last, so memory depends on how many agents worked
 * at once and not on how many there were.
 *
 * All ends follow after all lines, in the order of the files. The end of a source orphans its open calls, completes agents whose call was not read yet, and settles the outcome: that is too early while another file of the session continues.
 *
 * @param onBytes receives the number of bytes each time some are read.
 *
 * @example
 * import {Conversation} from 'recount/conversation'
 * import {findSessionFiles, readSession} from 'recount/sources'
 *
 * const conversation = new Conversation()
 * for (const step of readSession(findSessionFiles('session.jsonl', () => {}))) {
 *   if (step.kind === 'begin') conversation.begin(step.file.path, step.file)
 *   else if (step.kind === 'lines') for (const line of step.lines) conversation.add(line)
 *   else conversation.end(step.file.path)
 * }
 */
export function* readSession(
  files: readonly SourceFile[],
  onBytes?: (bytes: number) => void,
): Generator<SessionStep, void, undefined> {
  const cursors = files.map((file, order) => new SavedCursor(file, order, onBytes))
  for (const file of files) yield {kind: 'begin', file}
  const merge = new LineMerge()
  for (const cursor of cursors) {
    // A pipe can be read only once, so its first line is not read in advance.
    if (cursors.length > 1) cursor.time = firstTime(cursor.file.path)
    merge.add(cursor)
  }
  try {
    for (let lines = merge.take(); lines; lines = merge.take()) yield {kind: 'lines', lines}
  } finally {
    for (const cursor of cursors) cursor.close()
  }
  for (const {file, reader, problem} of cursors) yield {kind: 'end', file, reader, problem}
}

/** The lines of steps, one at a time. `onOther` receives the other steps, in their order. */
export function* linesOf(
  steps: Iterable<SessionStep>,
  onOther?: (step: Exclude<SessionStep, {readonly kind: 'lines'}>) => void,
): Generator<Line, void, undefined> {
  for (const step of steps) {
    if (step.kind === 'lines') yield* step.lines
    else onOther?.(step)
  }
}

/** The lines of one file. If it cannot be read to its end, it throws after the last line. */
export function* readFileLines(path: string): Generator<Line, void, undefined> {
  let problem: SourceError | undefined
  yield* linesOf(readSession([{path}]), (step) => {
    if (step.kind === 'end') problem = step.problem
  })
  if (problem) throw problem
}

class SavedCursor implements LineCursor {
  readonly file: SourceFile
  readonly order: number
  readonly reader: LineReader
  readonly #chunks: Generator<Uint8Array>
  readonly #onBytes: ((bytes: number) => void) | undefined
  #hasEnded = false
  time: Instant = earliestTime
  lines: readonly Line[] = []
  next = 0
  problem: SourceError | undefined

  constructor(file: SourceFile, order: number, onBytes: ((bytes: number) => void) | undefined) {
    this.file = file
    this.order = order
    this.reader = readLines(file.path)
    this.#chunks = readChunks(file.path)
    this.#onBytes = onBytes
  }

  /** A file that cannot be read to its end keeps the lines before that. */
  fill(): boolean {
    this.lines = []
    while (this.lines.length === 0 && !this.#hasEnded) {
      const chunk = this.#nextChunk()
      this.#hasEnded = chunk === undefined
      this.lines = chunk ? this.reader.push(chunk) : this.reader.end()
    }
    return this.lines.length > 0
  }

  close(): void {
    this.#chunks.return(undefined)
  }

  #nextChunk(): Uint8Array | undefined {
    try {
      const {value, done} = this.#chunks.next()
      if (done) return undefined
      this.#onBytes?.(value.length)
      return value
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      this.problem = error
      return undefined
    }
  }
}

const sliceSize = 4096

/** The time of a file's first line; no more of it is parsed than that. */
function firstTime(path: string): Instant {
  const reader = readLines(path)
  try {
    for (const chunk of readChunks(path)) {
      for (let at = 0; at < chunk.length; at += sliceSize) {
        const [line] = reader.push(chunk.subarray(at, at + sliceSize))
        if (line) return timeOf(line) ?? earliestTime
      }
    }
    return timeOf(reader.end()[0]) ?? earliestTime
  } catch (error) {
    // Reading the file reports it again.
    if (error instanceof SourceError) return earliestTime
    throw error
  }
}
