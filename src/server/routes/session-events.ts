import type {Hono} from 'hono'
import type {EventId, EventSink, ServerSentEvent} from '../events/event-stream.ts'
import {formatEventId, openEventStream, parseEventId} from '../events/event-stream.ts'
import type {LiveEvent, LiveSession, LiveSubscriber} from '../live-session/live-session.ts'
import {HttpError} from '../security/http-error.ts'
import {assertStreamsAvailable, findLiveSession, type ServerState} from '../server-state.ts'

/** The events of a session. */
export function addSessionEvents(app: Hono, state: ServerState): void {
  app.get('/s/:session/events', async (context) => {
    const id = context.req.param('session')
    assertStreamsAvailable(state)
    const last = context.req.header('last-event-id') ?? context.req.query('after')
    const after = last === undefined || last === '' ? undefined : parseEventId(last)
    if (last !== undefined && last !== '' && !after) throw new HttpError(400, 'Invalid event id.')
    const live = await findLiveSession(state, id)
    return openEventStream(context.req, state.streams, (sink) => follow(state, id, live, sink, after))
  })
}

const sent = new WeakMap<LiveEvent, ServerSentEvent>()

/** One event for all clients, so that it is encoded once. */
function toServerSentEvent(event: LiveEvent, incarnation: string): ServerSentEvent {
  const {n, type, ...data} = event
  const made = sent.get(event) ?? {id: formatEventId({incarnation, n}), event: type, data}
  sent.set(event, made)
  return made
}

/** Subscribes to a live session, and again after each reset. */
async function follow(
  {liveSessions}: ServerState,
  id: string,
  live: LiveSession,
  sink: EventSink,
  after: EventId | undefined,
): Promise<() => void> {
  let leave = (): void => {}
  let isGone = false
  let entered = 0
  const enter = async (n: number): Promise<void> => {
    entered += 1
    const own = entered
    const {incarnation} = live
    const subscriber: LiveSubscriber = {
      onEvent: (event) => sink.send(toServerSentEvent(event, incarnation)),
      onReset(reason) {
        if (reason === 'failed') {
          sink.send({event: 'reload', data: {reason}})
          sink.end()
        } else void renew(reason === 'ready' ? 'ready' : 'reload', reason).catch(() => sink.end())
      },
    }
    const unsubscribe = await liveSessions.subscribe(id, live, n, subscriber)
    // A reset during this call has already subscribed again.
    if (isGone || own !== entered) unsubscribe()
    else leave = unsubscribe
  }
  const renew = async (event: 'ready' | 'reload', reason: string): Promise<void> => {
    leave()
    leave = () => {}
    // From the start: clients get everything again in its current state.
    sink.send({
      id: formatEventId({incarnation: live.incarnation, n: 0}),
      event,
      data: {reason, partial: live.isPartial},
    })
    await enter(0)
  }
  await live.ready
  // Event numbers of another incarnation, such as from before a restart, are not valid here.
  if (after && after.incarnation !== live.incarnation) await renew('reload', 'restarted')
  else await enter(after?.n ?? 0)
  return () => {
    isGone = true
    leave()
  }
}
