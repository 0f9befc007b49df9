/** Things of which the earliest is wanted again and again, as a binary heap: each step takes the logarithm of their number. */
export class EarliestFirst<Thing> {
  readonly #heap: Thing[] = []
  readonly #compare: (a: Thing, b: Thing) => number

  constructor(compare: (a: Thing, b: Thing) => number) {
    this.#compare = compare
  }

  get first(): Thing | undefined {
    return this.#heap[0]
  }

  add(thing: Thing): void {
    this.#heap.push(thing)
    let place = this.#heap.length - 1
    while (place > 0 && this.#isBefore(place, (place - 1) >> 1)) {
      this.#swap(place, (place - 1) >> 1)
      place = (place - 1) >> 1
    }
  }

  /** Puts the first where it belongs now that it has changed. */
  settleFirst(): void {
    let place = 0
    for (;;) {
      const [left, right] = [2 * place + 1, 2 * place + 2]
      let least = place
      if (left < this.#heap.length && this.#isBefore(left, least)) least = left
      if (right < this.#heap.length && this.#isBefore(right, least)) least = right
      if (least === place) return
      this.#swap(place, least)
      place = least
    }
  }

  removeFirst(): void {
    const last = this.#heap.pop()
    if (last === undefined || this.#heap.length === 0) return
    this.#heap[0] = last
    this.settleFirst()
  }

  all(): readonly Thing[] {
    return this.#heap
  }

  #isBefore(a: number, b: number): boolean {
    const [one, other] = [this.#heap[a], this.#heap[b]]
    return one !== undefined && other !== undefined && this.#compare(one, other) < 0
  }

  #swap(a: number, b: number): void {
    const [one, other] = [this.#heap[a], this.#heap[b]]
    if (one === undefined || other === undefined) return
    this.#heap[a] = other
    this.#heap[b] = one
  }
}
