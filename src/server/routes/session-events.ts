import type {Hono} from 'hono'
import type {EventId} from '../events/event-id.ts'
import {formatEventId, parseEventId} from '../events/event-id.ts'
import type {EventSink, ServerSentEvent} from '../events/event-stream.ts'
import {openEventStream} from '../events/event-stream.ts'
import type {LiveEvent, LiveSession, LiveSubscriber} from '../live-session/live-session.ts'
import {HttpError} from '../security/http-error.ts'
import type {ServerState} from '../server-state.ts'
import {assertStreamsAvailable, findLiveSession} from '../server-state.ts'

/** What happens in a session, as it happens. */
export function addSessionEvents(app: Hono, state: ServerState): void {
  app.get('/s/:session/events', async (context) => {
    const id = context.req.param('session')
    assertStreamsAvailable(state)
    const last = context.req.header('last-event-id') ?? context.req.query('after')
    const after = last === undefined || last === '' ? undefined : parseEventId(last)
    if (last !== undefined && last !== '' && !after) throw new HttpError(400, 'Invalid event id.')
    const room = await findLiveSession(state, id)
    return openEventStream(context.req, state.streams, (sink) => follow(state, id, room, sink, after))
  })
}

const sent = new WeakMap<LiveEvent, ServerSentEvent>()

/** A room tells all who listen the same event, and so it is sent as the same. */
function toServerSentEvent(event: LiveEvent, incarnation: string): ServerSentEvent {
  const {n, type, ...data} = event
  const made = sent.get(event) ?? {id: formatEventId({incarnation, n}), event: type, data}
  sent.set(event, made)
  return made
}

/** Joins a room, and joins it again whenever everything in it is new. */
async function follow(
  {liveSessions}: ServerState,
  id: string,
  room: LiveSession,
  sink: EventSink,
  after: EventId | undefined,
): Promise<() => void> {
  let leave = (): void => {}
  let isGone = false
  let entered = 0
  const enter = async (n: number): Promise<void> => {
    entered += 1
    const own = entered
    const {incarnation} = room
    const guest: LiveSubscriber = {
      onEvent: (event) => sink.send(toServerSentEvent(event, incarnation)),
      onReset(reason) {
        if (reason === 'failed') {
          sink.send({event: 'reload', data: {reason}})
          sink.end()
        } else void renew(reason === 'ready' ? 'ready' : 'reload', reason).catch(() => sink.end())
      },
    }
    const gone = await liveSessions.subscribe(id, room, n, guest)
    // Everything may be new before this is done; then it was entered again meanwhile.
    if (isGone || own !== entered) gone()
    else leave = gone
  }
  const renew = async (event: 'ready' | 'reload', reason: string): Promise<void> => {
    leave()
    leave = () => {}
    // From the beginning: what was told before is told again, as it is now, which harms nobody.
    sink.send({
      id: formatEventId({incarnation: room.incarnation, n: 0}),
      event,
      data: {reason, partial: room.isPartial},
    })
    await enter(0)
  }
  await room.ready
  // Numbers of another incarnation, as from before the server was started anew, say nothing here.
  if (after && after.incarnation !== room.incarnation) await renew('reload', 'restarted')
  else await enter(after?.n ?? 0)
  return () => {
    isGone = true
    leave()
  }
}
