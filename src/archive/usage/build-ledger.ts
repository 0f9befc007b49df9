import type {Ledger, Response} from '../../conversation/costs/ledger.ts'
import {newLedger, noteCostState, noteResponse, noteResult} from '../../conversation/costs/ledger.ts'
import {compareLineage, type LineageCandidate} from '../../conversation/lineage/compare-lineage.ts'
import type {ReportRow, ResponseRow} from './usage-rows.ts'

/** Money that was reported, and where. */
interface Payment {
  readonly session: string
  readonly row: ReportRow
  readonly costUsd: number
}

/** Rows in a ledger, as the fold would have kept it. */
export interface BuiltLedger {
  readonly ledger: Ledger
  /** Where each response is in the files of its session. */
  readonly places: ReadonlyMap<string, Pick<ResponseRow, 'file' | 'line'>>
  readonly lineage: ReadonlyMap<string, ReadonlySet<string>>
  readonly payments: readonly Payment[]
}

/**
 * Books the rows of sessions, and of all that share a response with them. Of several sessions that have a response it
 * belongs to the original (`compareLineage`).
 */
export function buildLedger(answers: readonly ResponseRow[], reports: readonly ReportRow[]): BuiltLedger {
  const ledger = newLedger()
  const places = new Map<string, Pick<ResponseRow, 'file' | 'line'>>()
  const related = new Map<string, Set<string>>()
  for (const row of [...answers].sort(byOwner(answers))) {
    const booked = noteRow(ledger, row, undefined)
    if (!places.has(row.message)) places.set(row.message, row)
    if (booked.session === row.session) continue
    relate(related, booked.session, row.session)
    relate(related, row.session, booked.session)
  }
  const payments: Payment[] = []
  for (const row of inLines(
    answers.filter(({streamed}) => streamed),
    reports,
  )) {
    if ('message' in row) noteRow(ledger, row, String(row.file))
    else {
      const costUsd = addReport(ledger, row)
      if (costUsd !== undefined) payments.push({session: row.session, row, costUsd})
    }
  }
  return {ledger, places, lineage: related, payments}
}

/** Sessions of whose responses none is theirs alone. */
function originalsIn(rows: readonly ResponseRow[]): ReadonlySet<string> {
  const holders = new Map<string, string | undefined>()
  const sessions = new Set<string>()
  for (const {session} of rows) sessions.add(session)
  if (sessions.size < 2) return sessions
  for (const {message, session} of rows) {
    holders.set(message, holders.has(message) && holders.get(message) !== session ? undefined : session)
  }
  for (const session of holders.values()) if (session !== undefined) sessions.delete(session)
  return sessions
}

/** Rows of the original before those of its copies: what was noted first stays. */
function byOwner(rows: readonly ResponseRow[]): (a: ResponseRow, b: ResponseRow) => number {
  const originals = originalsIn(rows)
  const ends = new Map<string, number>()
  for (const {session, time = 0} of rows) ends.set(session, Math.max(ends.get(session) ?? 0, time))
  const descentOf = ({session, time, streamed}: ResponseRow): LineageCandidate => ({
    id: session,
    isStreamed: streamed,
    startedAt: time,
    endedAt: ends.get(session),
    hasOwn: !originals.has(session),
  })
  return (a, b) => compareLineage(descentOf(a), descentOf(b)) || a.file - b.file
}

const noteRow = (ledger: Ledger, row: ResponseRow, stream: string | undefined): Response =>
  noteResponse(ledger, {
    responseId: row.message,
    session: row.session,
    agent: row.agent ? 'agent' : undefined,
    stream,
    model: row.model,
    usage: row.usage,
    webSearches: row.webSearches,
    modes: row.modes,
    final: row.final,
    time: row.time,
    costUsd: row.costUsd,
  })

function relate(related: Map<string, Set<string>>, session: string, other: string): void {
  const known = related.get(session)
  if (known) known.add(other)
  else related.set(session, new Set([other]))
}

/** Everything in the order of the files, because a result counts the responses before it. */
function inLines(
  answers: readonly ResponseRow[],
  reports: readonly ReportRow[],
): readonly (ResponseRow | ReportRow)[] {
  return [...answers, ...reports].sort((a, b) => a.file - b.file || a.line - b.line)
}

/** Notes what a report says, and gives the dollars that are new in it. */
export function addReport(ledger: Ledger, row: ReportRow): number | undefined {
  const {session, file, costUsd, totals, sinceLast, usage} = row
  const source = String(file)
  if (row.kind === 'cost-state') {
    noteCostState(ledger, session, {source, costUsd, totals})
    return undefined
  }
  const result = {source, costUsd, apiDurationMs: undefined, totals, sinceLast, usage}
  return noteResult(ledger, session, result).ownCostUsd
}
