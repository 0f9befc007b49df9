/** The target of an event, or the closest element around it, that matches a selector. */
export const closest = (target: EventTarget | null, selector: string): HTMLElement | undefined => {
  const found = target instanceof Element ? target.closest(selector) : undefined
  return found instanceof HTMLElement ? found : undefined
}

/** All `details` elements that match a selector. */
export const findDetails = (selector: string, root: ParentNode = document): readonly HTMLDetailsElement[] =>
  [...root.querySelectorAll(selector)].filter((element) => element instanceof HTMLDetailsElement)

/** Opens every `details` around an element, and the element itself if it is one. A summary is visible without that. */
export function expandAround(element: Element): void {
  let inLine = false
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement && !at.open && !inLine) at.open = true
    inLine = at.tagName === 'SUMMARY'
  }
}

/** Scrolls to an element; twice, because elements above it may still be rendered. */
export function scrollToElement(element: Element, block: 'start' | 'center' = 'start'): void {
  const show = (): void => element.scrollIntoView({block})
  show()
  requestAnimationFrame(() => requestAnimationFrame(show))
}

/** How long an element is marked after a link led to it. */
const flashMs = 1600

/** Marks an element for a moment. */
export function flashElement(element: Element): void {
  element.classList.add('flash')
  setTimeout(() => element.classList.remove('flash'), flashMs)
}

/** Preferences, if the browser can store them. */
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
      // Then it lasts as long as the page.
    }
  },
}

type Properties = Partial<
  Pick<
    HTMLElement,
    'className' | 'id' | 'textContent' | 'title' | 'hidden' | 'role' | 'ariaLabel' | 'tabIndex'
  >
> & {readonly type?: 'button'}

/** A new element with some properties and children. */
export function makeElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

/** Sets the text of the child with a class; adds the child to `parent` if it is missing. */
export function setChildText(parent: Element, className: string, text: string): void {
  const known = parent.querySelector(`.${className}`)
  if (!known) parent.append(makeElement('span', {className, textContent: text}))
  else if (known.textContent !== text) known.textContent = text
}
