import type {Instant} from '../../model/index.ts'
import type {Cost, SessionPage} from '../page.ts'

/** A session on an index: enough to choose it by. */
export interface SessionCard {
  readonly sessionId: string
  readonly title: string | undefined
  readonly firstPrompt: string | undefined
  readonly cwd: string | undefined
  readonly gitBranch: string | undefined
  readonly startedAt: Instant | undefined
  readonly endedAt: Instant | undefined
  readonly models: readonly string[]
  readonly tokens: number | undefined
  readonly cost: Cost | undefined
  readonly turns: number
  readonly toolCalls: number
  readonly errors: number
  readonly agents: number
}

/** Sessions of one folder on an index. */
export interface ProjectCard {
  readonly name: string
  /** The page with all its sessions, where there is one. */
  readonly href: string | undefined
  readonly sessions: readonly (SessionCard & {
    readonly href: string
    /** Only the archive still has it. */
    readonly isArchivedOnly: boolean
  })[]
}

/** What an index says of a session. */
export function createSessionCard(session: SessionPage): SessionCard {
  const {sessionId, title, firstPrompt, cwd, gitBranch, startedAt, endedAt, models, cost, summary} = session
  return {
    sessionId,
    title,
    firstPrompt,
    cwd,
    gitBranch,
    startedAt,
    endedAt,
    models,
    tokens: summary.tokens,
    cost,
    turns: summary.turns,
    toolCalls: summary.toolCalls,
    errors: summary.failedToolCalls,
    agents: session.agents.length,
  }
}
