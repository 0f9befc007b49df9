/** Large enough that a page is few writes, small enough to be nothing beside the session itself. */
const pieceSize = 256 * 1024

/** A text that grows, in pieces: all together they can be longer than a string may be, which is half a gigabyte. */
export class TextPieces {
  #pieces: string[] = []
  #text = ''

  get isEmpty(): boolean {
    return this.#pieces.length === 0 && this.#text === ''
  }

  add(text: string): void {
    if (this.#text !== '' && this.#text.length + text.length > pieceSize) {
      this.#pieces.push(this.#text)
      this.#text = ''
    }
    this.#text += text
  }

  /** All pieces so far; none is empty. What comes after begins again. */
  take(): readonly string[] {
    const pieces = this.#text === '' ? this.#pieces : [...this.#pieces, this.#text]
    this.#pieces = []
    this.#text = ''
    return pieces
  }
}
