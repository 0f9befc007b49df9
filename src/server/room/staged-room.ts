import type {Cost} from '../../page/index.ts'
import type {Room, RoomCalls, RoomGuest, RoomMethod} from './room.ts'

/** Reading all of it takes a core; so long it leaves that to the page which is being opened. */
const breath = 500

/** A room that shows the end of a long session at once, and all of it as soon as it was read. */
export class StagedRoom implements Room {
  readonly #tail: Room
  readonly #whole: Promise<Room>
  #room: Room
  readonly #guests = new Set<RoomGuest>()
  #isWhole = false
  #isClosed = false
  #cost: Cost | undefined

  /** The whole is opened a moment after its end was there, so that nothing makes that wait. */
  constructor(tail: Room, openWhole: () => Room) {
    this.#tail = tail
    this.#room = tail
    const open = (): Room => {
      // Nobody waits for it any more, and nobody would end what it is read in.
      if (this.#isClosed) throw new Error('The room is closed.')
      const whole = openWhole()
      whole.noteCost(this.#cost)
      whole.ready.then(
        () => this.#change(whole),
        () => whole.close(),
      )
      return whole
    }
    const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, breath))
    this.#whole = tail.ready.then(wait, () => {}).then(open)
    // Who asks hears of it; nobody may have asked.
    this.#whole.catch(() => {})
  }

  get incarnation(): string {
    return this.#room.incarnation
  }

  get partial(): boolean {
    return !this.#isWhole
  }

  get isClosed(): boolean {
    return this.#isClosed || this.#room.isClosed
  }

  get ready(): Promise<void> {
    return this.#room.ready
  }

  async call<Method extends RoomMethod>(
    method: Method,
    given: RoomCalls[Method]['given'],
  ): Promise<RoomCalls[Method]['result']> {
    // A document must be complete, however long that takes.
    const room = method === 'document' ? await this.#whole : this.#room
    return room.call(method, given)
  }

  noteCost(cost: Cost | undefined): void {
    this.#cost = cost
    this.#room.noteCost(cost)
  }

  async join(after: number, guest: RoomGuest): Promise<() => void> {
    const room = this.#room
    const leave = await room.join(after, guest)
    if (room !== this.#room) {
      leave()
      guest.renew('ready')
      return () => {}
    }
    if (!this.#isWhole) this.#guests.add(guest)
    return () => {
      this.#guests.delete(guest)
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

  #change(whole: Room): void {
    if (this.#isClosed) return
    this.#isWhole = true
    this.#room = whole
    whole.noteCost(this.#cost)
    this.#tail.close()
    const guests = [...this.#guests]
    this.#guests.clear()
    for (const guest of guests) guest.renew('ready')
  }
}
