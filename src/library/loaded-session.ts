import type {Conversation, ConversationDocument, SessionDocument} from '../conversation/index.ts'
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
  /** What the renderers read. Give them the session itself: `renderHtml(session)` of `recount/html`. */
  readonly conversation: Conversation
}

/** A conversation as it is now. */
export function viewConversation(conversation: Conversation, overrides?: PriceOverrides): LoadedSession {
  const document = conversation.document(overrides)
  const [main] = document.sessions
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
    conversation,
  }
}
