import type {Usage} from '../../model/index.ts'
import type {GatheredCall} from '../facts/gather-calls.ts'
import type {GatheredReport} from '../facts/gather-facts.ts'
import type {GatheredResponse, ResponseNumbers} from '../facts/gather-responses.ts'
import type {ReportFact} from '../facts/read-report.ts'
import type {CallSum} from './usage-report.ts'

/** What one file says of a response. */
export interface ResponseRow
  extends Readonly<Pick<GatheredResponse, 'message' | 'session' | 'line' | 'time'>>,
    Readonly<Omit<ResponseNumbers, 'responseId'>> {
  readonly file: number
  readonly agent: boolean
}

/** What the client reported about a session in one line. */
export interface ReportRow extends Pick<GatheredReport, 'session' | 'line' | 'time'>, Omit<ReportFact, 'id'> {
  readonly file: number
}

/** What one file says of a call. */
export interface CallRow
  extends Readonly<Pick<GatheredCall, 'session' | 'id' | 'message' | 'tool' | 'time' | 'ended'>> {
  readonly file: number
  readonly failed: boolean
  readonly denied: boolean
  readonly characters: number
  readonly searches: number
  /** Lines that it added to files, and removed. */
  readonly added: number
  readonly removed: number
}

/** The calls of one tool in a quarter of an hour. */
export interface UsedRow extends Omit<CallSum, 'durationMs'> {
  readonly session: string
  readonly quarter: number
  readonly tool: string
  /** How long the timed calls took, in milliseconds. */
  readonly duration: number
}

/** On which terms something was spent. */
export interface SpendingTerms {
  readonly session: string
  readonly quarter: number
  readonly model: string
  /** How it was served, as bits: see `modes`. */
  readonly modes: number
  readonly band: number
  readonly agent: boolean
  readonly final: boolean
  /** It is after the last report of its stream. */
  readonly unreported: boolean
}

/** Responses, and what they used in all. */
export interface Amount extends Usage {
  readonly answers: number
  readonly webSearches: number
}

/** What was spent in a quarter of an hour on the same terms, split by what the responses called. */
export interface SpentRow {
  readonly terms: SpendingTerms
  readonly byTool: Map<string, Amount>
}

/** What the client said was spent in a quarter of an hour, in micro-dollars. */
export interface ReportedRow {
  readonly session: string
  readonly quarter: number
  readonly cost: number
}

/** A time for a record without one, by its file, and by its line if known. */
export type EstimateTime = (session: string, file: number, line?: number) => number

/** Milliseconds in the unit that everything is counted by: the offsets of all time zones are multiples of it. */
export const quarterHour = 900_000

/** The quarter of an hour that a moment is in. */
export const quarterOf = (time: number): number => Math.floor(time / quarterHour)
