import {expandAllTo} from '../../page/collapse.ts'
import {closest, makeElement} from '../../page/dom.ts'
import type {PageSearch} from '../../page/page-search.ts'
import {onShortcut, startShortcuts} from '../../page/shortcuts.ts'
import {keepScrollPosition} from './scroll-position.ts'

/** The actions of keys that only session pages of the viewer have. */
interface SessionActions {
  toLatest(): Promise<void>
  toBeginning(): Promise<void>
  raw(): void
  copy(): void
}

const more: readonly (readonly [key: string, does: string])[] = [
  ['g', 'Go to start'],
  ['G', 'Go to latest'],
  ['c', 'Copy selected message as Markdown'],
  ['r', 'Show raw JSON of the selected message'],
  ['s', 'All sessions'],
]

/** The keys of exported pages, and some more. */
export function startSessionShortcuts(
  search: PageSearch | undefined,
  {toLatest, toBeginning, raw, copy}: SessionActions,
): void {
  startShortcuts(search)
  const actions: ReadonlyMap<string, () => void> = new Map([
    ['g', () => void toBeginning()],
    ['G', () => void toLatest()],
    ['c', copy],
    ['r', raw],
    ['s', () => location.assign('/')],
  ])
  onShortcut(actions, (target) => target instanceof HTMLInputElement)
  document.addEventListener('click', ({target}) => {
    const {expand, do: action} = closest(target, 'button')?.dataset ?? {}
    if (action === 'previous' || action === 'next') search?.step(action === 'next' ? 1 : -1)
    if (expand === 'collapsed' || expand === 'one' || expand === 'all')
      keepScrollPosition(() => expandAllTo(expand))
  })
  const list = document.querySelector('#keys dl')
  for (const [key, does] of more) list?.append(shortcutLine(key, does))
}

/** A line of the list of shortcuts. */
export function shortcutLine(keys: string, does: string): HTMLElement {
  const names = keys.split(' ').flatMap((key) => [makeElement('kbd', {textContent: key}), ' '])
  return makeElement('div', {}, makeElement('dt', {}, ...names), makeElement('dd', {textContent: does}))
}
