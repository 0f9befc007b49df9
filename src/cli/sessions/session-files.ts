import {accessSync, constants, lstatSync} from 'node:fs'
import type {Instant, Line} from '../../model/index.ts'
import {possibleInstant} from '../../model/instant.ts'
import {timeOf} from '../../model/line.ts'
import type {LineOffsets, OnSkipped, SourceFile} from '../../sources/index.ts'
import {findSessionFiles, readOffsets} from '../../sources/index.ts'
import {readHead} from '../../sources/read-head.ts'

/** A path, and the files to read for it. */
export interface SessionInput {
  readonly path: string
  readonly files: readonly SourceFile[]
}

/** The files of a session, or of a folder. */
export const findInput = (path: string, onSkipped: OnSkipped): SessionInput => ({
  path,
  files: findSessionFiles(path, onSkipped),
})

/** The first lines of a file; empty if it is missing or cannot be read, which reading it reports. */
export function readHeadOrNothing(path: string): string {
  try {
    return readHead(path)
  } catch {
    return ''
  }
}

/** Whether a file can be read and is not a link. If not, the session is read from the archive. */
export function isReadableFile(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return lstatSync(path).isFile()
  } catch {
    return false
  }
}

/** When lines arrived: from the recording's notes, else the time in the line itself. */
export function arrivalTimes(files: readonly SourceFile[]): (line: Line) => Instant | undefined {
  const noted = new Map<string, LineOffsets>()
  for (const {path} of files) {
    const offsets = readOffsets(path)
    if (offsets) noted.set(path, offsets)
  }
  if (noted.size === 0) return timeOf
  return (line) => {
    const offsets = noted.get(line.at.source)
    if (!offsets) return timeOf(line)
    // The last lines before a crash have no note. The line's own time is of another clock, so it is not used.
    const ms = offsets.at.get(line.at.line)
    if (ms === undefined) return undefined
    // If the start was not noted, only the time since then is known.
    return offsets.startedAt === 0 ? ms : possibleInstant(offsets.startedAt + ms)
  }
}
