import type {Cost} from '../../page/index.ts'
import type {Room, RoomCalls, RoomEvent, RoomGuest, RoomMethod} from '../room/room.ts'
import type {FileRoomPlan} from './file-room.ts'
import type {RoomQuestion} from './room-messages.ts'
import {isResultOf, isRoomJoined} from './room-messages.ts'

/** The way to the thread that a room is kept in. */
export interface RoomLine {
  /** `done` is called before anything that the room tells later. */
  ask(question: RoomQuestion, done: (result: unknown) => void, failed: (error: Error) => void): void
  noteCost(cost: Cost | undefined): void
  close(): void
}

/** A room that is kept in another thread. Everything is told to this one once, however many listen. */
export class WorkerRoom implements Room {
  readonly #line: RoomLine
  readonly #guests = new Set<RoomGuest>()
  readonly partial: boolean
  readonly ready: Promise<void>
  incarnation: string
  isClosed = false

  constructor({incarnation, tail}: FileRoomPlan, line: RoomLine) {
    this.#line = line
    this.incarnation = `${incarnation}.0`
    this.partial = tail !== undefined
    this.ready = this.#ask({method: 'ready'}).then(() => {})
    // Who asks hears of it; nobody may have asked yet.
    this.ready.catch(() => {})
  }

  async call<Method extends RoomMethod>(
    method: Method,
    given: RoomCalls[Method]['given'],
  ): Promise<RoomCalls[Method]['result']> {
    const result = await this.#ask({method, given})
    if (!isResultOf(method, result)) throw unexpected(method)
    return result
  }

  noteCost(cost: Cost | undefined): void {
    this.#line.noteCost(cost)
  }

  join(after: number, guest: RoomGuest): Promise<() => void> {
    const {incarnation} = this
    return new Promise((resolve, reject) => {
      this.#line.ask(
        {method: 'join', given: after},
        (joined) => {
          if (!isRoomJoined(joined)) return reject(unexpected('join'))
          // What was asked by the numbers of one incarnation means nothing in the next.
          if (joined.incarnation !== incarnation) {
            guest.renew('reset')
            return resolve(() => {})
          }
          // In the same breath, so that nothing is told between what was missed and what comes.
          for (const event of joined.missed) guest.hear(event)
          this.#guests.add(guest)
          resolve(() => void this.#guests.delete(guest))
        },
        reject,
      )
    })
  }

  hear(event: RoomEvent): void {
    for (const guest of this.#guests) guest.hear(event)
  }

  renew(reason: 'ready' | 'reset' | 'failed', incarnation: string): void {
    this.incarnation = incarnation
    this.isClosed = reason === 'failed'
    const guests = [...this.#guests]
    this.#guests.clear()
    for (const guest of guests) guest.renew(reason)
  }

  close(): void {
    this.isClosed = true
    this.#guests.clear()
    this.#line.close()
  }

  #ask(question: RoomQuestion): Promise<unknown> {
    return new Promise((resolve, reject) => this.#line.ask(question, resolve, reject))
  }
}

const unexpected = (method: string): Error =>
  new Error(`The thread of the session answered ${method} with something else.`)
