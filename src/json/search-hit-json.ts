import type {SearchKind} from '../archive/query/query.ts'
import type {Hit, Snippet} from '../archive/search/search-result.ts'
import {isoTime} from '../model/instant.ts'

/** One result of a search: what `recount search --json` prints on each line. */
export interface SearchHitJson {
  readonly sessionId: string
  /** The id of the record that it was found in. */
  readonly messageId: string | null
  /** `session#message`: `recount show` takes it. */
  readonly link: string
  readonly title: string | null
  readonly project: string | null
  /** What it is: a prompt, a response, a call, a result, … */
  readonly kind: SearchKind
  /** The tool that was called, or whose result it is. */
  readonly tool: string | null
  /** The id of the sub-agent; `null` in the main thread. */
  readonly agentId: string | null
  readonly isError: boolean
  /** ISO 8601, UTC. */
  readonly at: string | null
  readonly snippet: Snippet
  /** How well it matches; more is better. */
  readonly score: number
}

/** A search hit, for programs. */
export const toSearchHitJson = (hit: Hit): SearchHitJson => ({
  sessionId: hit.sessionId,
  messageId: hit.messageId ?? null,
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
