import {Worker} from 'node:worker_threads'
import type {Cost} from '../../page/index.ts'
import type {Room} from '../room/room.ts'
import type {FileRoomPlan} from './file-room.ts'
import type {RoomNews, RoomQuestion, RoomTask} from './room-messages.ts'
import {isRoomNews} from './room-messages.ts'
import {WorkerRoom} from './worker-room.ts'

interface Waiting {
  readonly done: (result: unknown) => void
  readonly failed: (error: Error) => void
}

/** A thread in which rooms are kept, so that reading and drawing them makes nobody else wait. */
export class RoomThread {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  readonly #rooms = new Map<number, WorkerRoom>()
  #last = 0
  /** It has failed; rooms must be opened in another. */
  isOver = false

  constructor() {
    this.#worker = new Worker(new URL('./room-worker.js', import.meta.url))
    this.#worker.unref()
    this.#worker.on('message', (news: unknown) => {
      if (isRoomNews(news)) this.#hear(news)
    })
    this.#worker.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))))
    this.#worker.on('exit', () => this.#fail(new Error('The thread of the room has ended.')))
  }

  /** Opens a room; `alone` ends the thread with it, which gives its memory back at once. */
  open(plan: FileRoomPlan, alone = false): Room {
    this.#last += 1
    const number = this.#last
    this.#send({kind: 'open', room: number, plan})
    const room = new WorkerRoom(plan, {
      ask: (question, done, failed) => this.#ask(number, question, {done, failed}),
      noteCost: (cost: Cost | undefined) => this.#send({kind: 'cost', room: number, cost}),
      close: () => {
        this.#rooms.delete(number)
        if (alone) this.end()
        else this.#send({kind: 'close', room: number})
      },
    })
    this.#rooms.set(number, room)
    return room
  }

  end(): void {
    this.isOver = true
    void this.#worker.terminate()
  }

  #send(task: RoomTask): void {
    if (!this.isOver) this.#worker.postMessage(task)
  }

  #ask(room: number, question: RoomQuestion, waiting: Waiting): void {
    if (this.isOver) {
      waiting.failed(new Error('The room is closed.'))
      return
    }
    this.#last += 1
    this.#waiting.set(this.#last, waiting)
    this.#send({kind: 'ask', room, id: this.#last, question})
  }

  #hear(news: RoomNews): void {
    switch (news.kind) {
      case 'answer':
        this.#waiting.get(news.id)?.done(news.result)
        this.#waiting.delete(news.id)
        return
      case 'failed':
        this.#waiting.get(news.id)?.failed(new Error(news.reason))
        this.#waiting.delete(news.id)
        return
      case 'event':
        this.#rooms.get(news.room)?.hear(news.event)
        return
      case 'renew':
        this.#rooms.get(news.room)?.renew(news.reason, news.incarnation)
    }
  }

  #fail(error: Error): void {
    this.isOver = true
    for (const {failed} of this.#waiting.values()) failed(error)
    this.#waiting.clear()
    for (const room of this.#rooms.values()) room.renew('failed', '')
    this.#rooms.clear()
  }
}
