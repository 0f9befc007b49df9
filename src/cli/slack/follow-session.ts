import {closeSync, fstatSync, openSync, readSync} from 'node:fs'
import type {LineReader} from '../../dialects/index.ts'
import {readLines} from '../../dialects/index.ts'
import type {Instant, Line} from '../../model/index.ts'
import type {SourceFile} from '../../sources/index.ts'
import {timeOf} from '../time-of.ts'

/** What comes next of a session that goes on. */
export type FollowStep =
  | {readonly kind: 'begin'; readonly file: SourceFile}
  | {readonly kind: 'line'; readonly line: Line}
  /** All that was there has been read. */
  | {readonly kind: 'caught-up'}

interface Followed {
  readonly file: SourceFile
  readonly reader: LineReader
  offset: number
  time: Instant
}

/** Waits for a while; says whether to go on. */
export type Pause = () => Promise<boolean>

const chunkSize = 256 * 1024

/**
 * Reads the files of a session as they grow, those of agents too that set to work later. Each round's lines come by
 * their time, each file's in its own order. What was read is not read again.
 */
export async function* followSession(
  find: () => readonly SourceFile[],
  pause: Pause,
): AsyncGenerator<FollowStep> {
  const followed = new Map<string, Followed>()
  let isFirst = true
  do {
    for (const file of find()) {
      if (followed.has(file.path)) continue
      followed.set(file.path, {file, reader: readLines(file.path), offset: 0, time: Number.NEGATIVE_INFINITY})
      yield {kind: 'begin', file}
    }
    for (const line of newLines([...followed.values()])) yield {kind: 'line', line}
    if (isFirst) yield {kind: 'caught-up'}
    isFirst = false
  } while (await pause())
}

function newLines(files: readonly Followed[]): readonly Line[] {
  const dated = files.flatMap((followed) =>
    read(followed).map((line) => {
      followed.time = timeOf(line) ?? followed.time
      return {line, time: followed.time}
    }),
  )
  // Not the difference, which is no number where both have none; sorting keeps the order of equals.
  dated.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))
  return dated.map(({line}) => line)
}

/** What was added to a file since it was read last; one that is gone has nothing new. */
function read(followed: Followed): readonly Line[] {
  const lines: Line[] = []
  let file: number | undefined
  try {
    file = openSync(followed.file.path, 'r')
    const buffer = new Uint8Array(chunkSize)
    while (followed.offset < fstatSync(file).size) {
      const length = readSync(file, buffer, 0, chunkSize, followed.offset)
      if (length === 0) break
      followed.offset += length
      for (const line of followed.reader.push(buffer.subarray(0, length))) lines.push(line)
    }
  } catch {
    return lines
  } finally {
    if (file !== undefined) closeSync(file)
  }
  return lines
}
