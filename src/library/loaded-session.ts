import type {Conversation, ConversationDocument, SessionDocument} from '../conversation/index.ts'
import {bestCost} from '../conversation/index.ts'
import type {PriceOverrides} from '../prices/index.ts'

/**
 * A session as plain data: what `recount show --format json` prints, with the facts of the session at the top. Times are
 * ISO 8601 strings in UTC, unknown values are `null`. If several sessions were read together, as from a folder, the
 * facts at the top are those of the first, and `sessions` has all of them.
 */
export interface LoadedSession extends ConversationDocument {
  readonly sessionId: string | null
  readonly title: string | null
  /** The folder in which Claude Code worked. */
  readonly cwd: string | null
  readonly gitBranch: string | null
  readonly clientVersion: string | null
  readonly models: readonly string[]
  readonly startedAt: string | null
  readonly endedAt: string | null
  readonly turns: SessionDocument['turns']
  /** The best-known cost of everything that was read, in dollars; `null` if it is unknown. */
  readonly costUsd: number | null
  /** The same in millionths of a dollar, as a whole number. */
  readonly costMicros: number | null
  /** What the renderers take: `renderHtml(session)` of `recount/html` and the like. */
  readonly conversation: Conversation
}

/** A conversation as it is now. */
export function viewConversation(conversation: Conversation, overrides?: PriceOverrides): LoadedSession {
  const document = conversation.document()
  const [main] = document.sessions
  const cost = bestCost(conversation.costs(overrides).total)
  return {
    ...document,
    sessionId: main?.sessionId ?? null,
    title: main?.title ?? null,
    cwd: main?.cwd ?? null,
    gitBranch: main?.gitBranch ?? null,
    clientVersion: main?.clientVersion ?? null,
    models: main?.models ?? [],
    startedAt: main?.startedAt ?? null,
    endedAt: main?.endedAt ?? null,
    turns: main?.turns ?? [],
    costUsd: cost?.usd ?? null,
    costMicros: cost ? Math.round(cost.usd * 1_000_000) : null,
    conversation,
  }
}
