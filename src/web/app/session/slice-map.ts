import type {FetchedPart} from '../fetch-part.ts'

/** Where a piece of a session stands, and how high it is. */
interface SlicePlace {
  readonly turn: number
  readonly piece: number
  items: number
  /** As it was last seen; nothing where it was not seen yet. */
  height: number | undefined
}

/** A piece's place in the session. */
export type SliceKey = Pick<SlicePlace, 'turn' | 'piece'>

/** What one thing takes on the page, as long as none was seen. */
const guess = 40
/** A few pieces with much in them say little of the others. */
const minPerItem = 24
const maxPerItem = 120

/** Knows of every piece of a session how high it is or may be, so that what is not there has its space. */
export class SliceMap {
  #spots: SlicePlace[] = []
  /** It stays as it was first found: a page whose length is corrected all the time jumps. */
  #perItem: number | undefined

  /** Takes in `[turn, items of each piece…]`; heights that are known stay known. */
  constructor(turns: readonly (readonly number[])[], before?: SliceMap) {
    for (const [turn = 0, ...items] of turns)
      for (const [piece, count] of items.entries())
        this.#spots.push({turn, piece, items: count, height: before?.get({turn, piece})?.height})
    this.#spots.sort(compareSlices)
    this.#perItem = before?.perItem
  }

  get length(): number {
    return this.#spots.length
  }

  get perItem(): number | undefined {
    return this.#perItem
  }

  at(index: number): SlicePlace | undefined {
    return this.#spots[index]
  }

  get(key: SliceKey): SlicePlace | undefined {
    const spot = this.#spots[this.place(key)]
    return spot && compareSlices(spot, key) === 0 ? spot : undefined
  }

  /** The place of a piece, or where it would be. */
  place(key: SliceKey): number {
    let [low, high] = [0, this.#spots.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const spot = this.#spots[middle]
      if (spot && compareSlices(spot, key) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  put(key: SliceKey, items: number): void {
    const known = this.get(key)
    if (known) known.items = items
    else this.#spots.splice(this.place(key), 0, {...key, items, height: undefined})
  }

  remove(key: SliceKey): void {
    if (this.get(key)) this.#spots.splice(this.place(key), 1)
  }

  measure(key: SliceKey, height: number): void {
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
    if (middle !== undefined) this.#perItem ??= Math.min(maxPerItem, Math.max(minPerItem, middle))
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
export const compareSlices = (a: SliceKey, b: SliceKey): number => a.turn - b.turn || a.piece - b.piece

/** Pieces that were asked for. */
export interface FetchedSlices {
  readonly html: string
  /** What was told of a piece after the answer was made; nothing where the answer is newer. */
  newer(key: SliceKey): string | undefined
}

interface ReceivedSlice {
  readonly n: number
  readonly html: string
}

/** Asks for pieces, and remembers what is told while answers are under way: it may overtake them, each by itself. */
export class SliceRequests {
  readonly #fetch: (query: string) => Promise<FetchedPart>
  readonly #pending = new Set<Map<string, ReceivedSlice>>()

  constructor(fetch: (query: string) => Promise<FetchedPart>) {
    this.#fetch = fetch
  }

  /** Takes what an event told of a piece. */
  onSlice(key: SliceKey, html: string, n: number): void {
    for (const told of this.#pending) told.set(keyText(key), {n, html})
  }

  async fetch(query: string): Promise<FetchedSlices> {
    const told = new Map<string, ReceivedSlice>()
    this.#pending.add(told)
    try {
      const {html, headers} = await this.#fetch(query)
      const n = Number(/-(\d+)$/.exec(headers.get('recount-event') ?? '')?.[1] ?? 0)
      const newer = (key: SliceKey): string | undefined => {
        const known = told.get(keyText(key))
        return known && known.n > n ? known.html : undefined
      }
      return {html, newer}
    } finally {
      this.#pending.delete(told)
    }
  }
}

const keyText = ({turn, piece}: SliceKey): string => `${turn}.${piece}`

/** What is to be asked for. */
export interface SliceNeed {
  readonly query: string
  /** It takes the place of what is here, which is too far away to go on from. */
  readonly isJump: boolean
}

/** Where on the screen things begin and end, in pixels from its top. */
interface Sight {
  /** The pieces that are here. */
  readonly top: number
  readonly bottom: number
  /** The space of those before and after them. */
  readonly before: number
  readonly after: number
  /** How high the screen is. */
  readonly height: number
}

/** Pieces are asked for when they are so near. */
const near = 3000

/** What is about to be seen and is not here: the places `first` to `last` of the map are. */
export function findNeededSlices(
  map: SliceMap,
  first: number,
  last: number,
  sight: Sight,
): SliceNeed | undefined {
  const {top, bottom, before, after, height} = sight
  const {length} = map
  if (last < 0) return length > 0 ? jump(map, 0) : undefined
  if (first > 0 && top > -near) {
    if (top > 2 * height) return jump(map, map.placeAt(-before, 0, first))
    return {query: `before=${cursor(map, first)}`, isJump: false}
  }
  if (last < length - 1 && bottom < height + near) {
    if (bottom < -height) return jump(map, map.placeAt(-after, last + 1, length))
    return {query: `from=${cursor(map, last + 1)}`, isJump: false}
  }
  return undefined
}

const jump = (map: SliceMap, place: number): SliceNeed => ({
  query: `from=${cursor(map, Math.max(0, place - 1))}`,
  isJump: true,
})

function cursor(map: SliceMap, place: number): string {
  const spot = map.at(place)
  return spot ? `${spot.turn}.${spot.piece}` : '0'
}
