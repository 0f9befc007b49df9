/** Keeps the HTML that was used last, up to a total size. */
export class HtmlCache<Key> {
  readonly #maxSize: number
  readonly #entries = new Map<Key, string>()
  #size = 0

  /** `maxSize` is in characters. */
  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  get(key: Key): string | undefined {
    const html = this.#entries.get(key)
    if (html === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, html)
    return html
  }

  set(key: Key, html: string): void {
    this.drop(key)
    this.#entries.set(key, html)
    this.#size += html.length
    for (const [oldest] of this.#entries) {
      if (this.#size <= this.#maxSize) return
      this.drop(oldest)
    }
  }

  drop(key: Key): void {
    this.#size -= this.#entries.get(key)?.length ?? 0
    this.#entries.delete(key)
  }
}
