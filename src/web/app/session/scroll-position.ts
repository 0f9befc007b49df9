import {makeElement} from '../../page/dom.ts'

/** The reading position, in pixels below the top of the window. */
const readingLine = 72
/** This close to the end, the page follows new messages. */
const nearEnd = 80

const page = document.documentElement

/** The end of the page is visible. */
const isAtEnd = (): boolean => scrollY + innerHeight >= page.scrollHeight - nearEnd

/** The start of the page is visible. */
export const isAtTop = (): boolean => scrollY < 8

export const scrollToEnd = (): void => scrollTo({top: page.scrollHeight, behavior: 'instant'})

/** Changes the page without moving what is being read, or the start of the page if that is visible. */
export function keepScrollPosition(change: () => void): void {
  const anchor = isAtTop() ? undefined : findReadingElement()
  const before = anchor?.getBoundingClientRect().top
  change()
  if (!anchor?.isConnected || before === undefined) return
  const moved = anchor.getBoundingClientRect().top - before
  if (Math.abs(moved) >= 1) scrollBy({top: moved, behavior: 'instant'})
}

/** The element at the reading position. */
export function findReadingElement(): Element | undefined {
  const main = document.getElementById('slices')
  if (!main) return undefined
  const box = main.getBoundingClientRect()
  const x = box.left + Math.min(box.width / 2, 300)
  for (const y of [readingLine, innerHeight / 3, innerHeight * 0.66]) {
    const found = document.elementFromPoint(x, y)?.closest('#slices [id]')
    if (found && !found.matches('.slice')) return found
  }
  return [...main.children].find((slice) => slice.getBoundingClientRect().bottom > 0)
}

/** The button that goes to the newest messages. It shows how many are unseen. */
export class LatestButton {
  readonly #button = makeElement('button', {type: 'button', className: 'newest', hidden: true})
  readonly #hasEnd: () => boolean
  #count = 0

  /** `hasEnd` says whether the newest message is loaded. */
  constructor(hasEnd: () => boolean, go: () => void) {
    this.#hasEnd = hasEnd
    this.#button.addEventListener('click', go)
    document.body.append(this.#button)
  }

  /** The page is at the end and follows new messages. */
  get isFollowing(): boolean {
    return this.#hasEnd() && isAtEnd()
  }

  add(messages: number): void {
    this.#count += messages
    this.update()
  }

  /** Hides the button at the end of the page. */
  update(): void {
    const isThere = this.isFollowing
    if (isThere) this.#count = 0
    this.#button.hidden = isThere
    this.#button.classList.toggle('has-new', this.#count > 0)
    const words =
      this.#count === 0 ? '↓ Latest' : `↓ ${this.#count} new ${this.#count === 1 ? 'message' : 'messages'}`
    if (this.#button.textContent !== words) this.#button.textContent = words
  }
}
