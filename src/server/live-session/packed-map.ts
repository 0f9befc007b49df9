/** So many values are packed together: what is packed alone stays large, and to read one all of them are unpacked. */
const blockSize = 64
/** So many values, the ones that were set last, are not packed. */
const freshSize = 512
/** So many blocks stay unpacked after somebody has read them. */
const maxOpened = 8

/** Makes bytes of data, and data of those bytes. */
export interface Packer {
  pack(value: unknown): Uint8Array
  unpack(bytes: Uint8Array): unknown
}

/** Values that were packed together. */
class Block {
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
}

/**
 * A map that packs all but the values that were set or read last: a session of a million records has more content than
 * fits into memory. Values must be data that is replaced and never changed; a value that was packed is another object
 * with the same content.
 */
export class PackedMap<Value> implements Map<string, Value> {
  readonly [Symbol.toStringTag] = 'PackedMap'
  readonly #entries = new Map<string, Value | Block>()
  /** The keys of values that are not packed, in the order they were set. */
  readonly #fresh = new Set<string>()
  readonly #opened = new Map<Block, ReadonlyMap<string, Value>>()
  readonly #packer: Packer

  constructor(packer: Packer) {
    this.#packer = packer
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: string): Value | undefined {
    const known = this.#entries.get(key)
    return known instanceof Block ? this.#open(known).get(key) : known
  }

  has(key: string): boolean {
    return this.#entries.has(key)
  }

  set(key: string, value: Value): this {
    this.#entries.set(key, value)
    this.#fresh.delete(key)
    this.#fresh.add(key)
    if (this.#fresh.size >= freshSize + blockSize) this.#packOldest()
    return this
  }

  delete(key: string): boolean {
    this.#fresh.delete(key)
    return this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
    this.#fresh.clear()
    this.#opened.clear()
  }

  forEach(visit: (value: Value, key: string, map: Map<string, Value>) => void): void {
    for (const [key, value] of this) visit(value, key, this)
  }

  keys(): MapIterator<string> {
    return this.#entries.keys()
  }

  *values(): Generator<Value, undefined> {
    for (const [, value] of this) yield value
  }

  *entries(): Generator<[string, Value], undefined> {
    for (const [key, known] of this.#entries) {
      const value = known instanceof Block ? this.#open(known).get(key) : known
      if (value !== undefined) yield [key, value]
    }
  }

  [Symbol.iterator](): Generator<[string, Value], undefined> {
    return this.entries()
  }

  #packOldest(): void {
    const values = new Map<string, Value>()
    for (const key of this.#fresh) {
      const value = this.get(key)
      if (value !== undefined) values.set(key, value)
      this.#fresh.delete(key)
      if (values.size === blockSize) break
    }
    const block = new Block(this.#packer.pack(values))
    for (const key of values.keys()) this.#entries.set(key, block)
  }

  #open(block: Block): ReadonlyMap<string, Value> {
    const known = this.#opened.get(block)
    const values = known ?? this.#packer.unpack(block.bytes)
    if (!isOwn<Value>(values)) return new Map()
    this.#opened.delete(block)
    this.#opened.set(block, values)
    for (const oldest of this.#opened.keys()) if (this.#opened.size > maxOpened) this.#opened.delete(oldest)
    return values
  }
}

/** Only blocks of the map itself are read, so their shape need not be looked at more closely. */
const isOwn = <Value>(values: unknown): values is ReadonlyMap<string, Value> => values instanceof Map
