import type {Cost} from '../../page/index.ts'
import type {PieceWish, Room, RoomEvent, RoomFormat, RoomGuest} from '../room/room.ts'
import type {FileRoomPlan} from './file-room.ts'
import type {RoomAnswer, RoomQuestion} from './room-messages.ts'

/** The way to the thread that a room is kept in. */
export interface RoomLine {
  /** `done` is called before anything that the room tells later. */
  ask(question: RoomQuestion, done: (answer: RoomAnswer) => void, failed: (error: Error) => void): void
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
    this.ready = this.#ask({what: 'ready'}).then(() => {})
    // Who asks hears of it; nobody may have asked yet.
    this.ready.catch(() => {})
  }

  async view(wish: PieceWish) {
    const answer = await this.#ask({what: 'view', wish})
    if (answer.what !== 'view') throw unexpected(answer)
    return answer.value
  }

  async pieces(wish: PieceWish) {
    const answer = await this.#ask({what: 'pieces', wish})
    if (answer.what !== 'pieces') throw unexpected(answer)
    return answer.value
  }

  async outline() {
    const answer = await this.#ask({what: 'outline'})
    if (answer.what !== 'outline') throw unexpected(answer)
    return answer.value
  }

  async find(name: string) {
    const answer = await this.#ask({what: 'find', name})
    if (answer.what !== 'find') throw unexpected(answer)
    return answer.value
  }

  async raw(anchor: string) {
    const answer = await this.#ask({what: 'raw', anchor})
    if (answer.what !== 'raw') throw unexpected(answer)
    return answer.value
  }

  async markdown(anchor: string) {
    const answer = await this.#ask({what: 'markdown', anchor})
    if (answer.what !== 'markdown') throw unexpected(answer)
    return answer.value
  }

  async image(name: string) {
    const answer = await this.#ask({what: 'image', name})
    if (answer.what !== 'image') throw unexpected(answer)
    return answer.value
  }

  async step() {
    const answer = await this.#ask({what: 'step'})
    if (answer.what !== 'step') throw unexpected(answer)
    return answer.value
  }

  async document(format: RoomFormat) {
    const answer = await this.#ask({what: 'document', format})
    if (answer.what !== 'document') throw unexpected(answer)
    return answer.value
  }

  noteCost(cost: Cost | undefined): void {
    this.#line.noteCost(cost)
  }

  join(after: number, guest: RoomGuest): Promise<() => void> {
    const {incarnation} = this
    return new Promise((resolve, reject) => {
      this.#line.ask(
        {what: 'join', after},
        (answer) => {
          if (answer.what !== 'join') return reject(unexpected(answer))
          // What was asked by the numbers of one incarnation means nothing in the next.
          if (answer.incarnation !== incarnation) {
            guest.renew('reset')
            return resolve(() => {})
          }
          // In the same breath, so that nothing is told between what was missed and what comes.
          for (const event of answer.value) guest.hear(event)
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

  #ask(question: RoomQuestion): Promise<RoomAnswer> {
    return new Promise((resolve, reject) => this.#line.ask(question, resolve, reject))
  }
}

const unexpected = ({what}: RoomAnswer): Error => new Error(`An answer about ${what} came unasked.`)
