/** This many values are packed together: one value alone packs badly, but reading one unpacks them all. */
const blockSize = 64
/** The values that were set last are not packed. */
const freshSize = 512
/** This many blocks stay unpacked after a read. */
const maxOpened = 8

/** Converts data to bytes and back. */
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
 * A map that packs all values except those set or read last: the content of a million records does not fit into memory.
 * Values must be plain data that is replaced and never mutated; a value that was packed comes back as another object.
 */
export class PackedMap<Value> implements Map<string, Value> {
  readonly [Symbol.toStringTag] = 'PackedMap'
  readonly #entries = new Map<string, Value | Block>()
  /** The keys of unpacked values, in the order they were set. */
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

/** The map only reads its own blocks, so their shape need not be checked. */
const isOwn = <Value>(values: unknown): values is ReadonlyMap<string, Value> => values instanceof Map
