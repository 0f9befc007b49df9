/** Texts in the order they came. Taking the first takes the same time however many wait: `Array.shift` moves all others. */
export class TextQueue {
  #texts: string[] = []
  #first = 0

  add(text: string): void {
    this.#texts.push(text)
  }

  take(): string | undefined {
    const text = this.#texts[this.#first]
    if (text === undefined) return undefined
    this.#first += 1
    if (this.#first * 2 > this.#texts.length) {
      this.#texts = this.#texts.slice(this.#first)
      this.#first = 0
    }
    return text
  }

  clear(): void {
    this.#texts = []
    this.#first = 0
  }
}
