/** How far below the top of the window reading begins. */
const readingLine = 72
/** So near to the end, somebody follows what comes. */
const nearEnd = 80

const page = document.documentElement

/** The end of the page is in sight. */
const isAtEnd = (): boolean => scrollY + innerHeight >= page.scrollHeight - nearEnd

/** The beginning of the page is in sight. */
export const isAtTop = (): boolean => scrollY < 8

export const scrollToEnd = (): void => scrollTo({top: page.scrollHeight, behavior: 'instant'})

/** Changes the page so that what is being read stays where it is, whatever grows or goes above it; who went to the beginning stays there. */
export function keepScrollPosition(change: () => void): void {
  const anchor = isAtTop() ? undefined : findReadingElement()
  const before = anchor?.getBoundingClientRect().top
  change()
  if (!anchor?.isConnected || before === undefined) return
  const moved = anchor.getBoundingClientRect().top - before
  if (Math.abs(moved) >= 1) scrollBy({top: moved, behavior: 'instant'})
}

/** What stands at the line that is read, in the conversation. */
export function findReadingElement(): Element | undefined {
  const main = document.getElementById('pieces')
  if (!main) return undefined
  const box = main.getBoundingClientRect()
  const x = box.left + Math.min(box.width / 2, 300)
  for (const y of [readingLine, innerHeight / 3, innerHeight * 0.66]) {
    const found = document.elementFromPoint(x, y)?.closest('#pieces [id]')
    if (found && !found.matches('.piece')) return found
  }
  return [...main.children].find((piece) => piece.getBoundingClientRect().bottom > 0)
}

/** The way to the newest messages, which says how many came that were not seen. */
export class LatestButton {
  readonly #button = document.createElement('button')
  readonly #isWhole: () => boolean
  #count = 0

  /** `isComplete` says whether the newest is on the page at all. */
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
    this.update()
  }

  /** Looks where the page stands; at the end there is nothing to say. */
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
