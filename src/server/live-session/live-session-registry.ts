import type {LiveSession, LiveSubscriber} from './live-session.ts'

/** How many rooms stay open, and for how long nobody need look at one. */
export interface LiveSessionRegistryOptions {
  readonly now: () => number
  readonly idleMs: number
  readonly maxOpen: number
}

interface Lease {
  readonly live: Promise<LiveSession | undefined>
  subscribers: number
  seen: number
}

/** The rooms that are open, one a session. A room is closed when nobody has looked for a while. */
export class LiveSessionRegistry {
  readonly #open: (session: string) => Promise<LiveSession | undefined>
  readonly #options: LiveSessionRegistryOptions
  readonly #leases = new Map<string, Lease>()

  constructor(
    open: (session: string) => Promise<LiveSession | undefined>,
    options: LiveSessionRegistryOptions,
  ) {
    this.#open = open
    this.#options = options
  }

  /** The room of a session; nothing where there is no such session. */
  async get(session: string): Promise<LiveSession | undefined> {
    await this.#dropClosed(session)
    const known = this.#leases.get(session)
    const lease = known ?? {live: this.#open(session), subscribers: 0, seen: 0}
    lease.seen = this.#options.now()
    if (!known) this.#leases.set(session, lease)
    try {
      const room = await lease.live
      if (!room) this.#leases.delete(session)
      else if (!known) this.sweep(session)
      return room
    } catch (error) {
      this.drop(session)
      throw error
    }
  }

  /** A room that has failed is opened anew. */
  async #dropClosed(session: string): Promise<void> {
    const lease = this.#leases.get(session)
    const room = await lease?.live.catch(() => undefined)
    if (room?.isClosed && this.#leases.get(session) === lease) this.drop(session)
  }

  /** Joins a room; while somebody is in it, it stays. */
  async subscribe(
    session: string,
    room: LiveSession,
    after: number,
    guest: LiveSubscriber,
  ): Promise<() => void> {
    const lease = this.#leases.get(session)
    if (lease) lease.subscribers += 1
    let isHere = true
    const gone = (): void => {
      if (lease && isHere) {
        lease.subscribers -= 1
        lease.seen = this.#options.now()
      }
      isHere = false
    }
    try {
      const leave = await room.subscribe(after, {
        onEvent: (event) => guest.onEvent(event),
        onReset: (reason) => {
          if (reason === 'failed') this.drop(session)
          guest.onReset(reason)
        },
      })
      return () => {
        gone()
        leave()
      }
    } catch (error) {
      gone()
      throw error
    }
  }

  /** The rooms that are open. */
  get size(): number {
    return this.#leases.size
  }

  /** Passes on what a session is known to have cost. */
  async updateOpen(session: string, tell: (room: LiveSession) => void): Promise<void> {
    const room = await this.#leases.get(session)?.live.catch(() => undefined)
    if (room) tell(room)
  }

  /** Closes what nobody looks at; whoever has just opened one is about to look. */
  sweep(opened?: string): void {
    const {now, idleMs, maxOpen} = this.#options
    const idle = [...this.#leases]
      .filter(([session, {subscribers}]) => subscribers === 0 && session !== opened)
      .sort(([, a], [, b]) => a.seen - b.seen)
    let over = this.#leases.size - maxOpen
    for (const [session, {seen}] of idle) {
      if (over <= 0 && now() - seen < idleMs) return
      over -= 1
      this.drop(session)
    }
  }

  drop(session: string): void {
    const lease = this.#leases.get(session)
    this.#leases.delete(session)
    lease?.live.then(
      (room) => room?.close(),
      () => {},
    )
  }

  close(): void {
    for (const session of [...this.#leases.keys()]) this.drop(session)
  }
}
