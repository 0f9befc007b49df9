import type {Turn} from '../session.ts'

/**
 * Finds the last turn that began at a time or before it. Turns need not begin in the order of their times; one that
 * a later one began before is never the last, so those that remain are ordered by both.
 */
export class TurnsByStart {
  readonly #turns: Turn[] = []
  /** The newest turn: when it began may not be known yet. */
  #newest: Turn | undefined

  add(turn: Turn): void {
    const before = this.#newest
    this.#newest = turn
    if (!before) return
    for (let last = this.#turns.at(-1); last && startOf(last) >= startOf(before); last = this.#turns.at(-1))
      this.#turns.pop()
    this.#turns.push(before)
  }

  lastBefore(time: number): Turn | undefined {
    if (this.#newest && startOf(this.#newest) <= time) return this.#newest
    let [first, end] = [0, this.#turns.length]
    while (first < end) {
      const middle = (first + end) >> 1
      const turn = this.#turns[middle]
      if (turn && startOf(turn) <= time) first = middle + 1
      else end = middle
    }
    return this.#turns[first - 1]
  }
}

const startOf = ({startedAt}: Turn): number => startedAt ?? Number.NEGATIVE_INFINITY
