import {basename, dirname, join} from 'node:path'
import {possibleInstant} from '../model/instant.ts'
import {readSmallFile} from './open-regular-file.ts'
import {readHead} from './read-head.ts'
import {readRecordingNotes, recordingNotesFile} from './recording-notes.ts'

/** When the lines of a recorded stream arrived. */
export interface LineOffsets {
  /** When the recording began, in milliseconds since 1970; 0 if unknown. */
  readonly startedAt: number
  /** Milliseconds since then, by the number of the line. */
  readonly at: ReadonlyMap<number, number>
}

/**
 * The file with the arrival times of a stream's lines: `stream.jsonl` has `offsets.txt`, `stream-2.jsonl`
 * `offsets-2.txt`.
 */
function offsetsFile(stream: string): string | undefined {
  const run = /^stream(-\d+)?\.jsonl$/.exec(basename(stream))
  return run ? join(dirname(stream), `offsets${run[1] ?? ''}.txt`) : undefined
}

/** The files with the arrival times and the notes of a recorded stream; other files have none. */
export function notesFilesOf(path: string): readonly string[] {
  const offsets = offsetsFile(path)
  return offsets === undefined ? [] : [offsets, recordingNotesFile(path)]
}

/** The recorded stream that a file of notes belongs to. */
export function streamOfNotes(notes: string): string | undefined {
  const run = /^(?:offsets(-\d+)?\.txt|stream(-\d+)?\.meta\.json)$/.exec(basename(notes))
  return run ? join(dirname(notes), `stream${run[1] ?? run[2] ?? ''}.jsonl`) : undefined
}

/** Some twenty bytes for each line of a stream. */
const maxOffsetsBytes = 256 * 1024 * 1024

/** Reads the arrival times of a stream's lines; `undefined` if there are none. */
export function readOffsets(stream: string): LineOffsets | undefined {
  const path = offsetsFile(stream)
  const text = path && readSmallFile(path, maxOffsetsBytes)
  if (!text) return undefined
  const at = parseOffsets(text)
  return at.size === 0
    ? undefined
    : {startedAt: (readRecordingNotes(stream).startedAt ?? 0) || readStartTime(stream, at), at}
}

/**
 * Reads the text of `offsets.txt`: when each line arrived, in milliseconds since the beginning, by the number of the
 * line.
 */
export function parseOffsets(text: string): ReadonlyMap<number, number> {
  const at = new Map<number, number>()
  for (const row of text.split('\n')) {
    const [line, ms] = row.split('\t')
    // A row that was cut off, or left empty by a crash, is ignored.
    if (/^\d+$/.test(line ?? '') && /^\d+$/.test(ms ?? '')) at.set(Number(line), Number(ms))
  }
  return at
}

/** Lines of newer clients have the time at which they were written, which is when they arrived. */
function readStartTime(stream: string, at: ReadonlyMap<number, number>): number {
  try {
    for (const [index, line] of readHead(stream).split('\n').entries()) {
      const time = Date.parse(/"timestamp":"([^"]{1,40})"/.exec(line)?.[1] ?? '')
      const ms = at.get(index + 1)
      if (possibleInstant(time) !== undefined && ms !== undefined) return possibleInstant(time - ms) ?? 0
    }
  } catch {
    // Reading the stream reports it again.
  }
  return 0
}
