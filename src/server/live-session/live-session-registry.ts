import type {LiveSession, LiveSubscriber} from './live-session.ts'

/** How many sessions stay open, and for how long without subscribers. */
export interface LiveSessionRegistryOptions {
  readonly now: () => number
  readonly idleMs: number
  readonly maxOpen: number
}

interface OpenSession {
  readonly live: Promise<LiveSession | undefined>
  subscribers: number
  usedAt: number
}

/** The open live sessions by id. A session is closed when it had no subscribers for a while. */
export class LiveSessionRegistry {
  readonly #open: (session: string) => Promise<LiveSession | undefined>
  readonly #options: LiveSessionRegistryOptions
  readonly #sessions = new Map<string, OpenSession>()

  constructor(
    open: (session: string) => Promise<LiveSession | undefined>,
    options: LiveSessionRegistryOptions,
  ) {
    this.#open = open
    this.#options = options
  }

  /** Opens a session if it is not open; undefined if there is no such session. */
  async get(id: string): Promise<LiveSession | undefined> {
    await this.#dropFailed(id)
    const known = this.#sessions.get(id)
    const session = known ?? {live: this.#open(id), subscribers: 0, usedAt: 0}
    session.usedAt = this.#options.now()
    if (!known) this.#sessions.set(id, session)
    try {
      const live = await session.live
      if (!live) this.#sessions.delete(id)
      else if (!known) this.sweep(id)
      return live
    } catch (error) {
      this.drop(id)
      throw error
    }
  }

  /** A session that has failed is opened again. */
  async #dropFailed(id: string): Promise<void> {
    const session = this.#sessions.get(id)
    const live = await session?.live.catch(() => undefined)
    if (live?.isClosed && this.#sessions.get(id) === session) this.drop(id)
  }

  /** Subscribes to a session, which stays open until all have unsubscribed. */
  async subscribe(
    id: string,
    live: LiveSession,
    after: number,
    subscriber: LiveSubscriber,
  ): Promise<() => void> {
    const session = this.#sessions.get(id)
    if (session) session.subscribers += 1
    let isSubscribed = true
    const release = (): void => {
      if (session && isSubscribed) {
        session.subscribers -= 1
        session.usedAt = this.#options.now()
      }
      isSubscribed = false
    }
    try {
      const unsubscribe = await live.subscribe(after, {
        onEvent: (event) => subscriber.onEvent(event),
        onReset: (reason) => {
          if (reason === 'failed') this.drop(id)
          subscriber.onReset(reason)
        },
      })
      return () => {
        release()
        unsubscribe()
      }
    } catch (error) {
      release()
      throw error
    }
  }

  /** The number of open sessions. */
  get size(): number {
    return this.#sessions.size
  }

  /** Calls `update` with a session if it is open. */
  async updateOpen(id: string, update: (live: LiveSession) => void): Promise<void> {
    const live = await this.#sessions.get(id)?.live.catch(() => undefined)
    if (live) update(live)
  }

  /** Closes unused sessions, except the one that was just opened. */
  sweep(opened?: string): void {
    const {now, idleMs, maxOpen} = this.#options
    const unused = [...this.#sessions]
      .filter(([id, {subscribers}]) => subscribers === 0 && id !== opened)
      .sort(([, a], [, b]) => a.usedAt - b.usedAt)
    let excess = this.#sessions.size - maxOpen
    for (const [id, {usedAt}] of unused) {
      if (excess <= 0 && now() - usedAt < idleMs) return
      excess -= 1
      this.drop(id)
    }
  }

  drop(id: string): void {
    const session = this.#sessions.get(id)
    this.#sessions.delete(id)
    session?.live.then(
      (live) => live?.close(),
      () => {},
    )
  }

  close(): void {
    for (const id of [...this.#sessions.keys()]) this.drop(id)
  }
}
