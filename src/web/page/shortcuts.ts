import {expandAllTo} from './collapse.ts'
import {scrollToElement} from './dom.ts'
import type {PageSearch} from './page-search.ts'
import {togglePanel, toggleTheme} from './preferences.ts'

/** The keyboard shortcuts of a session page. */
export function startShortcuts(search: PageSearch | undefined): void {
  const actions: ReadonlyMap<string, () => void> = new Map([
    ['/', () => search?.focus()],
    ['n', () => search?.step(1)],
    ['N', () => search?.step(-1)],
    ['j', () => goToTurn(1)],
    ['k', () => goToTurn(-1)],
    ['1', () => expandAllTo('collapsed')],
    ['2', () => expandAllTo('one')],
    ['3', () => expandAllTo('all')],
    ['d', togglePanel],
    ['t', toggleTheme],
    ['?', () => document.getElementById('keys')?.togglePopover()],
    ['Escape', () => search?.clear()],
  ])
  onShortcut(actions, (target) => target instanceof HTMLInputElement && target.type !== 'checkbox')
}

/** Runs the action of a key, unless a modifier is pressed, the event is handled, or the user is typing. */
export function onShortcut(
  actions: ReadonlyMap<string, () => void>,
  isTyping: (target: EventTarget | null) => boolean,
): void {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target))
      return
    const action = actions.get(event.key)
    if (!action) return
    if (event.key !== 'Escape') event.preventDefault()
    action()
  })
}

/** The position of a turn after scrolling to it, below the toolbar; browsers are not exact. */
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
