import type {Usage} from '../../model/index.ts'
import type {ReportedTotal} from '../facts/facts.ts'

/** What one file says of an answer. */
export interface AnswerRow {
  readonly message: string
  readonly file: number
  /** The first line it stands in. */
  readonly line: number
  readonly session: string
  readonly agent: boolean
  readonly model: string | undefined
  readonly time: number | undefined
  readonly usage: Usage
  readonly webSearches: number
  readonly fast: boolean
  readonly final: boolean
  readonly streamed: boolean
  readonly costUsd: number | undefined
}

/** What the client reported about a session in one line. */
export interface ReportRow {
  readonly file: number
  readonly line: number
  readonly session: string
  readonly kind: 'result' | 'cost-state'
  readonly time: number | undefined
  readonly costUsd: number | undefined
  readonly totals: readonly ReportedTotal[]
  readonly sinceLast: readonly ReportedTotal[] | undefined
  readonly usage: Usage | undefined
}

/** What was spent in a quarter of an hour on the same terms. */
export interface SpentRow {
  readonly session: string
  readonly quarter: number
  readonly model: string
  readonly fast: boolean
  readonly band: number
  readonly agent: boolean
  readonly final: boolean
  readonly answers: number
  readonly usage: Usage
  readonly webSearches: number
}

/** What the client said was spent in a quarter of an hour, in micro-dollars. */
export interface ReportedRow {
  readonly session: string
  readonly quarter: number
  readonly cost: number
}

/** Milliseconds in the unit that everything is counted by: the offsets of all time zones are multiples of it. */
export const quarterHour = 900_000

/** The quarter of an hour that a moment is in. */
export const quarterOf = (time: number): number => Math.floor(time / quarterHour)
