/** The length of a UUID in its usual spelling. */
const uuidLength = 36

/** The value of each hexadecimal digit by its character code; -1 for all that is none. */
const digits = new Int8Array(128).fill(-1)
for (const [value, digit] of [...'0123456789abcdef'].entries()) digits[digit.charCodeAt(0)] = value

/**
 * Ids in the order they came, each with its place. Nearly all are UUIDs, of which there may be a million: those stand as
 * numbers in two columns, which takes a quarter of what strings in a `Map` do and is no work for the garbage collector.
 */
export class IdTable {
  #size = 0
  /** Four words a place, with their sign: what fits into 32 bits so is never boxed. */
  #words = new Int32Array(32)
  /** Open addressing: a place + 1, or 0 where the slot is free. */
  #slots = new Int32Array(16)
  /** Ids in any other spelling. */
  readonly #others = new Map<string, number>()
  readonly #otherAt = new Map<number, string>()
  /** The UUID that was read last, and its words: an id is looked for before it is added. */
  #readId: string | undefined
  readonly #read = new Int32Array(4)
  /** The id that was added last. It is asked for most: a record nearly always follows the one before it. */
  #newest: string | undefined

  /** How many places there are. */
  get size(): number {
    return this.#size
  }

  /** The place an id was given last. */
  placeOf(id: string): number | undefined {
    if (id === this.#newest) return this.#size - 1
    if (!this.#readUuid(id)) return this.#others.get(id)
    const place = (this.#slots[this.#slotOf()] ?? 0) - 1
    return place === -1 ? undefined : place
  }

  has(id: string): boolean {
    return this.placeOf(id) !== undefined
  }

  idAt(place: number): string | undefined {
    if (place < 0 || place >= this.#size) return undefined
    return this.#otherAt.get(place) ?? this.#uuidAt(place)
  }

  /** Tells whether the id at a place has not been given another since. */
  isLatest(place: number): boolean {
    const other = this.#otherAt.get(place)
    if (other !== undefined) return this.#others.get(other) === place
    this.#readPlace(place)
    return this.#slots[this.#slotOf()] === place + 1
  }

  /** Gives an id the next place; one that has a place already has this one from now on. */
  add(id: string): number {
    const place = this.#size
    this.#size += 1
    this.#newest = id
    if (this.#size * 4 > this.#words.length) this.#grow()
    if (this.#readUuid(id)) {
      for (let i = 0; i < 4; i += 1) this.#words[place * 4 + i] = this.#read[i] ?? 0
      this.#slots[this.#slotOf()] = place + 1
    } else {
      this.#others.set(id, place)
      this.#otherAt.set(place, id)
    }
    return place
  }

  /** Reads a UUID; tells whether the id is one, spelled in the only way that can be written back. */
  #readUuid(id: string): boolean {
    if (id === this.#readId) return true
    if (id.length !== uuidLength) return false
    this.#readId = undefined
    let nibbles = 0
    let word = 0
    for (let at = 0; at < uuidLength; at += 1) {
      const code = id.charCodeAt(at)
      if (at === 8 || at === 13 || at === 18 || at === 23) {
        if (code !== 45) return false
        continue
      }
      const digit = code < 128 ? (digits[code] ?? -1) : -1
      if (digit === -1) return false
      word = (word << 4) | digit
      nibbles += 1
      if ((nibbles & 7) === 0) this.#read[(nibbles >> 3) - 1] = word
    }
    this.#readId = id
    return true
  }

  #readPlace(place: number): void {
    this.#readId = undefined
    for (let i = 0; i < 4; i += 1) this.#read[i] = this.#words[place * 4 + i] ?? 0
  }

  /** The slot of the UUID that was read last, or the free one where it would stand. */
  #slotOf(): number {
    // Not taken apart as a list: that would go through the iterator of typed arrays.
    const a = this.#read[0] ?? 0
    const b = this.#read[1] ?? 0
    const c = this.#read[2] ?? 0
    const d = this.#read[3] ?? 0
    const mask = this.#slots.length - 1
    for (let slot = spread(a, b, c, d) & mask; ; slot = (slot + 1) & mask) {
      const place = (this.#slots[slot] ?? 0) - 1
      if (place === -1) return slot
      const at = place * 4
      const words = this.#words
      if (words[at] === a && words[at + 1] === b && words[at + 2] === c && words[at + 3] === d) return slot
    }
  }

  #grow(): void {
    const words = new Int32Array(this.#words.length * 2)
    words.set(this.#words)
    const old = this.#slots
    this.#words = words
    this.#slots = new Int32Array(old.length * 2)
    for (const mark of old) {
      if (mark === 0) continue
      this.#readPlace(mark - 1)
      this.#slots[this.#slotOf()] = mark
    }
  }

  #uuidAt(place: number): string {
    let hex = ''
    for (const word of this.#words.subarray(place * 4, place * 4 + 4))
      hex += (word >>> 0).toString(16).padStart(8, '0')
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  }
}

/** Spreads ids evenly also where a hostile or lazy writer counts them up. */
function spread(a: number, b: number, c: number, d: number): number {
  let hash = Math.imul(a ^ (b >>> 15), 0x9e3779b1)
  hash = Math.imul(hash ^ c ^ (hash >>> 13), 0x85ebca6b)
  hash = Math.imul(hash ^ d ^ (hash >>> 16), 0xc2b2ae35)
  return (hash ^ (hash >>> 15)) >>> 0
}
