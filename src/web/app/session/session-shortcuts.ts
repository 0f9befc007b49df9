import {expandAllTo} from '../../page/collapse.ts'
import {closest} from '../../page/dom.ts'
import type {PageSearch} from '../../page/page-search.ts'
import {onShortcut, startShortcuts} from '../../page/shortcuts.ts'
import {keepScrollPosition} from './scroll-position.ts'

/** Where keys lead that only a session that goes on has. */
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
  const deeds: ReadonlyMap<string, () => void> = new Map([
    ['g', () => void toBeginning()],
    ['G', () => void toLatest()],
    ['c', copy],
    ['r', raw],
    ['s', () => location.assign('/')],
  ])
  onShortcut(deeds, (target) => target instanceof HTMLInputElement)
  document.addEventListener('click', ({target}) => {
    const {fold, do: deed} = closest(target, 'button')?.dataset ?? {}
    if (deed === 'previous' || deed === 'next') search?.step(deed === 'next' ? 1 : -1)
    if (fold === 'folded' || fold === 'one' || fold === 'all') keepScrollPosition(() => expandAllTo(fold))
  })
  const list = document.querySelector('#keys dl')
  for (const [key, does] of more) list?.append(shortcutLine(key, does))
}

/** A line of the list of keys. */
export function shortcutLine(keys: string, does: string): HTMLElement {
  const [line, term, meaning] = [
    document.createElement('div'),
    document.createElement('dt'),
    document.createElement('dd'),
  ]
  for (const name of keys.split(' ')) {
    const key = document.createElement('kbd')
    key.textContent = name
    term.append(key, ' ')
  }
  meaning.textContent = does
  line.append(term, meaning)
  return line
}
