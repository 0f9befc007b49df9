import {scrollTo, unfold} from '../../page/dom.ts'
import {askJson} from '../ask.ts'
import {fieldsOf, numberIn} from '../fields.ts'
import type {PieceWindow} from './piece-window.ts'

/** Goes to something in the session, which is asked for where it is not here; says whether it is there. */
export async function goTo(name: string, address: string, pieces: PieceWindow): Promise<boolean> {
  if (show(name)) return true
  try {
    const found = fieldsOf(await askJson(`${address}/find?name=${encodeURIComponent(name)}`))
    if (!found.has('piece')) return false
    await pieces.show(`at=${encodeURIComponent(name)}`)
    // What a record says stands in its piece.
    return show(name) || show(`piece-${numberIn(found, 'turn')}-${numberIn(found, 'piece')}`)
  } catch {
    // What the address names is not there; the page stays as it is.
    return false
  }
}

function show(id: string): boolean {
  const element = document.getElementById(id)
  if (!element) return false
  unfold(element)
  scrollTo(element)
  return true
}

/** Follows links within the session, and the one that the page was opened with. */
export function followLinks(go: (name: string) => void): void {
  addEventListener('hashchange', () => {
    const name = nameIn(location.hash)
    if (name !== '') go(name)
  })
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null
    if (!link) return
    const list = link.closest('[popover]')
    if (list instanceof HTMLElement && list.matches(':popover-open')) list.hidePopover()
    const href = link.getAttribute('href') ?? ''
    // The same link again changes nothing in the address, and still has to lead somewhere.
    if (href === location.hash) go(nameIn(href))
  })
}

/** The name behind a `#`. */
export function nameIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}
