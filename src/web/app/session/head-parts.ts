import type {Fields} from '../fields.ts'
import {textIn} from '../fields.ts'
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

/** Everything around the conversation. */
export function setHead(head: Fields): void {
  setPart('session-head', textIn(head, 'header'))
  setPart('details', textIn(head, 'panel'))
  setPart('running', textIn(head, 'running'))
  setOutline(textIn(head, 'outline'))
  setTitle(textIn(head, 'title'))
}
