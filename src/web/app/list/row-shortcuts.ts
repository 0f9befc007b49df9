import {toggleTheme} from '../../page/preferences.ts'
import {onShortcut} from '../../page/shortcuts.ts'
import {shortcutLine} from '../session/session-shortcuts.ts'

/** What keys do on a page with rows. */
interface RowShortcuts {
  /** Fits the links that `j` and `k` go through. */
  readonly links: string
  /** What `/` leads to. */
  readonly input: HTMLInputElement | undefined
  /** More keys, each with its name, what it does and the deed. */
  readonly more?: readonly (readonly [key: string, does: string, deed: () => void])[]
}

/** `j` and `k` through the rows, `/` to the words, `?` to the list of keys. The row in hand is the one in focus. */
export function startRowShortcuts({links, input, more = []}: RowShortcuts): void {
  const list = makeList(more)
  const step = (by: 1 | -1): void => {
    const rows = [...document.querySelectorAll(links)].filter((row) => row instanceof HTMLElement)
    const at = rows.findIndex((row) => row.matches(':focus'))
    const next = rows[at === -1 ? (by === 1 ? 0 : rows.length - 1) : at + by]
    next?.focus()
    next?.closest('li')?.scrollIntoView({block: 'nearest'})
  }
  const deeds: ReadonlyMap<string, () => void> = new Map([
    ['j', () => step(1)],
    ['k', () => step(-1)],
    ['/', () => input?.select()],
    ['t', toggleTheme],
    ['s', () => location.assign('/')],
    ['?', () => list.togglePopover()],
    ...more.map(([key, , deed]) => [key, deed] as const),
  ])
  onShortcut(deeds, (target) => target instanceof HTMLInputElement || target instanceof HTMLSelectElement)
  input?.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') {
      input.blur()
      step(1)
    } else if (event.key === 'Escape' && input.value === '') input.blur()
    else return
    event.preventDefault()
  })
}

function makeList(more: NonNullable<RowShortcuts['more']>): HTMLElement {
  const list = document.createElement('div')
  list.className = 'floats'
  list.id = 'keys'
  list.popover = 'auto'
  const title = document.createElement('h2')
  title.textContent = 'Keyboard shortcuts'
  const lines = document.createElement('dl')
  const all: readonly (readonly [string, string])[] = [
    ['/', 'Filter'],
    ['j k', 'Next, previous'],
    ['Enter', 'Open'],
    ...more.map(([key, does]) => [key, does] as const),
    ['s', 'All sessions'],
    ['t', 'Toggle theme'],
    ['?', 'Show shortcuts'],
  ]
  lines.append(...all.map(([keys, does]) => shortcutLine(keys, does)))
  list.append(title, lines)
  document.body.append(list)
  return list
}
