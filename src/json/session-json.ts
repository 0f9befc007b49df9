import type {ListedSession} from '../archive/archive.ts'
import {isLiveState, type SessionStateName} from '../model/index.ts'
import {isoTime} from '../model/instant.ts'
import {type CostJson, toCostJson} from './cost-json.ts'

/** One session of a list: what `recount ls --json` prints on each line. */
export interface SessionJson extends CostJson {
  /** The session's id. */
  readonly sessionId: string
  /** The title that a person or a model gave it, or the first line of the first prompt. */
  readonly title: string | null
  /** The folder it worked in. */
  readonly project: string | null
  /** The git branch. */
  readonly gitBranch: string | null
  /** The version of Claude Code. */
  readonly clientVersion: string | null
  /** The model that responded most often. */
  readonly model: string | null
  /** When the first record was written. */
  readonly startedAt: string | null
  /** When the last record was written. */
  readonly endedAt: string | null
  /** What it is doing: `docs/model.md` has the rules. */
  readonly state: SessionStateName
  /** Its state is `working` or `waiting`. */
  readonly isLive: boolean
  /** Milliseconds from the first record to the last, without pauses of more than half an hour. */
  readonly activeMs: number
  /** Lines that its tools added to files. */
  readonly linesAdded: number
  /** Lines that its tools removed from files. */
  readonly linesRemoved: number
  /** Nothing was asked, or only something like "ping". */
  readonly isTrivial: boolean
  /** Turns: requests with everything up to the next. */
  readonly turns: number
  /** Tool calls. */
  readonly toolCalls: number
  /** Tool calls that failed. */
  readonly errors: number
  /** Sub-agents. */
  readonly agents: number
  /** Records. */
  readonly records: number
  /** The size of its files. */
  readonly bytes: number
  /** The tools that were called, the most called first. */
  readonly tools: readonly string[]
}

/** A listed session, for programs. */
export const toSessionJson = (session: ListedSession): SessionJson => ({
  sessionId: session.sessionId,
  title: session.title ?? null,
  project: session.project ?? null,
  gitBranch: session.gitBranch ?? null,
  clientVersion: session.clientVersion ?? null,
  model: session.model ?? null,
  startedAt: isoTime(session.startedAt),
  endedAt: isoTime(session.endedAt),
  state: session.state,
  isLive: isLiveState(session.state),
  activeMs: session.activeMs,
  linesAdded: session.linesAdded,
  linesRemoved: session.linesRemoved,
  isTrivial: session.isTrivial,
  turns: session.turns,
  toolCalls: session.toolCalls,
  errors: session.errors,
  agents: session.agents,
  records: session.records,
  bytes: session.bytes,
  tools: session.tools,
  ...toCostJson(session),
})
