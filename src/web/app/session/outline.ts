import {parseFragment} from '../fragment.ts'
import {morphChildren} from '../morph.ts'

const rail = (): HTMLElement | null => document.getElementById('outline')

/** Shows another outline. */
export function setOutline(html: string): void {
  const element = rail()
  if (element) morphChildren(element, parseFragment(html))
}

/** Shows one turn of the outline as it is now; a new one comes last. */
export function setOutlineTurn(html: string): void {
  const list = rail()?.querySelector('.outline')
  const fragment = parseFragment(html)
  const item = fragment.querySelector('.turn-item')
  const link = item?.querySelector('a')
  if (!list || !item || !link) {
    if (rail() && item) rail()?.replaceChildren(fragment)
    return
  }
  const old = [...list.querySelectorAll('.turn-item > a')].find(
    (other) => other.getAttribute('href') === link.getAttribute('href'),
  )?.parentElement
  // Alone, it does not know how long the others took.
  const scale = old?.querySelector('.scale')
  if (scale) item.querySelector('.scale')?.replaceWith(scale.cloneNode(true))
  else item.querySelector('.scale')?.remove()
  if (old) {
    morphChildren(old, item)
    return
  }
  const day = fragment.querySelector('.day')
  const lastDay = [...list.querySelectorAll('.day')].at(-1)
  if (day && day.textContent !== lastDay?.textContent) list.append(day)
  list.append(item)
}

/** Marks the turn that is being read. */
export function markTurn(read: Element | undefined): void {
  const turn = read?.closest('.turn[id]') ?? read?.querySelector('.turn[id]')
  // Later pieces of a turn have its name and their number.
  const id = turn?.id ?? ''
  const whole = id.replace(/-\d+$/, '')
  const links = [...(rail()?.querySelectorAll('.turn-item > a') ?? [])]
  const link =
    links.find((other) => other.getAttribute('href') === `#${id}`) ??
    links.find((other) => other.getAttribute('href') === `#${whole}`)
  const current = rail()?.querySelector('[aria-current]')
  if (!link || link === current) return
  current?.removeAttribute('aria-current')
  link.setAttribute('aria-current', 'true')
  keepInSight(link)
}

/** Scrolls the outline and nothing else. */
function keepInSight(link: Element): void {
  const element = rail()
  if (!element) return
  const [box, all] = [link.getBoundingClientRect(), element.getBoundingClientRect()]
  if (box.top < all.top + 40) element.scrollTop -= all.top + 40 - box.top
  else if (box.bottom > all.bottom - 40) element.scrollTop += box.bottom - all.bottom + 40
}
