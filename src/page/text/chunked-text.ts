/** Large enough for few writes, small compared to the session. */
const textChunkSize = 256 * 1024

/** A growing text in chunks: together they can be longer than a string can be, which is half a gigabyte. */
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

  /** Returns all chunks so far, without empty ones, and starts again. */
  take(): readonly string[] {
    const chunks = this.#text === '' ? this.#chunks : [...this.#chunks, this.#text]
    this.#chunks = []
    this.#text = ''
    return chunks
  }
}
