/** The element that an event came from, or one above it, that a selector fits. */
export const closest = (target: EventTarget | null, selector: string): HTMLElement | undefined => {
  const found = target instanceof Element ? target.closest(selector) : undefined
  return found instanceof HTMLElement ? found : undefined
}

/** All folds that fit a selector. */
export const findDetails = (selector: string, root: ParentNode = document): readonly HTMLDetailsElement[] =>
  [...root.querySelectorAll(selector)].filter((element) => element instanceof HTMLDetailsElement)

/** Opens every fold around an element, and the element where it is one; a fold's own line is seen without that. */
export function expandAround(element: Element): void {
  let inLine = false
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement && !at.open && !inLine) at.open = true
    inLine = at.tagName === 'SUMMARY'
  }
}

/** Shows an element where a reader looks first. What is above may still be drawn, so that it is done twice. */
export function scrollToElement(element: Element): void {
  const show = (): void => element.scrollIntoView({block: 'start'})
  show()
  requestAnimationFrame(() => requestAnimationFrame(show))
}

/** A preference that is kept where the browser lets us keep it. */
export const preferenceStore = {
  get(name: string): string | undefined {
    try {
      return localStorage.getItem(`recount-${name}`) ?? undefined
    } catch {
      return undefined
    }
  },
  set(name: string, value: string): void {
    try {
      localStorage.setItem(`recount-${name}`, value)
    } catch {
      // It is forgotten with the page.
    }
  },
}
