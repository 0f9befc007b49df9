import type {ReportRow, ResponseRow} from './usage-rows.ts'

/**
 * Counts the turns of a session's streams: each result ends one, and so does the end of a stream that was cut off after a
 * response. Copies of a stream have the same turns.
 */
export function countStreamedTurns(answers: readonly ResponseRow[], reports: readonly ReportRow[]): number {
  const ends = new Map<number, number>()
  let turns = 0
  for (const {kind, file, line} of reports) {
    if (kind !== 'result') continue
    turns += 1
    ends.set(file, Math.max(ends.get(file) ?? 0, line))
  }
  const streamed = answers.filter((row) => row.streamed && !row.agent)
  const isCut = ({file, line}: ResponseRow): boolean => line > (ends.get(file) ?? -1)
  const counted = new Set(streamed.filter((row) => !isCut(row)).map(({message}) => message))
  const cut = new Map<number, Set<string>>()
  for (const row of streamed) {
    if (!isCut(row)) continue
    const messages = cut.get(row.file) ?? new Set()
    cut.set(row.file, messages.add(row.message))
  }
  for (const messages of cut.values()) {
    if ([...messages].every((message) => !counted.has(message))) turns += 1
    for (const message of messages) counted.add(message)
  }
  return turns
}
