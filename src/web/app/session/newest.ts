import {isAtEnd} from './keep-place.ts'

/** The way to the newest messages, which says how many came that were not seen. */
export class NewestButton {
  readonly #button = document.createElement('button')
  readonly #isWhole: () => boolean
  #count = 0

  /** `isWhole` says whether the newest is on the page at all. */
  constructor(isWhole: () => boolean, go: () => void) {
    this.#isWhole = isWhole
    this.#button.type = 'button'
    this.#button.className = 'newest'
    this.#button.hidden = true
    this.#button.addEventListener('click', go)
    document.body.append(this.#button)
  }

  /** Somebody is at the end, and sees whatever comes. */
  get isFollowing(): boolean {
    return this.#isWhole() && isAtEnd()
  }

  add(messages: number): void {
    this.#count += messages
    this.look()
  }

  /** Looks where the page stands; at the end there is nothing to say. */
  look(): void {
    const isThere = this.isFollowing
    if (isThere) this.#count = 0
    this.#button.hidden = isThere
    this.#button.classList.toggle('has-new', this.#count > 0)
    const words =
      this.#count === 0 ? '↓ Newest' : `↓ ${this.#count} new ${this.#count === 1 ? 'message' : 'messages'}`
    if (this.#button.textContent !== words) this.#button.textContent = words
  }
}
