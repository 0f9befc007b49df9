import type {CostSum} from '../archive/usage/usage-sum.ts'
import {bestCost} from '../conversation/index.ts'
import type {Cost} from '../page/index.ts'
import {Catalog} from './catalog/catalog.ts'
import {formatEventId} from './events/event-id.ts'
import type {OpenStreams, ServerSentEvent} from './events/event-stream.ts'
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
  readonly streams: OpenLimit & OpenStreams
  /** Whole sessions that are being made into files. */
  readonly documents: OpenLimit
}

/** How many of something there are at once, and may be. */
export interface OpenLimit {
  readonly max: number
  open: number
}

/** A room is closed when nobody has looked for this long. */
const idleMs = 60_000
const maxLiveSessions = 64
const maxStreams = 256
const maxDocuments = 4

/** What the routes share, at the beginning. */
export function newServerState(parts: ServerOptions): ServerState {
  const catalog = new Catalog(parts)
  const {now} = parts
  const find = (open: ServerOptions['openSession']) => async (id: string) => {
    const session = await catalog.get(id)
    if (!session) return undefined
    const room = await open(session)
    room.setCost(archivedCost(session))
    return room
  }
  return {
    options: parts,
    catalog,
    liveSessions: new LiveSessionRegistry(find(parts.openSession), {now, idleMs, maxOpen: maxLiveSessions}),
    tails: new LiveSessionRegistry(find(parts.openTail), {now, idleMs, maxOpen: maxLiveSessions}),
    lists: {n: 0},
    streams: {max: maxStreams, open: 0, sinks: new Set(), greeting: () => noticeEvent(parts)},
    documents: {max: maxDocuments, open: 0},
  }
}

/** The notice as it is now; nothing if there is none. */
const noticeEvent = ({notice}: ServerOptions): ServerSentEvent | undefined => {
  const text = notice?.text()
  return text === undefined ? undefined : {event: 'notice', data: {text}}
}

/** Sends every open page the notice as it is now, each time that it changes; gives the way to stop. */
export const broadcastNotice = ({options, streams}: ServerState): (() => void) =>
  options.notice?.onChange(() => {
    const event = noticeEvent(options) ?? {event: 'notice', data: {text: ''}}
    for (const sink of [...streams.sinks]) sink.send(event)
  }) ?? (() => {})

/** What a session cost by the archive, as its page shows it. */
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

/** The name of the newest event of the lists, which a page that is made now needs no more. */
export const listEventId = ({options, lists}: ServerState): string =>
  formatEventId({incarnation: options.bootId, n: lists.n})

const maxIdLength = 256

/** The room of a session that a request names. Only sessions that the archive knows have one: no id is ever a path. */
export async function findLiveSession(
  {liveSessions, options: {piped}}: ServerState,
  id: string,
): Promise<LiveSession> {
  if (piped?.id === id) {
    piped.onVisit?.()
    return piped.live
  }
  const room = id.length > maxIdLength ? undefined : await liveSessions.get(id)
  if (!room) throw new HttpError(404, 'Session not found.')
  return room
}

/** Refuses another stream where there are too many. */
export const assertStreamsAvailable = ({streams}: ServerState): void =>
  check(streams, 'Too many pages are open. Close some of them.')

/** Makes a document, which takes time and memory; so there are never many in the making. */
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
