import type {ListedSession} from '../archive/archive.ts'
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
  /** Its file grew a short while ago, and no record says that it ended. */
  readonly isLive: boolean
  /** The user's own name of it, which is then also the title. */
  readonly name: string | null
  /** Whether the user has starred it. */
  readonly isStarred: boolean
  /** Whether lists and searches leave it out. */
  readonly isHidden: boolean
  /** The user's tags, in alphabetical order. */
  readonly tags: readonly string[]
  /** The user's note. */
  readonly note: string | null
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
  isLive: session.isLive,
  name: session.name ?? null,
  isStarred: session.starred,
  isHidden: session.hidden,
  tags: session.tags,
  note: session.note ?? null,
  turns: session.turns,
  toolCalls: session.toolCalls,
  errors: session.errors,
  agents: session.agents,
  records: session.records,
  bytes: session.bytes,
  tools: session.tools,
  ...toCostJson(session),
})
