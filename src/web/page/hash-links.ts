import {expandAround, flashElement, scrollToElement} from './dom.ts'
import type {PageSearch} from './page-search.ts'

/** Follows links to collapsed elements, and to other parts of the session; `?at=…&find=…` works as in the viewer. */
export function startHashLinks(search: PageSearch | undefined): void {
  const asked = new URLSearchParams(location.search)
  const words = asked.get('find')
  if (words) search?.search(words)
  const go = (id: string): void => void goToId(id, search)
  onHashLink(go)
  go(decodeHash(location.hash) || (asked.get('at') ?? ''))
}

async function goToId(id: string, search: PageSearch | undefined): Promise<void> {
  if (id === '' || (await showLinked([id], search))) return
  const elsewhere = [...document.querySelectorAll('#outline a')].find(
    (link) => link instanceof HTMLAnchorElement && decodeHash(link.hash) === id,
  )
  if (elsewhere instanceof HTMLAnchorElement) location.replace(elsewhere.href)
}

/**
 * Shows the first of several elements that contains what is searched for, else the first: expands it, scrolls to it and
 * marks it. False if none is on the page.
 */
export async function showLinked(ids: readonly string[], search: PageSearch | undefined): Promise<boolean> {
  const elements = ids.flatMap((id) => document.getElementById(id) ?? [])
  const [first] = elements
  if (!first) return false
  // At once: a page that loads what is near the screen must not load something else first.
  expandAround(first)
  scrollToElement(first)
  flashElement((await search?.stepInto(elements)) ?? first)
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
