/** How far below the top of the window reading begins. */
const readingLine = 72
/** So near to the end, somebody follows what comes. */
const nearEnd = 80

const page = document.documentElement

/** The end of the page is in sight. */
export const isAtEnd = (): boolean => scrollY + innerHeight >= page.scrollHeight - nearEnd

/** The beginning of the page is in sight. */
export const isAtTop = (): boolean => scrollY < 8

export const goToEnd = (): void => scrollTo({top: page.scrollHeight, behavior: 'instant'})

/** Changes the page so that what is being read stays where it is, whatever grows or goes above it; who went to the beginning stays there. */
export function keepPlace(change: () => void): void {
  const anchor = isAtTop() ? undefined : readElement()
  const before = anchor?.getBoundingClientRect().top
  change()
  if (!anchor?.isConnected || before === undefined) return
  const moved = anchor.getBoundingClientRect().top - before
  if (Math.abs(moved) >= 1) scrollBy({top: moved, behavior: 'instant'})
}

/** What stands at the line that is read, in the conversation. */
export function readElement(): Element | undefined {
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
