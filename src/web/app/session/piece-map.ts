/** Where a piece of a session stands, and how high it is. */
interface PieceSpot {
  readonly turn: number
  readonly piece: number
  items: number
  /** As it was last seen; nothing where it was not seen yet. */
  height: number | undefined
}

/** A piece's place in the session. */
export type PieceKey = Pick<PieceSpot, 'turn' | 'piece'>

/** What one thing takes on the page, as long as none was seen. */
const guess = 40
/** A few pieces with much in them say little of the others. */
const least = 24
const most = 120

/** Knows of every piece of a session how high it is or may be, so that what is not there has its space. */
export class PieceMap {
  #spots: PieceSpot[] = []
  /** It stays as it was first found: a page whose length is corrected all the time jumps. */
  #perItem: number | undefined

  /** Takes in `[turn, items of each piece…]`; heights that are known stay known. */
  constructor(turns: readonly (readonly number[])[], before?: PieceMap) {
    for (const [turn = 0, ...items] of turns)
      for (const [piece, count] of items.entries())
        this.#spots.push({turn, piece, items: count, height: before?.get({turn, piece})?.height})
    this.#spots.sort(compareKeys)
    this.#perItem = before?.perItem
  }

  get length(): number {
    return this.#spots.length
  }

  get perItem(): number | undefined {
    return this.#perItem
  }

  at(index: number): PieceSpot | undefined {
    return this.#spots[index]
  }

  get(key: PieceKey): PieceSpot | undefined {
    const spot = this.#spots[this.place(key)]
    return spot && compareKeys(spot, key) === 0 ? spot : undefined
  }

  /** The place of a piece, or where it would be. */
  place(key: PieceKey): number {
    let [low, high] = [0, this.#spots.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const spot = this.#spots[middle]
      if (spot && compareKeys(spot, key) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  put(key: PieceKey, items: number): void {
    const known = this.get(key)
    if (known) known.items = items
    else this.#spots.splice(this.place(key), 0, {...key, items, height: undefined})
  }

  remove(key: PieceKey): void {
    if (this.get(key)) this.#spots.splice(this.place(key), 1)
  }

  measure(key: PieceKey, height: number): void {
    const spot = this.get(key)
    if (!spot) return
    spot.height = height
  }

  /** Takes what was measured for what the rest is like, the first time that there is something. */
  learn(): void {
    const known = this.#spots
      .flatMap(({items, height}) => (height && items > 0 ? [height / items] : []))
      .sort((a, b) => a - b)
    const middle = known[known.length >> 1]
    if (middle !== undefined) this.#perItem ??= Math.min(most, Math.max(least, middle))
  }

  /** How high the pieces of some places are together. */
  heightOf(from: number, to: number): number {
    let sum = 0
    for (let index = from; index < to; index += 1) sum += this.#heightAt(index)
    return sum
  }

  /** The place of the piece at a height, from a place on. */
  placeAt(offset: number, from: number, to: number): number {
    let rest = offset
    for (let index = from; index < to; index += 1) {
      rest -= this.#heightAt(index)
      if (rest < 0) return index
    }
    return Math.max(from, to - 1)
  }

  #heightAt(index: number): number {
    const spot = this.#spots[index]
    return spot ? (spot.height ?? Math.max(1, spot.items) * (this.#perItem ?? guess)) : 0
  }
}

/** Which of two pieces is read first. */
export const compareKeys = (a: PieceKey, b: PieceKey): number => a.turn - b.turn || a.piece - b.piece
