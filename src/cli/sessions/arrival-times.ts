import type {Instant, Line} from '../../model/index.ts'
import {possibleInstant} from '../../model/instant.ts'
import {timeOf} from '../../model/line.ts'
import type {LineOffsets, SourceFile} from '../../sources/index.ts'
import {readOffsets} from '../../sources/index.ts'

/** When lines came, for sessions that were recorded: noted by the recorder, else as the line itself tells. */
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
    // Of what came last before a crash nobody noted the time; the two clocks must not be mixed.
    const ms = offsets.at.get(line.at.line)
    if (ms === undefined) return undefined
    // Where nobody noted when it began, only the time since then is known.
    return offsets.startedAt === 0 ? ms : possibleInstant(offsets.startedAt + ms)
  }
}
