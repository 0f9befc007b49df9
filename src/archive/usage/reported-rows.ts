import type {Response} from '../../conversation/costs/ledger.ts'
import type {SessionSpending} from '../../conversation/costs/settle-sessions.ts'
import {addToList} from '../../model/maps.ts'
import type {BuiltLedger} from './build-ledger.ts'
import type {EstimateTime, ReportedRow, ReportRow, ResponseRow} from './usage-rows.ts'
import {quarterOf} from './usage-rows.ts'

/** Money at a moment. */
interface Paid {
  readonly time: number
  readonly costUsd: number
}

/**
 * Spreads what each session is reported to have cost over the times at which it was reported. Lines, results and
 * running totals report the same money, so only the largest of them counts.
 */
export function reportedRows(
  books: BuiltLedger,
  reports: readonly ReportRow[],
  sessions: ReadonlyMap<string, SessionSpending>,
  timeOf: (report: ReportRow) => number,
  timeOfResponse: (id: string, answer: Response) => number,
): readonly ReportedRow[] {
  const lines = new Map<string, Paid[]>()
  const results = new Map<string, Paid[]>()
  const states = new Map<string, Paid[]>()
  for (const [id, answer] of books.ledger.responses) {
    const {session, costUsd} = answer
    if (costUsd !== undefined) addToList(lines, session, {time: timeOfResponse(id, answer), costUsd})
  }
  for (const {session, row, costUsd} of books.payments)
    addToList(results, session, {time: timeOf(row), costUsd})
  for (const report of reports) {
    const {kind, session, costUsd} = report
    if (kind === 'cost-state' && costUsd !== undefined)
      addToList(states, session, {time: timeOf(report), costUsd})
  }
  return [...sessions].flatMap(([session, {reportedCostUsd}]) => {
    if (reportedCostUsd === undefined) return []
    const paid = [lines.get(session), results.get(session)].find(
      (some) => some && Math.abs(sumOf(some) - reportedCostUsd) < 1e-9,
    )
    return rowsOf(session, paid ?? stepsOf(states.get(session) ?? [], reportedCostUsd))
  })
}

/** Running totals as single steps. A fork's totals start with those of its parent, which do not count. */
function stepsOf(states: readonly Paid[], whole: number): readonly Paid[] {
  const last = states.at(-1)?.costUsd ?? 0
  return states.map(({time, costUsd}, at) => {
    const before = states[at - 1]?.costUsd
    return {time, costUsd: before === undefined ? whole - (last - costUsd) : costUsd - before}
  })
}

/** The running sum is rounded, not the parts, so that rounding never adds up. */
function rowsOf(session: string, paid: readonly Paid[]): readonly ReportedRow[] {
  const quarters = new Map<number, number>()
  let exact = 0
  let booked = 0
  for (const {time, costUsd} of paid) {
    exact += costUsd
    const cost = Math.round(exact * 1_000_000) - booked
    booked += cost
    quarters.set(quarterOf(time), (quarters.get(quarterOf(time)) ?? 0) + cost)
  }
  return [...quarters].map(([quarter, cost]) => ({session, quarter, cost}))
}

const sumOf = (paid: readonly Paid[]): number => paid.reduce((sum, {costUsd}) => sum + costUsd, 0)

/**
 * Finds the time of a report. Reports have no timestamp, so it is that of the response before them in the file, by
 * whichever file has it, or any time that is known of the file.
 */
export function reportTimes(
  answers: readonly ResponseRow[],
  momentOf: EstimateTime,
): (report: ReportRow) => number {
  const files = new Map<number, {readonly line: number; readonly time: number}[]>()
  const times = new Map<string, number>()
  for (const {message, time} of answers)
    if (time !== undefined) times.set(message, Math.min(time, times.get(message) ?? time))
  for (const row of answers) {
    const {file, line} = row
    // A stream can lack times that the transcript of the same session has.
    const time = row.time ?? times.get(row.message)
    if (time !== undefined) addToList(files, file, {line, time})
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
