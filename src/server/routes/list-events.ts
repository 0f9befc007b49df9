import type {Hono} from 'hono'
import {parseEventId} from '../events/event-id.ts'
import type {EventSink} from '../events/event-stream.ts'
import {openEventStream} from '../events/event-stream.ts'
import {renderBoard} from '../pages/live-page.ts'
import {renderSessionRow} from '../pages/session-row.ts'
import {HttpError} from '../security/http-error.ts'
import type {ServerState} from '../server-state.ts'
import {archivedCost, assertStreamsAvailable, listEventId} from '../server-state.ts'
import {listRunningSessions} from './live-routes.ts'

/** Changes that come together are told together. */
const batchMs = 300
/** The board is made anew no more often than this. */
const boardBatchMs = 1000

/** What changes in the list of sessions and on the board. */
export function addListEvents(app: Hono, state: ServerState): {close(): void} {
  const {options, catalog, liveSessions: rooms, lists: told} = state
  const lists = new Set<EventSink>()
  const boards = new Set<EventSink>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let boardTimer: ReturnType<typeof setTimeout> | undefined
  const nextId = (): string => {
    told.n += 1
    return listEventId(state)
  }
  const tellList = async (): Promise<void> => {
    timer = undefined
    // An archive that cannot be read at the moment is asked again with the next change.
    const changed = await catalog.refresh().catch(() => [])
    for (const session of changed)
      void rooms.updateOpen(session.sessionId, (room) => room.setCost(archivedCost(session)))
    if (changed.length === 0) return
    const data = {
      sessions: changed.map((session) => ({
        id: session.sessionId,
        ended: session.endedAt,
        live: session.isLive,
        html: renderSessionRow(session, options).markup,
      })),
    }
    const event = {id: nextId(), event: 'sessions', data}
    for (const sink of [...lists, ...boards]) sink.send(event)
  }
  const tellBoard = async (): Promise<void> => {
    if (boards.size === 0) return
    const event = {
      id: nextId(),
      event: 'board',
      data: {html: renderBoard(await listRunningSessions(state)).markup},
    }
    for (const sink of boards) sink.send(event)
  }
  const forget = options.onChange(() => {
    timer ??= setTimeout(() => void tellList(), batchMs)
    boardTimer ??= setTimeout(() => {
      boardTimer = undefined
      // It is made anew with the next change.
      tellBoard().catch(() => {})
    }, boardBatchMs)
  })

  app.get('/events', (context) => {
    assertStreamsAvailable(state)
    const last = context.req.header('last-event-id') ?? context.req.query('after')
    const after = last ? parseEventId(last) : undefined
    if (last && !after) throw new HttpError(400, 'Invalid event id.')
    const sinks = context.req.query('board') === '1' ? boards : lists
    return openEventStream(context.req, state.streams, async (sink) => {
      sinks.add(sink)
      // Rows replace rows: who was away looks at the whole list again.
      if (after && (after.incarnation !== options.bootId || after.n < told.n))
        sink.send({id: listEventId(state), event: 'reload', data: {}})
      return () => void sinks.delete(sink)
    })
  })

  return {
    close() {
      forget()
      clearTimeout(timer)
      clearTimeout(boardTimer)
    },
  }
}
