import {Worker} from 'node:worker_threads'
import type {Cost} from '../../page/index.ts'
import type {LiveSession} from '../live-session/live-session.ts'
import type {FileSessionOptions} from './file-session.ts'
import {SessionProxy} from './session-proxy.ts'
import type {ThreadCall, ThreadReply, ThreadRequest} from './thread-messages.ts'
import {isThreadReply} from './thread-messages.ts'

interface PendingCall {
  readonly done: (result: unknown) => void
  readonly failed: (error: Error) => void
}

/** A thread in which rooms are kept, so that reading and drawing them makes nobody else wait. */
export class SessionThread {
  readonly #worker: Worker
  readonly #waiting = new Map<number, PendingCall>()
  readonly #sessions = new Map<number, SessionProxy>()
  #last = 0
  /** It has failed; rooms must be opened in another. */
  isOver = false

  constructor() {
    this.#worker = new Worker(new URL('./session-worker.js', import.meta.url))
    this.#worker.unref()
    this.#worker.on('message', (news: unknown) => {
      if (isThreadReply(news)) this.#receive(news)
    })
    this.#worker.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))))
    this.#worker.on('exit', () => this.#fail(new Error('The thread of the room has ended.')))
  }

  /** Opens a room; `alone` ends the thread with it, which gives its memory back at once. */
  open(plan: FileSessionOptions, alone = false): LiveSession {
    this.#last += 1
    const number = this.#last
    this.#send({kind: 'open', room: number, plan})
    const room = new SessionProxy(plan, {
      call: (question, done, failed) => this.#ask(number, question, {done, failed}),
      setCost: (cost: Cost | undefined) => this.#send({kind: 'cost', room: number, cost}),
      close: () => {
        this.#sessions.delete(number)
        if (alone) this.end()
        else this.#send({kind: 'close', room: number})
      },
    })
    this.#sessions.set(number, room)
    return room
  }

  end(): void {
    this.isOver = true
    void this.#worker.terminate()
  }

  #send(task: ThreadRequest): void {
    if (!this.isOver) this.#worker.postMessage(task)
  }

  #ask(room: number, question: ThreadCall, waiting: PendingCall): void {
    if (this.isOver) {
      waiting.failed(new Error('The room is closed.'))
      return
    }
    this.#last += 1
    this.#waiting.set(this.#last, waiting)
    this.#send({kind: 'ask', room, id: this.#last, question})
  }

  #receive(news: ThreadReply): void {
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
        this.#sessions.get(news.room)?.onEvent(news.event)
        return
      case 'renew':
        this.#sessions.get(news.room)?.onReset(news.reason, news.incarnation)
    }
  }

  #fail(error: Error): void {
    this.isOver = true
    for (const {failed} of this.#waiting.values()) failed(error)
    this.#waiting.clear()
    for (const room of this.#sessions.values()) room.onReset('failed', '')
    this.#sessions.clear()
  }
}
