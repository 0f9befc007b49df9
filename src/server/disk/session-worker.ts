import {parentPort} from 'node:worker_threads'
import {inheritPlugins} from '../../plugins/load-plugins.ts'
import type {LiveEvent, LiveSubscriber} from '../live-session/live-session.ts'
import type {LocalSession} from '../live-session/local-session.ts'
import {openFileSession} from './file-session.ts'
import type {ThreadCall, ThreadReply, ThreadSubscription} from './thread-messages.ts'
import {isThreadRequest} from './thread-messages.ts'

interface HostedSession {
  readonly live: LocalSession
  /** Sends every event to the other thread, once for all subscribers there. */
  readonly forwarder: LiveSubscriber
  isForwarding: boolean
}

const sessions = new Map<number, HostedSession>()
const now = (): number => performance.timeOrigin + performance.now()
const send = (reply: ThreadReply): void => parentPort?.postMessage(reply)

await inheritPlugins()
parentPort?.on('message', (request: unknown) => {
  if (!isThreadRequest(request)) return
  const hosted = sessions.get(request.session)
  switch (request.kind) {
    case 'open':
      sessions.set(request.session, host(request.session, openFileSession(request.options, now)))
      return
    case 'archived':
      hosted?.live.setArchived(request.archived)
      return
    case 'close':
      hosted?.live.close()
      sessions.delete(request.session)
      return
    case 'call':
      answer(hosted, request.call).then(
        (result) => send({kind: 'result', id: request.id, result}),
        (error: unknown) =>
          send({
            kind: 'failed',
            id: request.id,
            reason: error instanceof Error ? error.message : String(error),
          }),
      )
  }
})

function host(number: number, live: LocalSession): HostedSession {
  const hosted: HostedSession = {
    live,
    isForwarding: false,
    forwarder: {
      onEvent: (event) => send({kind: 'event', session: number, event}),
      onReset(reason) {
        hosted.isForwarding = false
        send({kind: 'reset', session: number, reason, incarnation: live.incarnation})
      },
    },
  }
  return hosted
}

async function answer(hosted: HostedSession | undefined, call: ThreadCall): Promise<unknown> {
  if (!hosted) throw new Error('The session is closed.')
  const {live} = hosted
  if (call.method === 'ready') return await live.ready
  if (call.method === 'subscribe') return await subscribe(hosted, call.input)
  return await live.call(call.method, call.input)
}

/** The missed events; later ones go through the forwarder. */
async function subscribe(hosted: HostedSession, after: number): Promise<ThreadSubscription> {
  const {live} = hosted
  if (!hosted.isForwarding) {
    hosted.isForwarding = true
    await live.ready
    await live.subscribe(live.renderer.events.n, hosted.forwarder)
  }
  const missed: LiveEvent[] = []
  const unsubscribe = await live.subscribe(after, {onEvent: (event) => missed.push(event), onReset: () => {}})
  unsubscribe()
  return {missed, incarnation: live.incarnation}
}
