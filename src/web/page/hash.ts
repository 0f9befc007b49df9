import {scrollTo, unfold} from './dom.ts'

/** Follows links to what is folded, or stands on another part of the session. */
export function startHashes(): void {
  addEventListener('hashchange', follow)
  // The same link again changes nothing in the address, and still has to lead somewhere.
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null
    if (!link) return
    const list = link.closest('[popover]')
    if (list instanceof HTMLElement && list.matches(':popover-open')) list.hidePopover()
    if (link.getAttribute('href') === location.hash) follow()
  })
  follow()
}

function follow(): void {
  const id = idIn(location.hash)
  if (id === '') return
  const element = document.getElementById(id)
  if (element) {
    unfold(element)
    scrollTo(element)
    return
  }
  const elsewhere = [...document.querySelectorAll('#outline a')].find(
    (link) => link instanceof HTMLAnchorElement && idIn(link.hash) === id,
  )
  if (elsewhere instanceof HTMLAnchorElement) location.replace(elsewhere.href)
}

function idIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}
