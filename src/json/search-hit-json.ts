import type {SearchKind} from '../archive/query/query.ts'
import type {Hit, Snippet} from '../archive/search/search-result.ts'
import {isoTime} from '../model/instant.ts'

/** One result of a search: what `recount search --json` prints on each line. */
export interface SearchHitJson {
  /** The session it was found in. */
  readonly sessionId: string
  /** The id of the record it was found in; `null` if the record has none. */
  readonly messageId: string | null
  /** The call that it is, or whose result it is; otherwise `null`. */
  readonly callId: string | null
  /** `session#message`: an argument for `recount show`, and after `/s/` an address in the viewer. */
  readonly link: string
  /** The title of the session. */
  readonly title: string | null
  /** The folder the session worked in. */
  readonly project: string | null
  /** What was found. */
  readonly kind: SearchKind
  /** The tool that was called, or whose result it is; otherwise `null`. */
  readonly tool: string | null
  /** The id of the sub-agent; `null` in the main thread. */
  readonly agentId: string | null
  /** A tool call that failed, or an error message. */
  readonly isError: boolean
  /** When it was written. */
  readonly at: string | null
  /** The text around the match. */
  readonly snippet: Snippet
  /** How well it matches; more is better. 0 if the query has no words. */
  readonly score: number
}

/** A search hit, for programs. */
export const toSearchHitJson = (hit: Hit): SearchHitJson => ({
  sessionId: hit.sessionId,
  messageId: hit.messageId ?? null,
  callId: hit.callId ?? null,
  link: hit.link,
  title: hit.title ?? null,
  project: hit.project ?? null,
  kind: hit.kind,
  tool: hit.tool ?? null,
  agentId: hit.agentId ?? null,
  isError: hit.isError,
  at: isoTime(hit.at),
  snippet: hit.snippet,
  score: hit.score,
})
