import type {Instant} from '../../model/index.ts'

/** Kinds of things that a search can find. `system` is the client's own text for the model, found only if asked for. */
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

/** What `is:` can ask for: what users said about a session or message. */
export const curationFlags = ['starred', 'hidden', 'tagged', 'noted', 'named'] as const

export type CurationFlag = (typeof curationFlags)[number]

/** A part of a text, in UTF-16 units. */
export interface Span {
  /** The first character. */
  readonly start: number
  /** The character after the last. */
  readonly end: number
}

/** A name to search for: the literal parts between its stars. */
export type Pattern = readonly string[]

/** A name to search for: any of several. */
interface Named {
  readonly values: readonly Pattern[]
}

/** The condition of each type of term on an entry or its session. */
export interface TermMap {
  /** The literal text, whatever the case, at word boundaries; with `prefix` what follows it does not matter. */
  text: {readonly text: string; readonly prefix: boolean}
  regex: {readonly source: string; readonly flags: string}
  /** The tool that was called, or whose result it is: its complete name. */
  tool: Named
  /** Whether it failed. */
  error: {readonly failed: boolean}
  /** Some part of the session's folder. */
  project: Named
  /** The session's branch: its complete name. */
  branch: Named
  /** Some part of the name of a model that answered in the session. */
  model: Named
  /** Some part of the id, type or description of the agent it belongs to. */
  agent: Named
  kind: {readonly kinds: readonly SearchKind[]}
  /** Some part of the path that a call is about; its result counts too. */
  file: Named
  /** The beginning of the session's id. */
  session: Named
  /** The session or the message is starred, tagged or has a note, or the session is hidden or has a name. */
  is: {readonly flags: readonly CurationFlag[]}
  /** The complete name of a tag of the session or the message. */
  tag: Named
  /** Some part of the note on the session or the message. */
  note: Named
  /** At this time or later. */
  after: {readonly time: Instant}
  /** Earlier than this time. */
  before: {readonly time: Instant}
  /** What the session cost, in dollars. */
  cost: {readonly is: Comparison; readonly dollars: number}
}

export const comparisons = ['>', '>=', '<', '<='] as const

export type Comparison = (typeof comparisons)[number]

export type TermType = keyof TermMap

/** A term of one type; `not` turns it round. */
export type TermOf<Type extends TermType> = {
  readonly [One in Type]: TermMap[One] & {readonly type: One; readonly not: boolean; readonly at: Span}
}[Type]

export type Term = TermOf<TermType>

/** One function for each type of term. */
export type TermHandlers<Result> = {readonly [Type in TermType]: (term: TermOf<Type>) => Result}

/** Alternatives, each a list of terms that must all match. No alternatives match everything. */
export interface Query {
  readonly alternatives: readonly (readonly Term[])[]
}

/** What is wrong with a query, where, and what to do about it. */
export interface QueryMistake {
  readonly mistake: string
  readonly at: Span
}

/** The time and zone of a query, for `yesterday`. */
export interface QueryContext {
  readonly now: Instant
  /** An IANA time zone. */
  readonly zone: string
}

/** Whether a query could not be parsed. */
export const isMistake = (parsed: Query | QueryMistake): parsed is QueryMistake => 'mistake' in parsed

/** Handles a term by its type. */
export const handleTerm = <Type extends TermType, Result>(
  handlers: TermHandlers<Result>,
  type: Type,
  term: TermOf<Type>,
): Result => handlers[type](term)
