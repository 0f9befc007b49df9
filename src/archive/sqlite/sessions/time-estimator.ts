import {possibleInstant} from '../../../model/instant.ts'
import {notesFilesOf, parseOffsets, parseRecordingNotes} from '../../../sources/index.ts'
import type {EstimateTime} from '../../usage/usage-rows.ts'
import {type Database, optionalNumber} from '../database/driver.ts'
import {statements} from '../database/statements.ts'
import {readFileBytes} from '../files/file-rows.ts'
import type {MentionRow, RankOf} from './read-mentions.ts'

const sql = statements({
  whole: "select id from file where path = ? and generation = 0 and kind = 'whole'",
})

/**
 * Finds times for what was written without one, as in streams before 2.1.112. The best that is known counts: when
 * `recount record` saw the line, the last time in the same file, when the last line was recorded, the times of the session in
 * other files, and finally when the file was changed. It is computed only for records without a time.
 */
export function timeEstimator(
  database: Database,
  sessions: readonly string[],
  mentions: (session: string) => readonly MentionRow[],
  rankOf: RankOf,
): EstimateTime {
  let known: ReadonlyMap<string, FileTimes> | undefined
  return (session, file, line) => {
    known ??= new Map(
      sessions.flatMap((id) => {
        const rows = mentions(id)
        return rows.map(
          (row) => [`${rankOf(Number(row['file']))} ${id}`, estimateFileTimes(database, row, rows)] as const,
        )
      }),
    )
    const moment = known.get(`${file} ${session}`)
    return (line === undefined ? undefined : moment?.at(line)) ?? moment?.last ?? 0
  }
}

/** What is known of the times of one file. */
interface FileTimes {
  /** When a line arrived, if that was noted. */
  readonly at: (line: number) => number | undefined
  /** For everything else in the file. */
  readonly last: number
}

function estimateFileTimes(database: Database, row: MentionRow, others: readonly MentionRow[]): FileTimes {
  const ended = optionalNumber(row['ended'])
  const noted = ended === undefined ? recordedTimes(database, String(row['path'])) : undefined
  const at = (line: number): number | undefined => {
    const after = noted?.offsets.get(line)
    return after === undefined || noted === undefined ? undefined : possibleInstant(noted.began + after)
  }
  return {at, last: ended ?? noted?.ended ?? amid(Number(row['modified']), others)}
}

/** When a file was changed, or the nearest time of the session in other files, because copying a file changes its time. */
function amid(modified: number, rows: readonly MentionRow[]): number {
  const ends = rows.flatMap((row) => optionalNumber(row['ended']) ?? [])
  if (ends.length === 0) return modified
  const starts = rows.flatMap((row) => optionalNumber(row['started']) ?? [])
  return Math.min(Math.max(modified, Math.min(...starts)), Math.max(...ends))
}

/** When the lines of a recorded stream arrived, from its notes. */
function recordedTimes(
  database: Database,
  stream: string,
):
  | {readonly began: number; readonly ended: number; readonly offsets: ReadonlyMap<number, number>}
  | undefined {
  const [noted, notes] = notesFilesOf(stream).map((path) => textOf(database, path))
  const began = notes === undefined ? undefined : parseRecordingNotes(notes).startedAt
  if (began === undefined) return undefined
  const offsets = parseOffsets(noted ?? '')
  const last = [...offsets.values()].reduce((most, offset) => Math.max(most, offset), 0)
  return {began, ended: possibleInstant(began + last) ?? began, offsets}
}

function textOf(database: Database, path: string): string | undefined {
  const row = sql(database).whole.get(path)
  if (!row) return undefined
  let isWhole = true
  const blocks = [...readFileBytes(database, Number(row['id']), () => (isWhole = false))]
  // The rest of damaged notes may be wrong.
  return isWhole ? Buffer.concat(blocks).toString('utf8') : undefined
}
