import type {ListedSession} from '../archive/archive.ts'
import type {CostSum} from '../archive/usage/usage-sum.ts'
import {bestCost} from '../conversation/index.ts'
import type {ArchivedSession} from '../describe/page/describe-head.ts'
import type {Cost} from '../page/index.ts'
import {Catalog} from './catalog/catalog.ts'
import {formatEventId, type OpenStreams, type ServerSentEvent} from './events/event-stream.ts'
import type {LiveSession} from './live-session/live-session.ts'
import {LiveSessionRegistry} from './live-session/live-session-registry.ts'
import {HttpError} from './security/http-error.ts'
import type {ServerOptions} from './server-options.ts'

/** What the routes share. */
export interface ServerState {
  readonly options: ServerOptions
  readonly catalog: Catalog
  readonly liveSessions: LiveSessionRegistry
  /** The ends of running sessions, for the board. */
  readonly tails: LiveSessionRegistry
  /** The number of the newest event of the lists. */
  readonly lists: {n: number}
  /** How many sessions wait for their user, and how many work. */
  running: {readonly waiting: number; readonly working: number}
  readonly streams: OpenLimit & OpenStreams
  /** Downloads in progress. */
  readonly documents: OpenLimit
}

/** A count and its maximum. */
export interface OpenLimit {
  readonly max: number
  open: number
}

/** A live session is closed after this time without subscribers. */
const idleMs = 60_000
const maxLiveSessions = 64
const maxStreams = 256
const maxDocuments = 4

/** Creates the state of a server. */
export function newServerState(parts: ServerOptions): ServerState {
  const catalog = new Catalog(parts)
  const {now} = parts
  const find = (open: ServerOptions['openSession']) => async (id: string) => {
    const session = await catalog.get(id)
    if (!session) return undefined
    const live = await open(session)
    live.setArchived(archivedSession(session))
    return live
  }
  const state: ServerState = {
    options: parts,
    catalog,
    liveSessions: new LiveSessionRegistry(find(parts.openSession), {now, idleMs, maxOpen: maxLiveSessions}),
    tails: new LiveSessionRegistry(find(parts.openTail), {now, idleMs, maxOpen: maxLiveSessions}),
    lists: {n: 0},
    running: {waiting: 0, working: 0},
    streams: {
      max: maxStreams,
      open: 0,
      sinks: new Set(),
      greeting: () => [...statesEvents(state), ...noticeEvents(parts)],
    },
    documents: {max: maxDocuments, open: 0},
  }
  return state
}

/** The event with the number of running sessions, if there are any. */
const statesEvents = ({running}: ServerState): readonly ServerSentEvent[] =>
  running.waiting + running.working === 0 ? [] : [{event: 'states', data: {...running, changed: []}}]

/** The event with the current notice, if there is one. */
const noticeEvents = ({notice}: ServerOptions): readonly ServerSentEvent[] => {
  const text = notice?.text()
  return text === undefined ? [] : [{event: 'notice', data: {text}}]
}

/** Sends the notice to every open page when it changes. Returns a function that stops this. */
export const broadcastNotice = ({options, streams}: ServerState): (() => void) =>
  options.notice?.onChange(() => {
    const [event = {event: 'notice', data: {text: ''}}] = noticeEvents(options)
    for (const sink of [...streams.sinks]) sink.send(event)
  }) ?? (() => {})

/** What the page of a session takes from the archive. */
export const archivedSession = (session: ListedSession): ArchivedSession => ({
  cost: archivedCost(session),
  title: session.title,
  startedAt: session.startedAt,
  turns: session.turns,
  toolCalls: session.toolCalls,
  models: session.model === undefined ? undefined : [session.model],
})

/** The cost of a session in the archive, as its page shows it. */
export const archivedCost = ({
  costMicros,
  reportedCostMicros,
  unreportedCostMicros,
}: CostSum): Cost | undefined =>
  bestCost({
    reportedCostUsd: reportedCostMicros === undefined ? undefined : reportedCostMicros / 1_000_000,
    computed: costMicros,
    unreported: unreportedCostMicros,
  })

/** The id of the newest event of the lists, which a page rendered now already contains. */
export const listEventId = ({options, lists}: ServerState): string =>
  formatEventId({incarnation: options.bootId, n: lists.n})

const maxIdLength = 256

/** The live session for an id. Only sessions in the archive have one, so an id is never used as a path. */
export async function findLiveSession(
  {liveSessions, options: {piped}}: ServerState,
  id: string,
): Promise<LiveSession> {
  if (piped?.id === id) {
    piped.onVisit?.()
    return piped.live
  }
  const live = id.length > maxIdLength ? undefined : await liveSessions.get(id)
  if (!live) throw new HttpError(404, 'Session not found.')
  return live
}

/** Rejects another stream if there are too many. */
export const assertStreamsAvailable = ({streams}: ServerState): void =>
  check(streams, 'Too many pages are open. Close some of them.')

/** Renders a document. That takes time and memory, so only a few are rendered at a time. */
export async function limitDocuments<Result>(
  {documents}: ServerState,
  make: () => Promise<Result>,
): Promise<Result> {
  check(documents, 'Other downloads are in progress. Try again in a moment.')
  documents.open += 1
  try {
    return await make()
  } finally {
    documents.open -= 1
  }
}

function check({open, max}: OpenLimit, sentence: string): void {
  if (open >= max) throw new HttpError(503, sentence, {'retry-after': '5'})
}
