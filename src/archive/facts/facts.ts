import type {Instant, ModelTotal, Usage} from '../../model/index.ts'

/** What kind of thing can be found. `system` is the client's own text for the model: found only if asked for. */
export const searchKinds = [
  'prompt',
  'answer',
  'thinking',
  'call',
  'result',
  'command',
  'output',
  'summary',
  'notice',
  'hook',
  'system',
  'other',
] as const

export type SearchKind = (typeof searchKinds)[number]

/** One thing that was said or done, and can be found by its text. Several may come from one record. */
export interface SearchEntry {
  readonly kind: SearchKind
  readonly tool: string | undefined
  readonly callId: string | undefined
  readonly failed: boolean
  /** The file that a call is about. */
  readonly path: string | undefined
  readonly text: string
}

/** A call that was made. */
export interface CallFact {
  readonly id: string
  readonly tool: string
  /** The file that it is about. */
  readonly path: string | undefined
}

/** How a call ended. */
export interface ResultFact {
  readonly callId: string
  readonly failed: boolean
  /** It was not allowed to run. */
  readonly denied: boolean
  /** How many characters of text the model was given. */
  readonly characters: number
  /** Web searches that it reports. */
  readonly searches: number
}

/** One line's word on the usage of an answer. The largest of each number counts. */
export interface ResponseFact {
  /** Absent for the final numbers of older streams, which belong to the answer that was begun last in the main thread. */
  readonly responseId: string | undefined
  readonly model: string | undefined
  readonly usage: Usage
  /** The numbers are final; otherwise output is a lower bound. */
  readonly final: boolean
  /** It came in a stream, where a later `result` counts it. */
  readonly streamed: boolean
  readonly costUsd: number | undefined
  readonly webSearches: number
  /** How it was served, as bits: see `modes`. */
  readonly modes: number
}

/** What the client itself reported about a session's spending. */
export interface ReportFact {
  /** The record's own id, or else its text in short: what has the same is a copy. */
  readonly id: string
  readonly kind: 'result' | 'cost-state'
  readonly costUsd: number | undefined
  readonly totals: readonly ModelTotal[]
  readonly sinceLast: readonly ModelTotal[] | undefined
  readonly usage: Usage | undefined
}

/** A title a session was given. */
export interface TitleFact {
  readonly source: 'custom' | 'ai' | 'summary' | 'agent' | 'prompt'
  readonly title: string
  /** The record of another file whose session it is about; old clients wrote titles where they had just been. */
  readonly leaf: string | undefined
}

/** Where a record comes from. */
export interface Origin {
  readonly session: string | undefined
  readonly id: string | undefined
  readonly agent: string | undefined
  readonly time: Instant | undefined
}

/** Everything that lists and sums need of one record. */
export interface Facts extends Origin {
  readonly model: string | undefined
  readonly cwd: string | undefined
  readonly gitBranch: string | undefined
  readonly version: string | undefined
  /** Begins a turn. */
  readonly opensTurn: boolean
  /** Is the first record of a stream's turn. */
  readonly isInit: boolean
  /** Was sent back by the client; in the middle of a turn that is no other one. */
  readonly isReplay: boolean
  readonly calls: readonly CallFact[]
  readonly results: readonly ResultFact[]
  /** Calls that the client says it did not run; their results may be errors in a host's own words. */
  readonly denials: readonly string[]
  readonly response: ResponseFact | undefined
  readonly report: ReportFact | undefined
  readonly title: TitleFact | undefined
}
