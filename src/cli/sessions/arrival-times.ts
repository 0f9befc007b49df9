import type {Instant, Line} from '../../model/index.ts'
import {possibleInstant} from '../../model/instant.ts'
import {timeOf} from '../../model/line.ts'
import type {LineOffsets, SourceFile} from '../../sources/index.ts'
import {readOffsets} from '../../sources/index.ts'

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
