import {scrollOutlineTo} from '../../page/hash-links.ts'
import {getText, type ResponseFields, toFields} from '../fetch-part.ts'
import {morphChildren, parseFragment} from '../morph.ts'
import {setTabTitle} from '../tab-state.ts'

/** Updates a part of the page. */
export function setPart(id: string, html: string): void {
  const element = document.getElementById(id)
  if (element) morphChildren(element, parseFragment(html))
}

/** Updates the title. */
export function setTitle(title: string): void {
  if (title === '') return
  setTabTitle(`${title} · recount`)
  const bar = document.querySelector('.bar-title')
  if (bar) bar.textContent = title
}

/** Updates the number of entries of each type; types without entries are hidden. */
export function setCounts(counts: ResponseFields): void {
  for (const [group, count] of counts) {
    const label = document.getElementById(`show-${group}`)?.closest('label')
    const words = label?.querySelector('.count')
    if (!label || !words || typeof count !== 'number') continue
    label.hidden = count === 0
    words.textContent = count.toLocaleString('en')
  }
}

/** Updates everything around the conversation. */
export function setHead(head: ResponseFields): void {
  setPart('session-head', getText(head, 'header'))
  setPart('details', getText(head, 'panel'))
  setPart('running', getText(head, 'running'))
  setPart('outline', getText(head, 'outline'))
  setTitle(getText(head, 'title'))
  setCounts(toFields(head.get('counts')))
}

const rail = (): HTMLElement | null => document.getElementById('outline')

/** Updates one turn of the outline, or adds it at the end. */
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
  // The scale depends on the other turns, so the old one is kept.
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
export function markCurrentTurn(read: Element | undefined): void {
  const turn = read?.closest('.turn[id]') ?? read?.querySelector('.turn[id]')
  // Later slices of a turn have its id and their number.
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
  scrollOutlineTo(link)
}
