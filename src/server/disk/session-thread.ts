import {Worker} from 'node:worker_threads'
import type {ArchivedSession} from '../../describe/page/describe-head.ts'
import {
  type LiveEvent,
  type LiveSession,
  type LiveSessionCalls,
  type LiveSessionMethod,
  type LiveSubscriber,
  type ResetReason,
  resetSubscribers,
} from '../live-session/live-session.ts'
import type {FileSessionOptions} from './file-session.ts'
import type {ThreadCall, ThreadReply, ThreadRequest} from './thread-messages.ts'
import {isResultOf, isThreadReply, isThreadSubscription} from './thread-messages.ts'

interface PendingCall {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** A thread with live sessions, so that reading and rendering them delays nothing else. */
export class SessionThread {
  readonly #worker: Worker
  readonly #pending = new Map<number, PendingCall>()
  readonly #sessions = new Map<number, SessionProxy>()
  #last = 0
  /** It has ended; sessions must be opened in another thread. */
  isOver = false

  constructor() {
    this.#worker = new Worker(new URL('./session-worker.js', import.meta.url))
    this.#worker.unref()
    this.#worker.on('message', (reply: unknown) => {
      if (isThreadReply(reply)) this.#receive(reply)
    })
    this.#worker.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))))
    this.#worker.on('exit', () => this.#fail(new Error('The thread of the session has ended.')))
  }

  /** Opens a session. If it is `alone`, closing it ends the thread, which frees its memory. */
  open(options: FileSessionOptions, alone = false): LiveSession {
    this.#last += 1
    const number = this.#last
    this.send({kind: 'open', session: number, options})
    const close = (): void => {
      this.#sessions.delete(number)
      if (alone) this.end()
      else this.send({kind: 'close', session: number})
    }
    const session = new SessionProxy(options, this, number, close)
    this.#sessions.set(number, session)
    return session
  }

  end(): void {
    this.isOver = true
    void this.#worker.terminate()
  }

  send(request: ThreadRequest): void {
    if (!this.isOver) this.#worker.postMessage(request)
  }

  /** Calls `resolve` before any later event of the session is delivered. */
  call(session: number, call: ThreadCall, pending: PendingCall): void {
    if (this.isOver) {
      pending.reject(new Error('The session is closed.'))
      return
    }
    this.#last += 1
    this.#pending.set(this.#last, pending)
    this.send({kind: 'call', session, id: this.#last, call})
  }

  #receive(reply: ThreadReply): void {
    switch (reply.kind) {
      case 'result':
        this.#pending.get(reply.id)?.resolve(reply.result)
        this.#pending.delete(reply.id)
        return
      case 'failed':
        this.#pending.get(reply.id)?.reject(new Error(reply.reason))
        this.#pending.delete(reply.id)
        return
      case 'event':
        this.#sessions.get(reply.session)?.onEvent(reply.event)
        return
      case 'reset':
        this.#sessions.get(reply.session)?.onReset(reply.reason, reply.incarnation)
    }
  }

  #fail(error: Error): void {
    this.isOver = true
    for (const {reject} of this.#pending.values()) reject(error)
    this.#pending.clear()
    for (const session of this.#sessions.values()) session.onReset('failed', '')
    this.#sessions.clear()
  }
}

/** A live session in another thread. The thread sends each event once, however many subscribers there are. */
class SessionProxy implements LiveSession {
  readonly #thread: SessionThread
  readonly #number: number
  readonly #close: () => void
  readonly #subscribers = new Set<LiveSubscriber>()
  readonly isPartial: boolean
  readonly ready: Promise<void>
  incarnation: string
  isClosed = false

  constructor(options: FileSessionOptions, thread: SessionThread, number: number, close: () => void) {
    this.#thread = thread
    this.#number = number
    this.#close = close
    this.incarnation = `${options.incarnation}.0`
    this.isPartial = options.tail !== undefined
    this.ready = this.#call({method: 'ready'}).then(() => {})
    // Callers get the error; without a handler it would end the process.
    this.ready.catch(() => {})
  }

  async call<Method extends LiveSessionMethod>(
    method: Method,
    input: LiveSessionCalls[Method]['input'],
  ): Promise<LiveSessionCalls[Method]['result']> {
    const result = await this.#call({method, input})
    if (!isResultOf(method, result)) throw new Error(`Unexpected result of ${method}.`)
    return result
  }

  setArchived(archived: ArchivedSession): void {
    this.#thread.send({kind: 'archived', session: this.#number, archived})
  }

  subscribe(after: number, subscriber: LiveSubscriber): Promise<() => void> {
    const {incarnation} = this
    return new Promise((resolve, reject) => {
      const onSubscribed = (result: unknown): void => {
        if (!isThreadSubscription(result)) {
          reject(new Error('Unexpected result of subscribe.'))
          return
        }
        // Event numbers of one incarnation mean nothing in the next.
        if (result.incarnation !== incarnation) {
          subscriber.onReset('reset')
          resolve(() => {})
          return
        }
        // Without awaiting anything, so that no event is lost between the missed ones and the new ones.
        for (const event of result.missed) subscriber.onEvent(event)
        this.#subscribers.add(subscriber)
        resolve(() => void this.#subscribers.delete(subscriber))
      }
      this.#thread.call(this.#number, {method: 'subscribe', input: after}, {resolve: onSubscribed, reject})
    })
  }

  onEvent(event: LiveEvent): void {
    for (const subscriber of this.#subscribers) subscriber.onEvent(event)
  }

  onReset(reason: ResetReason, incarnation: string): void {
    this.incarnation = incarnation
    this.isClosed = reason === 'failed'
    resetSubscribers(this.#subscribers, reason)
  }

  close(): void {
    this.isClosed = true
    this.#subscribers.clear()
    this.#close()
  }

  #call(call: ThreadCall): Promise<unknown> {
    return new Promise((resolve, reject) => this.#thread.call(this.#number, call, {resolve, reject}))
  }
}
