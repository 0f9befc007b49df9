import type {Hono} from 'hono'
import {readEventId} from '../events/event-id.ts'
import type {EventSink} from '../events/event-stream.ts'
import {eventStream} from '../events/event-stream.ts'
import {boardHtml} from '../pages/live-page.ts'
import {sessionRow} from '../pages/session-row.ts'
import {Refusal} from '../security/refusal.ts'
import type {ServerState} from '../server-state.ts'
import {checkStreams, costOf, listEventId} from '../server-state.ts'
import {liveSessions} from './live-routes.ts'

/** Changes that come together are told together. */
const gathering = 300
/** The board is made anew no more often than this. */
const boarding = 1000

/** What changes in the list of sessions and on the board. */
export function listEvents(app: Hono, state: ServerState): {close(): void} {
  const {parts, catalog, rooms, lists: told} = state
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
    for (const session of changed) void rooms.note(session.id, (room) => room.noteCost(costOf(session)))
    if (changed.length === 0) return
    const data = {
      sessions: changed.map((session) => ({
        id: session.id,
        ended: session.ended,
        live: session.live,
        html: sessionRow(session, parts).markup,
      })),
    }
    const event = {id: nextId(), event: 'sessions', data}
    for (const sink of [...lists, ...boards]) sink.send(event)
  }
  const tellBoard = async (): Promise<void> => {
    if (boards.size === 0) return
    const event = {id: nextId(), event: 'board', data: {html: boardHtml(await liveSessions(state)).markup}}
    for (const sink of boards) sink.send(event)
  }
  const forget = parts.onChange(() => {
    timer ??= setTimeout(() => void tellList(), gathering)
    boardTimer ??= setTimeout(() => {
      boardTimer = undefined
      // It is made anew with the next change.
      tellBoard().catch(() => {})
    }, boarding)
  })

  app.get('/events', (context) => {
    checkStreams(state)
    const last = context.req.header('last-event-id') ?? context.req.query('after')
    const after = last ? readEventId(last) : undefined
    if (last && !after) throw new Refusal(400, 'This is no id of an event.')
    const sinks = context.req.query('board') === '1' ? boards : lists
    return eventStream(context.req, state.streams, async (sink) => {
      sinks.add(sink)
      // Rows replace rows: who was away looks at the whole list again.
      if (after && (after.incarnation !== parts.boot || after.n < told.n))
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
