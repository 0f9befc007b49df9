/** Keeps what was made last, up to a size; what nobody asked for longest goes first. */
export class HtmlCache<Key> {
  readonly #most: number
  readonly #kept = new Map<Key, string>()
  #size = 0

  /** `most` is in characters. */
  constructor(most: number) {
    this.#most = most
  }

  get(key: Key): string | undefined {
    const html = this.#kept.get(key)
    if (html === undefined) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, html)
    return html
  }

  set(key: Key, html: string): void {
    this.drop(key)
    this.#kept.set(key, html)
    this.#size += html.length
    for (const [oldest] of this.#kept) {
      if (this.#size <= this.#most) return
      this.drop(oldest)
    }
  }

  drop(key: Key): void {
    this.#size -= this.#kept.get(key)?.length ?? 0
    this.#kept.delete(key)
  }

  get size(): number {
    return this.#size
  }
}
