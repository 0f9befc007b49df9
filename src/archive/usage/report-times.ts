import type {MomentOf} from './count-sessions.ts'
import type {AnswerRow, ReportRow} from './rows.ts'

/**
 * Finds when a report was made. Reports carry no time of their own: it is that of the answer before them in the file, by
 * whichever file has it, or any time that is known of the file.
 */
export function reportTimes(
  answers: readonly AnswerRow[],
  momentOf: MomentOf,
): (report: ReportRow) => number {
  const files = new Map<number, {readonly line: number; readonly time: number}[]>()
  const times = new Map<string, number>()
  for (const {message, time} of answers)
    if (time !== undefined) times.set(message, Math.min(time, times.get(message) ?? time))
  for (const row of answers) {
    const {file, line} = row
    // A stream may have no times where the transcript of the same session has them.
    const time = row.time ?? times.get(row.message)
    if (time === undefined) continue
    const known = files.get(file)
    if (known) known.push({line, time})
    else files.set(file, [{line, time}])
  }
  for (const known of files.values()) known.sort((a, b) => a.line - b.line)
  return ({file, line, time, session}) =>
    time ?? lastBefore(files.get(file) ?? [], line) ?? momentOf(session, file, line)
}

function lastBefore(
  known: readonly {readonly line: number; readonly time: number}[],
  line: number,
): number | undefined {
  let [low, high] = [0, known.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((known[middle]?.line ?? 0) < line) low = middle + 1
    else high = middle
  }
  return known[low - 1]?.time
}
