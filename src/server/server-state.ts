import type {CostSum} from '../archive/usage/usage-sum.ts'
import {bestCost} from '../conversation/index.ts'
import type {Cost} from '../page/index.ts'
import {Catalog} from './catalog/catalog.ts'
import {writeEventId} from './events/event-id.ts'
import type {SentEvent, StreamLimit} from './events/event-stream.ts'
import type {Room} from './room/room.ts'
import {RoomRegistry} from './room/room-registry.ts'
import {Refusal} from './security/refusal.ts'
import type {ServerParts} from './server-parts.ts'

/** What the routes share. */
export interface ServerState {
  readonly parts: ServerParts
  readonly catalog: Catalog
  readonly rooms: RoomRegistry
  /** The ends of running sessions, for the board. */
  readonly peeks: RoomRegistry
  /** The number of the newest event of the lists. */
  readonly lists: {n: number}
  readonly streams: Limit & StreamLimit
  /** Whole sessions that are being made into files. */
  readonly documents: Limit
}

/** How many of something there are at once, and may be. */
export interface Limit {
  readonly most: number
  open: number
}

/** A room is closed when nobody has looked for this long. */
const idleMs = 60_000
const mostRooms = 64
const mostStreams = 256
const mostDocuments = 4

/** What the routes share, at the beginning. */
export function newServerState(parts: ServerParts): ServerState {
  const catalog = new Catalog(parts)
  const {now} = parts
  const find = (open: ServerParts['openRoom']) => async (id: string) => {
    const session = await catalog.get(id)
    if (!session) return undefined
    const room = await open(session)
    room.noteCost(costOf(session))
    return room
  }
  return {
    parts,
    catalog,
    rooms: new RoomRegistry(find(parts.openRoom), {now, idleMs, most: mostRooms}),
    peeks: new RoomRegistry(find(parts.peekRoom), {now, idleMs, most: mostRooms}),
    lists: {n: 0},
    streams: {most: mostStreams, open: 0, sinks: new Set(), greeting: () => noticeEvent(parts)},
    documents: {most: mostDocuments, open: 0},
  }
}

/** The notice as it is now; nothing if there is none. */
const noticeEvent = ({notice}: ServerParts): SentEvent | undefined => {
  const text = notice?.text()
  return text === undefined ? undefined : {event: 'notice', data: {text}}
}

/** Sends every open page the notice as it is now, each time that it changes; gives the way to stop. */
export const tellNotice = ({parts, streams}: ServerState): (() => void) =>
  parts.notice?.onChange(() => {
    const event = noticeEvent(parts) ?? {event: 'notice', data: {text: ''}}
    for (const sink of [...streams.sinks]) sink.send(event)
  }) ?? (() => {})

/** What a session cost by the archive, as its page shows it. */
export const costOf = ({cost, reported, unreported}: CostSum): Cost | undefined =>
  bestCost({
    reportedCostUsd: reported === undefined ? undefined : reported / 1_000_000,
    computed: cost,
    unreported,
  })

/** The name of the newest event of the lists, which a page that is made now needs no more. */
export const listEventId = ({parts, lists}: ServerState): string =>
  writeEventId({incarnation: parts.boot, n: lists.n})

const longestId = 256

/** The room of a session that a request names. Only sessions that the archive knows have one: no id is ever a path. */
export async function roomFor({rooms, parts: {piped}}: ServerState, id: string): Promise<Room> {
  if (piped?.id === id) {
    piped.visited?.()
    return piped.room
  }
  const room = id.length > longestId ? undefined : await rooms.use(id)
  if (!room) throw new Refusal(404, 'There is no such session.')
  return room
}

/** Refuses another stream where there are too many. */
export const checkStreams = ({streams}: ServerState): void =>
  check(streams, 'Too many pages are open. Close some of them.')

/** Makes a document, which takes time and memory; so there are never many in the making. */
export async function oneDocument<Result>(
  {documents}: ServerState,
  make: () => Promise<Result>,
): Promise<Result> {
  check(documents, 'Other files are being made. Try again in a moment.')
  documents.open += 1
  try {
    return await make()
  } finally {
    documents.open -= 1
  }
}

function check({open, most}: Limit, sentence: string): void {
  if (open >= most) throw new Refusal(503, sentence, {'retry-after': '5'})
}
