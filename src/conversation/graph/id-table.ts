/** The length of a UUID with dashes. */
const uuidLength = 36

/** The value of each hexadecimal digit by its character code; -1 for all that is none. */
const digits = new Int8Array(128).fill(-1)
for (const [value, digit] of [...'0123456789abcdef'].entries()) digits[digit.charCodeAt(0)] = value

/**
 * Ids in the order they were added, each with its place. Nearly all are UUIDs, of which there may be a million: those
 * are numbers in two columns, which take a quarter of the memory of strings in a `Map` and need no garbage collection.
 */
export class IdTable {
  #size = 0
  /** Four words a place, with their sign: what fits into 32 bits so is never boxed. */
  #words = new Int32Array(32)
  /** Open addressing: a place + 1, or 0 if the slot is free. */
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

  /** The ids that another table has as well, each as often as it has a place here. Makes no text of the others. */
  sharedWith(other: IdTable): readonly string[] {
    const shared: string[] = []
    for (let place = 0; place < this.#size; place += 1) {
      const name = this.#otherAt.get(place)
      if (name !== undefined) {
        if (other.#others.has(name)) shared.push(name)
        continue
      }
      other.#readWords(this.#words, place)
      if (other.#slots[other.#slotOf()] !== 0) shared.push(this.#uuidAt(place))
    }
    return shared
  }

  /** Whether the id at a place has not been moved to another since. */
  isLatest(place: number): boolean {
    const other = this.#otherAt.get(place)
    if (other !== undefined) return this.#others.get(other) === place
    this.#readWords(this.#words, place)
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

  /** Reads a UUID; returns whether the id is one, in the only spelling that can be restored. */
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

  #readWords(words: Int32Array, place: number): void {
    this.#readId = undefined
    for (let i = 0; i < 4; i += 1) this.#read[i] = words[place * 4 + i] ?? 0
  }

  /** The slot of the UUID that was read last, or the free one for it. */
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
    // Not `for … of`: the iterator of typed arrays makes an object for each step until the loop is compiled.
    for (let slot = 0; slot < old.length; slot += 1) {
      const mark = old[slot] ?? 0
      if (mark === 0) continue
      this.#readWords(words, mark - 1)
      this.#slots[this.#slotOf()] = mark
    }
  }

  #uuidAt(place: number): string {
    let hex = ''
    for (let i = 0; i < 4; i += 1)
      hex += ((this.#words[place * 4 + i] ?? 0) >>> 0).toString(16).padStart(8, '0')
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  }
}

/** Distributes ids evenly, also if a writer counts them up. */
function spread(a: number, b: number, c: number, d: number): number {
  let hash = Math.imul(a ^ (b >>> 15), 0x9e3779b1)
  hash = Math.imul(hash ^ c ^ (hash >>> 13), 0x85ebca6b)
  hash = Math.imul(hash ^ d ^ (hash >>> 16), 0xc2b2ae35)
  return (hash ^ (hash >>> 15)) >>> 0
}
