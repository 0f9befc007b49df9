import type {SessionSpending} from '../../conversation/spending.ts'
import type {Books} from './book-rows.ts'
import type {ReportedRow, ReportRow} from './rows.ts'
import {quarterOf} from './rows.ts'

/** Money at a moment. */
interface Paid {
  readonly time: number
  readonly costUsd: number
}

/**
 * Spreads what each session is reported to have cost over the times at which it was reported. Lines, results and
 * running totals tell of the same money, so only the ones that tell the most count.
 */
export function reportedRows(
  books: Books,
  reports: readonly ReportRow[],
  sessions: ReadonlyMap<string, SessionSpending>,
  timeOf: (report: ReportRow) => number,
  timeOfAnswer: (answer: Books['answers'][number]) => number,
): readonly ReportedRow[] {
  const lines = new Map<string, Paid[]>()
  const results = new Map<string, Paid[]>()
  const states = new Map<string, Paid[]>()
  for (const answer of books.answers) {
    const {session, costUsd} = answer.booked
    if (costUsd !== undefined) append(lines, session, {time: timeOfAnswer(answer), costUsd})
  }
  for (const {session, row, costUsd} of books.payments) append(results, session, {time: timeOf(row), costUsd})
  for (const report of reports) {
    const {kind, session, costUsd} = report
    if (kind === 'cost-state' && costUsd !== undefined)
      append(states, session, {time: timeOf(report), costUsd})
  }
  return [...sessions].flatMap(([session, {reportedCostUsd}]) => {
    if (reportedCostUsd === undefined) return []
    const told = [lines.get(session), results.get(session)].find(
      (paid) => paid && Math.abs(sumOf(paid) - reportedCostUsd) < 1e-9,
    )
    return rowsOf(session, told ?? stepsOf(states.get(session) ?? [], reportedCostUsd))
  })
}

/** Running totals as single steps. A fork's begin with what its parent had spent, which is not part of the whole. */
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
  let told = 0
  for (const {time, costUsd} of paid) {
    exact += costUsd
    const cost = Math.round(exact * 1_000_000) - told
    told += cost
    quarters.set(quarterOf(time), (quarters.get(quarterOf(time)) ?? 0) + cost)
  }
  return [...quarters].map(([quarter, cost]) => ({session, quarter, cost}))
}

const sumOf = (paid: readonly Paid[]): number => paid.reduce((sum, {costUsd}) => sum + costUsd, 0)

function append(lists: Map<string, Paid[]>, session: string, paid: Paid): void {
  const known = lists.get(session)
  if (known) known.push(paid)
  else lists.set(session, [paid])
}
