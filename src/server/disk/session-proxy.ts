import type {Cost} from '../../page/index.ts'
import type {
  LiveEvent,
  LiveSession,
  LiveSessionCalls,
  LiveSessionMethod,
  LiveSubscriber,
} from '../live-session/live-session.ts'
import type {FileSessionOptions} from './file-session.ts'
import type {ThreadCall} from './thread-messages.ts'
import {isResultOf, isThreadSubscription} from './thread-messages.ts'

/** The way to the thread that a room is kept in. */
export interface ThreadConnection {
  /** `done` is called before anything that the room tells later. */
  call(question: ThreadCall, done: (result: unknown) => void, failed: (error: Error) => void): void
  setCost(cost: Cost | undefined): void
  close(): void
}

/** A room that is kept in another thread. Everything is told to this one once, however many listen. */
export class SessionProxy implements LiveSession {
  readonly #connection: ThreadConnection
  readonly #subscribers = new Set<LiveSubscriber>()
  readonly isPartial: boolean
  readonly ready: Promise<void>
  incarnation: string
  isClosed = false

  constructor({incarnation, tail}: FileSessionOptions, line: ThreadConnection) {
    this.#connection = line
    this.incarnation = `${incarnation}.0`
    this.isPartial = tail !== undefined
    this.ready = this.#call({method: 'ready'}).then(() => {})
    // Who asks hears of it; nobody may have asked yet.
    this.ready.catch(() => {})
  }

  async call<Method extends LiveSessionMethod>(
    method: Method,
    given: LiveSessionCalls[Method]['given'],
  ): Promise<LiveSessionCalls[Method]['result']> {
    const result = await this.#call({method, given})
    if (!isResultOf(method, result)) throw unexpected(method)
    return result
  }

  setCost(cost: Cost | undefined): void {
    this.#connection.setCost(cost)
  }

  subscribe(after: number, guest: LiveSubscriber): Promise<() => void> {
    const {incarnation} = this
    return new Promise((resolve, reject) => {
      this.#connection.call(
        {method: 'join', given: after},
        (joined) => {
          if (!isThreadSubscription(joined)) return reject(unexpected('join'))
          // What was asked by the numbers of one incarnation means nothing in the next.
          if (joined.incarnation !== incarnation) {
            guest.onReset('reset')
            return resolve(() => {})
          }
          // In the same breath, so that nothing is told between what was missed and what comes.
          for (const event of joined.missed) guest.onEvent(event)
          this.#subscribers.add(guest)
          resolve(() => void this.#subscribers.delete(guest))
        },
        reject,
      )
    })
  }

  onEvent(event: LiveEvent): void {
    for (const guest of this.#subscribers) guest.onEvent(event)
  }

  onReset(reason: 'ready' | 'reset' | 'failed', incarnation: string): void {
    this.incarnation = incarnation
    this.isClosed = reason === 'failed'
    const guests = [...this.#subscribers]
    this.#subscribers.clear()
    for (const guest of guests) guest.onReset(reason)
  }

  close(): void {
    this.isClosed = true
    this.#subscribers.clear()
    this.#connection.close()
  }

  #call(question: ThreadCall): Promise<unknown> {
    return new Promise((resolve, reject) => this.#connection.call(question, resolve, reject))
  }
}

const unexpected = (method: string): Error =>
  new Error(`The thread of the session answered ${method} with something else.`)
