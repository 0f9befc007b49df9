import {closest} from '../../page/dom.ts'
import {setAll} from '../../page/fold.ts'
import {onKeys, startKeys} from '../../page/keys.ts'
import type {Search} from '../../page/search.ts'
import {keepPlace} from './keep-place.ts'

/** Where keys lead that only a session that goes on has. */
interface SessionDeeds {
  toNewest(): Promise<void>
  toBeginning(): Promise<void>
  raw(): void
  copy(): void
}

const more: readonly (readonly [key: string, does: string])[] = [
  ['g', 'the beginning'],
  ['G', 'the newest'],
  ['c', 'copy the message in hand as Markdown'],
  ['r', 'what was written down of the message in hand'],
  ['s', 'all sessions'],
]

/** The keys of exported pages, and some more. */
export function startSessionKeys(
  search: Search | undefined,
  {toNewest, toBeginning, raw, copy}: SessionDeeds,
): void {
  startKeys(search)
  const deeds: ReadonlyMap<string, () => void> = new Map([
    ['g', () => void toBeginning()],
    ['G', () => void toNewest()],
    ['c', copy],
    ['r', raw],
    ['s', () => location.assign('/')],
  ])
  onKeys(deeds, (target) => target instanceof HTMLInputElement)
  document.addEventListener('click', ({target}) => {
    const {fold, do: deed} = closest(target, 'button')?.dataset ?? {}
    if (deed === 'previous' || deed === 'next') search?.step(deed === 'next' ? 1 : -1)
    if (fold === 'folded' || fold === 'one' || fold === 'all') keepPlace(() => setAll(fold))
  })
  const list = document.querySelector('#keys dl')
  for (const [key, does] of more) list?.append(keyLine(key, does))
}

/** A line of the list of keys. */
export function keyLine(keys: string, does: string): HTMLElement {
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
