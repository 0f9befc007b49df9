import {parentPort} from 'node:worker_threads'
import type {CoreRoom} from '../room/core-room.ts'
import type {RoomEvent, RoomGuest} from '../room/room.ts'
import {openFileRoom} from './file-room.ts'
import type {RoomJoined, RoomNews, RoomQuestion} from './room-messages.ts'
import {isRoomTask} from './room-messages.ts'

interface Hosted {
  readonly room: CoreRoom
  /** Hears everything for all who listen on the other thread. */
  readonly host: RoomGuest
  isHeard: boolean
}

const rooms = new Map<number, Hosted>()
const now = (): number => performance.timeOrigin + performance.now()
const tell = (news: RoomNews): void => parentPort?.postMessage(news)

parentPort?.on('message', (task: unknown) => {
  if (!isRoomTask(task)) return
  const hosted = rooms.get(task.room)
  switch (task.kind) {
    case 'open':
      rooms.set(task.room, host(task.room, openFileRoom(task.plan, now)))
      return
    case 'cost':
      hosted?.room.noteCost(task.cost)
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

function host(number: number, room: CoreRoom): Hosted {
  const hosted: Hosted = {
    room,
    isHeard: false,
    host: {
      hear: (event) => tell({kind: 'event', room: number, event}),
      renew(reason) {
        hosted.isHeard = false
        tell({kind: 'renew', room: number, reason, incarnation: room.incarnation})
      },
    },
  }
  return hosted
}

async function answer(hosted: Hosted | undefined, question: RoomQuestion): Promise<unknown> {
  if (!hosted) throw new Error('The room is closed.')
  const {room} = hosted
  if (question.method === 'ready') return await room.ready
  if (question.method === 'join') return await join(hosted, question.given)
  return await room.call(question.method, question.given)
}

/** What was missed; what comes from now on is told to the host, once for all. */
async function join(hosted: Hosted, after: number): Promise<RoomJoined> {
  const {room} = hosted
  if (!hosted.isHeard) {
    hosted.isHeard = true
    await room.ready
    await room.join(room.core.n, hosted.host)
  }
  const missed: RoomEvent[] = []
  const leave = await room.join(after, {hear: (event) => missed.push(event), renew: () => {}})
  leave()
  return {missed, incarnation: room.incarnation}
}
