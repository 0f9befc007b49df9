import {basename, dirname, join} from 'node:path'
import {possibleInstant} from '../model/instant.ts'
import {readSmallFile} from './open-regular-file.ts'
import {readHead} from './read-head.ts'
import {readRecordingNotes, recordingNotesFile} from './recording-notes.ts'

/** When the lines of a recorded stream came. */
export interface LineOffsets {
  /** When the recording began, in milliseconds since 1970; 0 where nobody noted it. */
  readonly startedAt: number
  /** Milliseconds since then, by the number of the line. */
  readonly at: ReadonlyMap<number, number>
}

/** The file that tells when the lines of a stream came: `stream.jsonl` has `offsets.txt`, `stream-2.jsonl` `offsets-2.txt`. */
function offsetsFile(stream: string): string | undefined {
  const run = /^stream(-\d+)?\.jsonl$/.exec(basename(stream))
  return run ? join(dirname(stream), `offsets${run[1] ?? ''}.txt`) : undefined
}

/** The files that tell of a recorded stream when its lines came, and how it was made; other files have none. */
export function notesFilesOf(path: string): readonly string[] {
  const offsets = offsetsFile(path)
  return offsets === undefined ? [] : [offsets, recordingNotesFile(path)]
}

/** The recorded stream that a file of notes tells of. */
export function streamOfNotes(notes: string): string | undefined {
  const run = /^(?:offsets(-\d+)?\.txt|stream(-\d+)?\.meta\.json)$/.exec(basename(notes))
  return run ? join(dirname(notes), `stream${run[1] ?? run[2] ?? ''}.jsonl`) : undefined
}

/** Some twenty bytes for each line of a stream. */
const maxOffsetsBytes = 256 * 1024 * 1024

/** Reads when the lines of a stream came; nothing where nobody wrote that down. */
export function readOffsets(stream: string): LineOffsets | undefined {
  const path = offsetsFile(stream)
  const text = path && readSmallFile(path, maxOffsetsBytes)
  if (!text) return undefined
  const at = parseOffsets(text)
  return at.size === 0
    ? undefined
    : {startedAt: (readRecordingNotes(stream).startedAt ?? 0) || readStartTime(stream, at), at}
}

/** Reads from the text of `offsets.txt` when each line came: milliseconds since the beginning, by the number of the line. */
export function parseOffsets(text: string): ReadonlyMap<number, number> {
  const at = new Map<number, number>()
  for (const row of text.split('\n')) {
    const [line, ms] = row.split('\t')
    // A row that was torn off, or that a crash of the machine left empty, tells nothing.
    if (/^\d+$/.test(line ?? '') && /^\d+$/.test(ms ?? '')) at.set(Number(line), Number(ms))
  }
  return at
}

/** Lines of newer clients tell when they were written, which is when they came. */
function readStartTime(stream: string, at: ReadonlyMap<number, number>): number {
  try {
    for (const [index, line] of readHead(stream).split('\n').entries()) {
      const time = Date.parse(/"timestamp":"([^"]{1,40})"/.exec(line)?.[1] ?? '')
      const ms = at.get(index + 1)
      if (possibleInstant(time) !== undefined && ms !== undefined) return possibleInstant(time - ms) ?? 0
    }
  } catch {
    // Reading it meets the same, and tells.
  }
  return 0
}
