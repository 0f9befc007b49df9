import {parentPort} from 'node:worker_threads'
import type {LiveEvent, LiveSubscriber} from '../live-session/live-session.ts'
import type {LocalSession} from '../live-session/local-session.ts'
import {openFileSession} from './file-session.ts'
import type {ThreadCall, ThreadReply, ThreadSubscription} from './thread-messages.ts'
import {isThreadRequest} from './thread-messages.ts'

interface Hosted {
  readonly room: LocalSession
  /** Hears everything for all who listen on the other thread. */
  readonly host: LiveSubscriber
  isHeard: boolean
}

const rooms = new Map<number, Hosted>()
const now = (): number => performance.timeOrigin + performance.now()
const tell = (news: ThreadReply): void => parentPort?.postMessage(news)

parentPort?.on('message', (task: unknown) => {
  if (!isThreadRequest(task)) return
  const hosted = rooms.get(task.room)
  switch (task.kind) {
    case 'open':
      rooms.set(task.room, host(task.room, openFileSession(task.plan, now)))
      return
    case 'cost':
      hosted?.room.setCost(task.cost)
      return
    case 'close':
      hosted?.room.close()
      rooms.delete(task.room)
      return
    case 'ask':
      answer(hosted, task.question).then(
        (result) => tell({kind: 'answer', id: task.id, result}),
        (error: unknown) =>
          tell({kind: 'failed', id: task.id, reason: error instanceof Error ? error.message : String(error)}),
      )
  }
})

function host(number: number, room: LocalSession): Hosted {
  const hosted: Hosted = {
    room,
    isHeard: false,
    host: {
      onEvent: (event) => tell({kind: 'event', room: number, event}),
      onReset(reason) {
        hosted.isHeard = false
        tell({kind: 'renew', room: number, reason, incarnation: room.incarnation})
      },
    },
  }
  return hosted
}

async function answer(hosted: Hosted | undefined, question: ThreadCall): Promise<unknown> {
  if (!hosted) throw new Error('The room is closed.')
  const {room} = hosted
  if (question.method === 'ready') return await room.ready
  if (question.method === 'join') return await join(hosted, question.given)
  return await room.call(question.method, question.given)
}

/** What was missed; what comes from now on is told to the host, once for all. */
async function join(hosted: Hosted, after: number): Promise<ThreadSubscription> {
  const {room} = hosted
  if (!hosted.isHeard) {
    hosted.isHeard = true
    await room.ready
    await room.subscribe(room.renderer.n, hosted.host)
  }
  const missed: LiveEvent[] = []
  const leave = await room.subscribe(after, {onEvent: (event) => missed.push(event), onReset: () => {}})
  leave()
  return {missed, incarnation: room.incarnation}
}
