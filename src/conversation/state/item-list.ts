import type {Item} from '../session.ts'

/** An item is nearly always among the last ones. */
const nearEnd = 16

/** The items of a turn or of an agent's thread. Adding, replacing and removing one takes constant time. */
export class ItemList {
  #items: Item[] = []
  /** Keys of items that were removed since the list was last read. */
  readonly #removed = new Set<number>()
  /** The place of each item by its key, made when one is looked for that is not near the end. */
  #places: Map<number, number> | undefined

  get all(): readonly Item[] {
    if (this.#removed.size > 0) {
      this.#items = this.#items.filter(({key}) => !this.#removed.has(key))
      this.#removed.clear()
      this.#places = undefined
    }
    return this.#items
  }

  add(item: Item): void {
    this.#places?.set(item.key, this.#items.length)
    this.#items.push(item)
  }

  /** Adds items before the one at a place; at the end if that is −1. */
  insert(items: readonly Item[], place: number): void {
    if (place === -1) {
      for (const item of items) this.add(item)
      return
    }
    this.#items = [...this.all.slice(0, place), ...items, ...this.all.slice(place)]
    this.#places = undefined
  }

  /** Puts a newer state of an item in its place. */
  replace(item: Item): void {
    const place = this.#placeOf(item.key)
    if (place !== undefined) this.#items[place] = item
  }

  remove(item: Item): void {
    if (this.#placeOf(item.key) !== undefined) this.#removed.add(item.key)
  }

  clear(): void {
    this.#items = []
    this.#removed.clear()
    this.#places = undefined
  }

  #placeOf(key: number): number | undefined {
    const {length} = this.#items
    for (let place = length - 1; place >= Math.max(0, length - nearEnd); place -= 1)
      if (this.#items[place]?.key === key) return place
    this.#places ??= new Map(this.#items.map((item, place) => [item.key, place]))
    return this.#places.get(key)
  }
}
