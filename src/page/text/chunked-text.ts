/** Large enough that a page is few writes, small enough to be nothing next to the session itself. */
const textChunkSize = 256 * 1024

/** A text that grows, in pieces: all together they can be longer than a string may be, which is half a gigabyte. */
export class ChunkedText {
  #chunks: string[] = []
  #text = ''

  get isEmpty(): boolean {
    return this.#chunks.length === 0 && this.#text === ''
  }

  add(text: string): void {
    if (this.#text !== '' && this.#text.length + text.length > textChunkSize) {
      this.#chunks.push(this.#text)
      this.#text = ''
    }
    this.#text += text
  }

  /** All pieces so far; none is empty. What comes after begins again. */
  take(): readonly string[] {
    const pieces = this.#text === '' ? this.#chunks : [...this.#chunks, this.#text]
    this.#chunks = []
    this.#text = ''
    return pieces
  }
}
