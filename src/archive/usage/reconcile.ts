import type {ClientPrice} from './client-prices.ts'
import type {UsageReport, UsageRow} from './usage-report.ts'

/** Why what was computed is not what was reported. */
export const differences = [
  'same',
  'not-reported',
  'unknown-model',
  'other-price',
  'lower-bound',
  'more-than-reported',
  'hidden-calls',
] as const

export type Difference = (typeof differences)[number]

/** A session's computed cost next to its reported one, in micro-dollars. */
export interface Reconciliation {
  readonly sessionId: string
  readonly title: string | undefined
  readonly costMicros: number | undefined
  readonly reportedCostMicros: number | undefined
  /** Computed less reported. */
  readonly differenceMicros: number | undefined
  readonly reason: Difference
  /** The prices that the client used instead of those in the price list. */
  readonly clientPrices: readonly ClientPrice[]
}

/** A difference in words. */
export const differenceTexts: Readonly<Record<Difference, string>> = {
  same: 'match',
  'not-reported': 'no cost reported (older clients do not record it)',
  'unknown-model': 'a model has no known price',
  'other-price': 'the client counted the same tokens and used another price',
  'lower-bound': 'some usage is in no file',
  'more-than-reported': 'a part was not reported: another run of the session, or one that was cut off',
  'hidden-calls': 'calls that no line shows: helpers, compactions, retries',
}

/** Sets each session's computed cost next to its reported one: first what differs, the largest difference first. */
export function reconcile(report: UsageReport): readonly Reconciliation[] {
  const rank = ({reason}: Reconciliation): number =>
    reason === 'same' ? 2 : reason === 'not-reported' ? 1 : 0
  const difference = ({differenceMicros = 0}: Reconciliation): number => Math.abs(differenceMicros)
  return report.rows
    .map(compare)
    .sort(
      (a, b) =>
        rank(a) - rank(b) || difference(b) - difference(a) || (b.costMicros ?? 0) - (a.costMicros ?? 0),
    )
}

function compare(row: UsageRow): Reconciliation {
  const {key: session, name, costMicros: computed, reportedCostMicros, clientPrices = []} = row
  const difference =
    computed === undefined || reportedCostMicros === undefined ? undefined : computed - reportedCostMicros
  return {
    sessionId: session,
    title: name,
    costMicros: computed,
    reportedCostMicros,
    differenceMicros: difference,
    reason: findReason(row, difference),
    clientPrices,
  }
}

/** How far computed and reported cost agree, over all sessions. */
export interface Agreement {
  readonly sessions: number
  /** Sessions with a reported cost. */
  readonly reported: number
  /** Of those, sessions in which both differ, and their costs in micro-dollars. */
  readonly different: number
  readonly differentComputedMicros: number
  readonly differentReportedMicros: number
}

/** Counts the sessions in which computed and reported cost agree. */
export function countAgreement(sessions: readonly Reconciliation[]): Agreement {
  const reported = sessions.filter(({reason}) => reason !== 'not-reported')
  const different = reported.filter(({reason}) => reason !== 'same')
  const sum = (of: (session: Reconciliation) => number | undefined): number =>
    different.reduce((micros, session) => micros + (of(session) ?? 0), 0)
  return {
    sessions: sessions.length,
    reported: reported.length,
    different: different.length,
    differentComputedMicros: sum(({costMicros}) => costMicros),
    differentReportedMicros: sum(({reportedCostMicros}) => reportedCostMicros),
  }
}

/** Says in a sentence what was computed, and how it compares with what Claude Code reported. */
export function describeAgreement(
  computed: string,
  agreement: Agreement,
  money: (micros: number) => string,
): string {
  const {reported, different, differentComputedMicros, differentReportedMicros} = agreement
  const first = `Computed ${computed}`
  if (reported === 0) return `${first}; Claude Code reported no cost here.`
  const known = `${first}; Claude Code reported a cost for ${reported === 1 ? '1 session' : `${reported.toLocaleString('en-US')} sessions`}`
  if (different === 0) return `${known}, and both agree there.`
  const both = `${money(differentComputedMicros)} computed and ${money(differentReportedMicros)} reported`
  if (different === reported) return `${known}, and both differ there: ${both}.`
  return `${known}. Both agree in ${(reported - different).toLocaleString('en-US')} of them; the other ${different === 1 ? 'one has' : `${different.toLocaleString('en-US')} have`} ${both}.`
}

/** Rounding in many responses is not a difference. */
export const isSameCost = (difference: number, reported: number): boolean =>
  Math.abs(difference) <= Math.max(100, Math.abs(reported) / 1000)

function findReason(row: UsageRow, difference: number | undefined): Difference {
  if (row.reportedCostMicros === undefined) return 'not-reported'
  if (row.unpricedTokens > 0 || difference === undefined) return 'unknown-model'
  if (isSameCost(difference, row.reportedCostMicros)) return 'same'
  const byPrice = (row.clientPrices ?? []).reduce((sum, price) => sum + price.difference, 0)
  if (isSameCost(difference - byPrice, row.reportedCostMicros)) return 'other-price'
  if (difference > byPrice) return 'more-than-reported'
  return row.isComplete ? 'hidden-calls' : 'lower-bound'
}

/** Says which prices the client used, each model once: `claude-sonnet-4-5 at $5/$25 per million tokens`. */
export function clientPriceTexts(sessions: readonly Reconciliation[]): readonly string[] {
  const texts = sessions.flatMap(({reason, clientPrices}) =>
    reason === 'other-price' ? clientPrices.map(describePrice) : [],
  )
  return [...new Set(texts)].sort()
}

const describePrice = ({model, client}: ClientPrice): string =>
  client
    ? `${model} at $${client.input}/$${client.output} per million tokens`
    : `${model} at an unknown price`
