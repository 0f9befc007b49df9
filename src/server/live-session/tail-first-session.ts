import type {ArchivedSession} from '../../describe/page/describe-head.ts'
import type {LiveSession, LiveSessionCalls, LiveSessionMethod, LiveSubscriber} from './live-session.ts'
import {resetSubscribers} from './live-session.ts'

/** Reading the whole session takes a core; it waits this long so that the page can load first. */
const wholeDelayMs = 500

/** A long session: shows its tail first, and the complete session when it has been read. */
export class TailFirstSession implements LiveSession {
  readonly #tail: LiveSession
  readonly #whole: Promise<LiveSession>
  #current: LiveSession
  readonly #subscribers = new Set<LiveSubscriber>()
  #isClosed = false
  #archived: ArchivedSession | undefined

  constructor(tail: LiveSession, openWhole: () => LiveSession) {
    this.#tail = tail
    this.#current = tail
    const open = (): LiveSession => {
      // No one would close it.
      if (this.#isClosed) throw new Error('The session is closed.')
      const whole = openWhole()
      if (this.#archived) whole.setArchived(this.#archived)
      whole.ready.then(
        () => this.#switchTo(whole),
        () => whole.close(),
      )
      return whole
    }
    const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, wholeDelayMs))
    this.#whole = tail.ready.then(wait, () => {}).then(open)
    // Callers get the error; without a handler it would end the process.
    this.#whole.catch(() => {})
  }

  get incarnation(): string {
    return this.#current.incarnation
  }

  get isPartial(): boolean {
    return this.#current === this.#tail
  }

  get isClosed(): boolean {
    return this.#isClosed || this.#current.isClosed
  }

  get ready(): Promise<void> {
    return this.#current.ready
  }

  async call<Method extends LiveSessionMethod>(
    method: Method,
    input: LiveSessionCalls[Method]['input'],
  ): Promise<LiveSessionCalls[Method]['result']> {
    // These must be complete, however long that takes.
    const isWhole = method === 'document' || method === 'changes'
    const session = isWhole ? await this.#whole : this.#current
    return session.call(method, input)
  }

  setArchived(archived: ArchivedSession): void {
    this.#archived = archived
    this.#current.setArchived(archived)
  }

  async subscribe(after: number, subscriber: LiveSubscriber): Promise<() => void> {
    const session = this.#current
    const unsubscribe = await session.subscribe(after, subscriber)
    if (session !== this.#current) {
      unsubscribe()
      subscriber.onReset('ready')
      return () => {}
    }
    if (this.isPartial) this.#subscribers.add(subscriber)
    return () => {
      this.#subscribers.delete(subscriber)
      unsubscribe()
    }
  }

  close(): void {
    this.#isClosed = true
    this.#tail.close()
    this.#whole.then(
      (whole) => whole.close(),
      () => {},
    )
  }

  #switchTo(whole: LiveSession): void {
    if (this.#isClosed) return
    this.#current = whole
    if (this.#archived) whole.setArchived(this.#archived)
    this.#tail.close()
    resetSubscribers(this.#subscribers, 'ready')
  }
}
