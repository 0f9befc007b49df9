import type {Room, RoomGuest} from './room.ts'

/** How many rooms stay open, and for how long nobody need look at one. */
export interface RegistryOptions {
  readonly now: () => number
  readonly idleMs: number
  readonly most: number
}

interface Lease {
  readonly room: Promise<Room | undefined>
  guests: number
  seen: number
}

/** The rooms that are open, one a session. A room is closed when nobody has looked for a while. */
export class RoomRegistry {
  readonly #open: (session: string) => Promise<Room | undefined>
  readonly #options: RegistryOptions
  readonly #leases = new Map<string, Lease>()

  constructor(open: (session: string) => Promise<Room | undefined>, options: RegistryOptions) {
    this.#open = open
    this.#options = options
  }

  /** The room of a session; nothing where there is no such session. */
  async use(session: string): Promise<Room | undefined> {
    await this.#dropClosed(session)
    const known = this.#leases.get(session)
    const lease = known ?? {room: this.#open(session), guests: 0, seen: 0}
    lease.seen = this.#options.now()
    if (!known) this.#leases.set(session, lease)
    try {
      const room = await lease.room
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
    const room = await lease?.room.catch(() => undefined)
    if (room?.isClosed && this.#leases.get(session) === lease) this.drop(session)
  }

  /** Joins a room; while somebody is in it, it stays. */
  async join(session: string, room: Room, after: number, guest: RoomGuest): Promise<() => void> {
    const lease = this.#leases.get(session)
    if (lease) lease.guests += 1
    let isHere = true
    const gone = (): void => {
      if (lease && isHere) {
        lease.guests -= 1
        lease.seen = this.#options.now()
      }
      isHere = false
    }
    try {
      const leave = await room.join(after, {
        hear: (event) => guest.hear(event),
        renew: (reason) => {
          if (reason === 'failed') this.drop(session)
          guest.renew(reason)
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
  async note(session: string, tell: (room: Room) => void): Promise<void> {
    const room = await this.#leases.get(session)?.room.catch(() => undefined)
    if (room) tell(room)
  }

  /** Closes what nobody looks at; whoever has just opened one is about to look. */
  sweep(opened?: string): void {
    const {now, idleMs, most} = this.#options
    const idle = [...this.#leases]
      .filter(([session, {guests}]) => guests === 0 && session !== opened)
      .sort(([, a], [, b]) => a.seen - b.seen)
    let over = this.#leases.size - most
    for (const [session, {seen}] of idle) {
      if (over <= 0 && now() - seen < idleMs) return
      over -= 1
      this.drop(session)
    }
  }

  drop(session: string): void {
    const lease = this.#leases.get(session)
    this.#leases.delete(session)
    lease?.room.then(
      (room) => room?.close(),
      () => {},
    )
  }

  close(): void {
    for (const session of [...this.#leases.keys()]) this.drop(session)
  }
}
