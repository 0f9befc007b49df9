import type {LiveEvent} from './live-session.ts'

/** An event without its number. */
export type UnnumberedEvent = LiveEvent extends infer Event
  ? Event extends LiveEvent
    ? Omit<Event, 'n'>
    : never
  : never

/** Numbers events, and remembers the newest of each kind and place; `make` creates it again in its current state. */
export class LatestEvents {
  readonly #latest = new Map<string, {readonly n: number; readonly make: () => UnnumberedEvent}>()
  #n = 0

  /** The number of the newest event. */
  get n(): number {
    return this.#n
  }

  add(event: UnnumberedEvent, make: () => UnnumberedEvent = () => event): LiveEvent {
    this.#n += 1
    this.#latest.set(eventKey(event), {n: this.#n, make})
    return {...event, n: this.#n}
  }

  /** The events after a number: one per kind and place, in its current state. */
  since(after: number): readonly LiveEvent[] {
    return [...this.#latest.values()]
      .filter(({n}) => n > after)
      .sort((a, b) => a.n - b.n)
      .map(({n, make}) => ({...make(), n}))
  }
}

function eventKey(event: UnnumberedEvent): string {
  if (event.type === 'turn') return `turn ${event.turn}.${event.slice}`
  return event.type === 'outline' ? `outline ${event.turn}` : event.type
}
