import type {ModelTotal, Usage} from '../../model/index.ts'

/** What one file says of a response. */
export interface ResponseRow {
  readonly message: string
  readonly file: number
  /** Its first line. */
  readonly line: number
  readonly session: string
  readonly agent: boolean
  readonly model: string | undefined
  readonly time: number | undefined
  readonly usage: Usage
  readonly webSearches: number
  /** How it was served, as bits: see `modes`. */
  readonly modes: number
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
  readonly totals: readonly ModelTotal[]
  readonly sinceLast: readonly ModelTotal[] | undefined
  readonly usage: Usage | undefined
}

/** What one file says of a call. */
export interface CallRow {
  readonly session: string
  readonly id: string
  readonly file: number
  /** The response that it is part of. */
  readonly message: string | undefined
  /** Absent where the file has only the result. */
  readonly tool: string | undefined
  readonly time: number | undefined
  readonly ended: number | undefined
  readonly failed: boolean
  /** It was not allowed to run. */
  readonly denied: boolean
  readonly characters: number
  /** Web searches that its result reports. */
  readonly searches: number
}

/** The calls of one tool in a quarter of an hour. */
export interface UsedRow {
  readonly session: string
  readonly quarter: number
  readonly tool: string
  readonly calls: number
  readonly failed: number
  /** Calls of which both times are known, and how long they took, in milliseconds. */
  readonly timed: number
  readonly duration: number
  /** Of text in the results. */
  readonly characters: number
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
  /** It came after the last report of its stream. */
  readonly unreported: boolean
}

/** Responses, and what they used in all. */
export interface Amount extends Usage {
  readonly answers: number
  readonly webSearches: number
}

/** What was spent in a quarter of an hour on the same terms, parted by what the responses called. */
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

/** A time for what has none of its own, by its file, and by its line if that is known. */
export type EstimateTime = (session: string, file: number, line?: number) => number

/** Milliseconds in the unit that everything is counted by: the offsets of all time zones are multiples of it. */
export const quarterHour = 900_000

/** The quarter of an hour that a moment is in. */
export const quarterOf = (time: number): number => Math.floor(time / quarterHour)
