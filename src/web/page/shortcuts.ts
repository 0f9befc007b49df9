import {expandAllTo} from './collapse.ts'
import {scrollToElement} from './dom.ts'
import type {PageSearch} from './page-search.ts'
import {togglePanel, toggleTheme} from './preferences.ts'

/** One key, one deed, wherever nothing is being typed. */
export function startShortcuts(search: PageSearch | undefined): void {
  const deeds: ReadonlyMap<string, () => void> = new Map([
    ['/', () => search?.focus()],
    ['n', () => search?.step(1)],
    ['N', () => search?.step(-1)],
    ['j', () => goToTurn(1)],
    ['k', () => goToTurn(-1)],
    ['1', () => expandAllTo('folded')],
    ['2', () => expandAllTo('one')],
    ['3', () => expandAllTo('all')],
    ['d', togglePanel],
    ['t', toggleTheme],
    ['?', () => document.getElementById('keys')?.togglePopover()],
    ['Escape', () => search?.clear()],
  ])
  onShortcut(deeds, (target) => target instanceof HTMLInputElement && target.type !== 'checkbox')
}

/** Does what a key is for, unless it is part of a shortcut, somebody has handled it, or something is being typed. */
export function onShortcut(
  deeds: ReadonlyMap<string, () => void>,
  isTyping: (target: EventTarget | null) => boolean,
): void {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target))
      return
    const deed = deeds.get(event.key)
    if (!deed) return
    if (event.key !== 'Escape') event.preventDefault()
    deed()
  })
}

/** Where a turn stands that was gone to, below the bar; browsers are not exact about it. */
const begun = 60
const slack = 20

function goToTurn(by: 1 | -1): void {
  const turns = [...document.querySelectorAll('.turn')]
  const next =
    by === 1
      ? turns.find((turn) => turn.getBoundingClientRect().top > begun + slack)
      : turns.findLast((turn) => turn.getBoundingClientRect().top < begun - slack)
  if (next) scrollToElement(next)
}
