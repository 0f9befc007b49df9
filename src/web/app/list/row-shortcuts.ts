import {makeElement} from '../../page/dom.ts'
import {toggleTheme} from '../../page/preferences.ts'
import {onShortcut} from '../../page/shortcuts.ts'
import {shortcutLine} from '../session/session-shortcuts.ts'

/** The keys of a page with rows. */
interface RowShortcuts {
  /** Selects the links that `j` and `k` go through. */
  readonly links: string
  /** The input that `/` focuses. */
  readonly input: HTMLInputElement | undefined
}

/** `j` and `k` move through the rows, `/` focuses the input, `?` shows the shortcuts. */
export function startRowShortcuts({links, input}: RowShortcuts): void {
  const list = makeList()
  const step = (by: 1 | -1): void => {
    const rows = [...document.querySelectorAll(links)].filter((row) => row instanceof HTMLElement)
    const at = rows.findIndex((row) => row.matches(':focus'))
    const next = rows[at === -1 ? (by === 1 ? 0 : rows.length - 1) : at + by]
    next?.focus()
    next?.closest('li')?.scrollIntoView({block: 'nearest'})
  }
  const actions: ReadonlyMap<string, () => void> = new Map([
    ['j', () => step(1)],
    ['k', () => step(-1)],
    ['/', () => input?.select()],
    ['t', toggleTheme],
    ['s', () => location.assign('/')],
    ['?', () => list.togglePopover()],
  ])
  onShortcut(actions, (target) => target instanceof HTMLInputElement || target instanceof HTMLSelectElement)
  input?.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') {
      input.blur()
      step(1)
    } else if (event.key === 'Escape' && input.value === '') input.blur()
    else return
    event.preventDefault()
  })
}

const shortcuts: readonly (readonly [keys: string, does: string])[] = [
  ['/', 'Filter'],
  ['j k', 'Next, previous'],
  ['Enter', 'Open'],
  ['s', 'All sessions'],
  ['t', 'Toggle theme'],
  ['?', 'Show shortcuts'],
]

function makeList(): HTMLElement {
  const lines = shortcuts.map(([keys, does]) => shortcutLine(keys, does))
  const list = makeElement(
    'div',
    {className: 'floats', id: 'keys'},
    makeElement('h2', {textContent: 'Keyboard shortcuts'}),
    makeElement('dl', {}, ...lines),
  )
  list.popover = 'auto'
  document.body.append(list)
  return list
}
