import type {Entry} from '../../page/index.ts'

/** Names the messages of a thread, alike whoever tells it and from whichever source. */
export class ThreadKeys {
  readonly #counts = new Map<string, number>()

  /** Made of ids that every source of a session has; where there is none, of how many there were before. */
  of(entry: Entry, kind: string): string {
    const id = (kind === 'text' ? entry.answer : undefined) ?? entry.record ?? `turn-${entry.turn ?? 0}`
    const name = `${kind}:${id}`
    const count = this.count(name)
    return count === 0 ? name : `${name}:${count}`
  }

  /** How often it was asked for a name before. */
  count(name: string): number {
    const count = this.#counts.get(name) ?? 0
    this.#counts.set(name, count + 1)
    return count
  }
}
