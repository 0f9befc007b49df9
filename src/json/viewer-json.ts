import type {SessionStateName} from '../model/index.ts'
import type {SearchHitJson} from './search-hit-json.ts'
import type {SessionJson} from './session-json.ts'

/** A part of the list of sessions: what the viewer's `/api/sessions.json` answers. */
export interface SessionListJson {
  /** The query as recount understood it. */
  readonly query: SessionListQueryJson
  /** At most 100 sessions, from `query.from` on. */
  readonly sessions: readonly SessionJson[]
  /** How many sessions match. */
  readonly total: number
  /** The values to filter by, each with the number of sessions that it would leave. */
  readonly facets: SessionFacetsJson
  /** True if recount shows its sample, because there are no sessions. */
  readonly isSample: boolean
}

/** The query of a list of sessions: the parameters of the address. */
export interface SessionListQueryJson {
  /** Words in the title, the project, the branch, the model or the id. */
  readonly q: string
  /** The project to show; missing for all. */
  readonly project?: string | undefined
  /** The git branch to show; missing for all. */
  readonly branch?: string | undefined
  /** The model to show; missing for all. */
  readonly model?: string | undefined
  /** The tool that was called; missing for all. */
  readonly tool?: string | undefined
  /** Only sessions with failed tool calls. */
  readonly errors: boolean
  /** Only running sessions. */
  readonly live: boolean
  /** What the sessions are sorted by. */
  readonly sort: 'time' | 'cost' | 'size' | 'turns' | 'errors'
  /** How many sessions come before the first that is listed. */
  readonly from: number
}

/** The values by which a list of sessions can be filtered. */
export interface SessionFacetsJson {
  /** Projects. */
  readonly project: readonly FacetValueJson[]
  /** Git branches. */
  readonly branch: readonly FacetValueJson[]
  /** Models. */
  readonly model: readonly FacetValueJson[]
  /** Tools. */
  readonly tool: readonly FacetValueJson[]
  /** Sessions with failed tool calls. */
  readonly errors: number
  /** Running sessions. */
  readonly live: number
}

/** A value to filter by. */
export interface FacetValueJson {
  /** The value. */
  readonly value: string
  /** How many sessions have it. */
  readonly count: number
}

/** The running sessions: what the viewer's `/api/live.json` answers. */
export interface RunningSessionsJson {
  /** How many wait for you. */
  readonly waiting: number
  /** How many are working. */
  readonly working: number
  /** At most 60 sessions: those that wait first, and the newest first. */
  readonly sessions: readonly RunningSessionJson[]
}

/** A running session. */
export interface RunningSessionJson extends SessionJson {
  /** What it is doing now, in one line; `null` if it is unknown. */
  readonly step: string | null
}

/** The states that changed: the viewer's event `states`, on every page. */
export interface SessionStatesJson {
  /** How many sessions wait for you. */
  readonly waiting: number
  /** How many sessions are working. */
  readonly working: number
  /** The sessions whose state changed. */
  readonly changed: readonly ChangedStateJson[]
}

/** A session whose state changed. */
export interface ChangedStateJson {
  /** The session's id. */
  readonly sessionId: string
  /** Its title. */
  readonly title: string
  /** The folder it worked in. */
  readonly project: string | null
  /** Milliseconds in which it was active. */
  readonly activeMs: number
  /** Its state now. */
  readonly state: SessionStateName
  /** Its state before; `null` if it was not running. */
  readonly before: SessionStateName | null
}

/** The results of a search: what the viewer's `/api/search.json` answers. */
export interface SearchResultsJson {
  /** The query. */
  readonly query: string
  /** The hits, the best first. */
  readonly hits: readonly SearchHitJson[]
  /** There may be more hits: the limit or the time limit was reached. */
  readonly hasMore: boolean
  /** Why not everything was searched, in a sentence; otherwise `null`. */
  readonly stopped: string | null
}

/** Why a request failed: what every JSON address of the viewer answers then. */
export interface ErrorJson {
  /** The reason, in a sentence. */
  readonly error: string
  /** The HTTP status. */
  readonly status: number
}
