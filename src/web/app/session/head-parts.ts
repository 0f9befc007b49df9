import type {Fields} from '../fields.ts'
import {fieldsOf, textIn} from '../fields.ts'
import {parseFragment} from '../fragment.ts'
import {morphChildren} from '../morph.ts'
import {setOutline} from './outline.ts'

/** Makes a part of the page like what the server says of it. */
export function setPart(id: string, html: string): void {
  const element = document.getElementById(id)
  if (element) morphChildren(element, parseFragment(html))
}

/** What the session is called now. */
export function setTitle(title: string): void {
  if (title === '') return
  document.title = `${title} · recount`
  const bar = document.querySelector('.bar-title')
  if (bar) bar.textContent = title
}

/** How many there are of each type that can be hidden; what nothing is of is not offered. */
export function setCounts(counts: Fields): void {
  for (const [group, count] of counts) {
    const label = document.getElementById(`show-${group}`)?.closest('label')
    const words = label?.querySelector('.count')
    if (!label || !words || typeof count !== 'number') continue
    label.hidden = count === 0
    words.textContent = count.toLocaleString('en')
  }
}

/** Everything around the conversation. */
export function setHead(head: Fields): void {
  setPart('session-head', textIn(head, 'header'))
  setPart('details', textIn(head, 'panel'))
  setPart('running', textIn(head, 'running'))
  setOutline(textIn(head, 'outline'))
  setTitle(textIn(head, 'title'))
  setCounts(fieldsOf(head.get('counts')))
}
