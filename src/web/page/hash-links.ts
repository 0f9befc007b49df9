import {expandAround, scrollToElement} from './dom.ts'

/** Follows links to collapsed elements, and to other parts of the session. */
export function startHashLinks(): void {
  onHashLink(goToId)
  goToId(decodeHash(location.hash))
}

function goToId(id: string): void {
  if (id === '' || showElement(id)) return
  const elsewhere = [...document.querySelectorAll('#outline a')].find(
    (link) => link instanceof HTMLAnchorElement && decodeHash(link.hash) === id,
  )
  if (elsewhere instanceof HTMLAnchorElement) location.replace(elsewhere.href)
}

/** Scrolls to an element and expands everything around it; returns whether it exists. */
export function showElement(id: string): boolean {
  const element = document.getElementById(id)
  if (!element) return false
  expandAround(element)
  scrollToElement(element)
  return true
}

/** Follows links within the page. */
export function onHashLink(go: (name: string) => void): void {
  addEventListener('hashchange', () => {
    const name = decodeHash(location.hash)
    if (name !== '') go(name)
  })
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null
    if (!link) return
    const list = link.closest('[popover]')
    if (list instanceof HTMLElement && list.matches(':popover-open')) list.hidePopover()
    const href = link.getAttribute('href') ?? ''
    // The same link again does not change the address, but must still work.
    if (href === location.hash) go(decodeHash(href))
  })
}

/** The name behind a `#`. */
export function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}

/** Marks the current turn in the outline. */
export function startOutlineHighlight(): void {
  const links = new Map(
    [...document.querySelectorAll('#outline .turn-item > a[href^="#"]')].map((link) => [
      link.getAttribute('href')?.slice(1) ?? '',
      link,
    ]),
  )
  if (links.size === 0) return
  const seen = new Set<Element>()
  let current: Element | undefined
  const observer = new IntersectionObserver(
    (changes) => {
      for (const {target, isIntersecting} of changes) {
        if (isIntersecting) seen.add(target)
        else seen.delete(target)
      }
      const first = [...seen].sort((a, b) =>
        a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
      )[0]
      const link = first && links.get(first.id)
      if (!link || link === current) return
      current?.removeAttribute('aria-current')
      link.setAttribute('aria-current', 'true')
      current = link
      scrollOutlineTo(link)
    },
    // The reading position is in the upper third.
    {rootMargin: '-20% 0px -65% 0px'},
  )
  for (const turn of document.querySelectorAll('.turn[id]')) observer.observe(turn)
}

/** Scrolls the outline only. */
export function scrollOutlineTo(link: Element): void {
  const rail = document.getElementById('outline')
  if (!rail) return
  const [box, all] = [link.getBoundingClientRect(), rail.getBoundingClientRect()]
  if (box.top < all.top + 40) rail.scrollTop -= all.top + 40 - box.top
  else if (box.bottom > all.bottom - 40) rail.scrollTop += box.bottom - all.bottom + 40
}
