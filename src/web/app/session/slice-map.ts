import type {FetchedPart} from '../fetch-part.ts'

/** A slice of a session and its height. */
interface SlicePlace {
  readonly turn: number
  readonly slice: number
  items: number
  /** The measured height; `undefined` until it was on the page. */
  height: number | undefined
}

/** The position of a slice in the session. */
export type SliceKey = Pick<SlicePlace, 'turn' | 'slice'>

/** The estimated height of an item before anything was measured. */
const guess = 40
/** The bounds of the estimate, because a few long slices are not typical. */
const minPerItem = 24
const maxPerItem = 120

/** Knows the measured or estimated height of every slice, so that missing slices get their space. */
export class SliceMap {
  #places: SlicePlace[] = []
  /** Set once: a page whose length keeps changing would jump. */
  #perItem: number | undefined

  /** Takes `[turn, items of each slice…]`; known heights are kept. */
  constructor(turns: readonly (readonly number[])[], before?: SliceMap) {
    for (const [turn = 0, ...items] of turns)
      for (const [slice, count] of items.entries())
        this.#places.push({turn, slice, items: count, height: before?.get({turn, slice})?.height})
    this.#places.sort(compareSlices)
    this.#perItem = before?.perItem
  }

  get length(): number {
    return this.#places.length
  }

  get perItem(): number | undefined {
    return this.#perItem
  }

  at(index: number): SlicePlace | undefined {
    return this.#places[index]
  }

  get(key: SliceKey): SlicePlace | undefined {
    const place = this.#places[this.indexOf(key)]
    return place && compareSlices(place, key) === 0 ? place : undefined
  }

  /** The index of a slice, or where it would be. */
  indexOf(key: SliceKey): number {
    let [low, high] = [0, this.#places.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const place = this.#places[middle]
      if (place && compareSlices(place, key) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  put(key: SliceKey, items: number): void {
    const known = this.get(key)
    if (known) known.items = items
    else this.#places.splice(this.indexOf(key), 0, {...key, items, height: undefined})
  }

  remove(key: SliceKey): void {
    if (this.get(key)) this.#places.splice(this.indexOf(key), 1)
  }

  measure(key: SliceKey, height: number): void {
    const place = this.get(key)
    if (place) place.height = height
  }

  /** Estimates the height of an item from the first measurements. */
  learn(): void {
    const known = this.#places
      .flatMap(({items, height}) => (height && items > 0 ? [height / items] : []))
      .sort((a, b) => a - b)
    const middle = known[known.length >> 1]
    if (middle !== undefined) this.#perItem ??= Math.min(maxPerItem, Math.max(minPerItem, middle))
  }

  /** The total height of some slices. */
  heightOf(from: number, to: number): number {
    let sum = 0
    for (let index = from; index < to; index += 1) sum += this.#heightAt(index)
    return sum
  }

  /** The index of the slice at an offset from the slice `from`. */
  indexAt(offset: number, from: number, to: number): number {
    let rest = offset
    for (let index = from; index < to; index += 1) {
      rest -= this.#heightAt(index)
      if (rest < 0) return index
    }
    return Math.max(from, to - 1)
  }

  #heightAt(index: number): number {
    const place = this.#places[index]
    return place ? (place.height ?? Math.max(1, place.items) * (this.#perItem ?? guess)) : 0
  }
}

/** The order of slices. */
export const compareSlices = (a: SliceKey, b: SliceKey): number => a.turn - b.turn || a.slice - b.slice

/** Slices that were fetched. */
export interface FetchedSlices {
  readonly html: string
  /** The HTML of a slice from a newer event, if there was one. */
  newer(key: SliceKey): string | undefined
}

interface ReceivedSlice {
  readonly n: number
  readonly html: string
}

/** Fetches slices, and remembers events that arrive meanwhile, because they can be newer than the response. */
export class SliceRequests {
  readonly #fetch: (query: string) => Promise<FetchedPart>
  readonly #pending = new Set<Map<string, ReceivedSlice>>()

  constructor(fetch: (query: string) => Promise<FetchedPart>) {
    this.#fetch = fetch
  }

  /** Notes the slice of an event. */
  onSlice(key: SliceKey, html: string, n: number): void {
    for (const received of this.#pending) received.set(keyText(key), {n, html})
  }

  async fetch(query: string): Promise<FetchedSlices> {
    const received = new Map<string, ReceivedSlice>()
    this.#pending.add(received)
    try {
      const {html, headers} = await this.#fetch(query)
      const n = Number(/-(\d+)$/.exec(headers.get('recount-event') ?? '')?.[1] ?? 0)
      const newer = (key: SliceKey): string | undefined => {
        const known = received.get(keyText(key))
        return known && known.n > n ? known.html : undefined
      }
      return {html, newer}
    } finally {
      this.#pending.delete(received)
    }
  }
}

const keyText = ({turn, slice}: SliceKey): string => `${turn}.${slice}`

/** A request for slices. */
export interface SliceNeed {
  readonly query: string
  /** It replaces the loaded slices, which are too far away. */
  readonly isJump: boolean
}

/** Positions on the screen, in pixels from its top. */
interface Sight {
  /** The loaded slices. */
  readonly top: number
  readonly bottom: number
  /** The gaps before and after them. */
  readonly before: number
  readonly after: number
  /** The height of the screen. */
  readonly height: number
}

/** Slices this close to the screen are loaded. */
const near = 3000

/** The slices that are close to the screen and not loaded; `first` to `last` are loaded. */
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
    if (top > 2 * height) return jump(map, map.indexAt(-before, 0, first))
    return {query: `before=${cursor(map, first)}`, isJump: false}
  }
  if (last < length - 1 && bottom < height + near) {
    if (bottom < -height) return jump(map, map.indexAt(-after, last + 1, length))
    return {query: `from=${cursor(map, last + 1)}`, isJump: false}
  }
  return undefined
}

const jump = (map: SliceMap, index: number): SliceNeed => ({
  query: `from=${cursor(map, Math.max(0, index - 1))}`,
  isJump: true,
})

function cursor(map: SliceMap, index: number): string {
  const place = map.at(index)
  return place ? `${place.turn}.${place.slice}` : '0'
}
