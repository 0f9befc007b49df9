import type {Cost} from '../../page/index.ts'
import type {LiveSession, LiveSessionCalls, LiveSessionMethod, LiveSubscriber} from './live-session.ts'

/** Reading all of it takes a core; so long it leaves that to the page which is being opened. */
const wholeDelayMs = 500

/** A room that shows the end of a long session at once, and all of it as soon as it was read. */
export class TailFirstSession implements LiveSession {
  readonly #tail: LiveSession
  readonly #whole: Promise<LiveSession>
  #current: LiveSession
  readonly #subscribers = new Set<LiveSubscriber>()
  #isWhole = false
  #isClosed = false
  #cost: Cost | undefined

  /** The whole is opened a moment after its end was there, so that nothing makes that wait. */
  constructor(tail: LiveSession, openWhole: () => LiveSession) {
    this.#tail = tail
    this.#current = tail
    const open = (): LiveSession => {
      // Nobody waits for it any more, and nobody would end what it is read in.
      if (this.#isClosed) throw new Error('The room is closed.')
      const whole = openWhole()
      whole.setCost(this.#cost)
      whole.ready.then(
        () => this.#change(whole),
        () => whole.close(),
      )
      return whole
    }
    const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, wholeDelayMs))
    this.#whole = tail.ready.then(wait, () => {}).then(open)
    // Who asks hears of it; nobody may have asked.
    this.#whole.catch(() => {})
  }

  get incarnation(): string {
    return this.#current.incarnation
  }

  get isPartial(): boolean {
    return !this.#isWhole
  }

  get isClosed(): boolean {
    return this.#isClosed || this.#current.isClosed
  }

  get ready(): Promise<void> {
    return this.#current.ready
  }

  async call<Method extends LiveSessionMethod>(
    method: Method,
    given: LiveSessionCalls[Method]['given'],
  ): Promise<LiveSessionCalls[Method]['result']> {
    // A document must be complete, however long that takes.
    const room = method === 'document' ? await this.#whole : this.#current
    return room.call(method, given)
  }

  setCost(cost: Cost | undefined): void {
    this.#cost = cost
    this.#current.setCost(cost)
  }

  async subscribe(after: number, guest: LiveSubscriber): Promise<() => void> {
    const room = this.#current
    const leave = await room.subscribe(after, guest)
    if (room !== this.#current) {
      leave()
      guest.onReset('ready')
      return () => {}
    }
    if (!this.#isWhole) this.#subscribers.add(guest)
    return () => {
      this.#subscribers.delete(guest)
      leave()
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

  #change(whole: LiveSession): void {
    if (this.#isClosed) return
    this.#isWhole = true
    this.#current = whole
    whole.setCost(this.#cost)
    this.#tail.close()
    const guests = [...this.#subscribers]
    this.#subscribers.clear()
    for (const guest of guests) guest.onReset('ready')
  }
}
