import type {LiveEvent} from './live-session.ts'

/** An event before it has its number. */
export type UnnumberedEvent = LiveEvent extends infer Event
  ? Event extends LiveEvent
    ? Omit<Event, 'n'>
    : never
  : never

interface Note {
  readonly n: number
  readonly make: () => UnnumberedEvent
}

/** Numbers events, and remembers for each kind and place which was the newest; what it said can be made again. */
export class LatestEvents {
  readonly #notes = new Map<string, Note>()
  #n = 0

  /** The number of the newest event. */
  get n(): number {
    return this.#n
  }

  /** Numbers an event; `make` gives it as it is when somebody asks later. */
  add(told: UnnumberedEvent, make: () => UnnumberedEvent = () => told): LiveEvent {
    this.#n += 1
    this.#notes.set(keyOf(told), {n: this.#n, make})
    return {...told, n: this.#n}
  }

  /** What was told since an event, each thing once, as it is now. */
  since(after: number): readonly LiveEvent[] {
    return [...this.#notes.values()]
      .filter(({n}) => n > after)
      .sort((a, b) => a.n - b.n)
      .map(({n, make}) => ({...make(), n}))
  }
}

function keyOf(told: UnnumberedEvent): string {
  if (told.type === 'turn') return `turn ${told.turn}.${told.piece}`
  return told.type === 'outline' ? `outline ${told.turn}` : told.type
}
