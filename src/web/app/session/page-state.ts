import {type ExpandLevel, expandAllTo, expandTo, listCollapsibles} from '../../page/collapse.ts'
import {applyErrorFilter, startErrorFilter} from '../../page/error-filter.ts'
import type {PageSearch} from '../../page/page-search.ts'

const page = document.documentElement
const typingMs = 300

/** Keeps filters, search, expanded items and the panel in the address, so that it can be shared. */
interface PageState {
  /** Expands new elements to the level of the page; others stay as the user set them. */
  apply(root: ParentNode): void
}

/** Applies the state in the address, and keeps the address up to date. */
export function startPageState(search: PageSearch | undefined): PageState {
  const asked = new URLSearchParams(location.search)
  const depth = levelIn(asked.get('open'))
  const hidden = new Set(asked.get('hide')?.split(','))
  for (const box of typeBoxes()) box.checked = !hidden.has(groupOf(box))
  const errors = errorsBox()
  if (errors) errors.checked = asked.get('only') === 'errors'
  startErrorFilter()
  // The panel state in a shared address is not the user's own choice, so it is not stored.
  if (asked.has('panel')) page.classList.toggle('no-panel', asked.get('panel') === 'hidden')
  if (depth) expandAllTo(depth)
  if (asked.get('find')) search?.search(asked.get('find') ?? '')

  const known = new WeakSet<Element>(listCollapsibles())
  let timer = 0
  const writeSoon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => write(search), typingMs)
  }
  document.getElementById('filters')?.addEventListener('change', () => {
    write(search)
    search?.search(search.words)
  })
  document.getElementById('search')?.addEventListener('input', writeSoon)
  new MutationObserver(writeSoon).observe(page, {attributeFilter: ['class', 'data-depth']})
  // Escape ends the search without an input event.
  document.addEventListener('keydown', ({key}) => {
    if (key === 'Escape') writeSoon()
  })
  return {
    apply(root) {
      applyErrorFilter(root)
      const level = levelIn(page.dataset['depth'])
      for (const fold of listCollapsibles(root)) {
        if (level && !known.has(fold)) expandTo(fold, level)
        known.add(fold)
      }
    },
  }
}

const levels: readonly ExpandLevel[] = ['collapsed', 'one', 'all']

const levelIn = (text: string | null | undefined): ExpandLevel | undefined =>
  levels.find((level) => level === text)

const boxesIn = (selector: string): readonly HTMLInputElement[] =>
  [...document.querySelectorAll(selector)].filter((box) => box instanceof HTMLInputElement)

const typeBoxes = (): readonly HTMLInputElement[] => boxesIn('#filters [id^="show-"]')

const errorsBox = (): HTMLInputElement | undefined => boxesIn('#only-errors')[0]

const groupOf = ({id}: HTMLInputElement): string => id.replace('show-', '')

function write(search: PageSearch | undefined): void {
  const address = new URL(location.href)
  const hidden = typeBoxes().filter(({checked}) => !checked)
  const isNarrow = matchMedia('(max-width: 860px)').matches
  const values: readonly (readonly [string, string])[] = [
    ['hide', hidden.map(groupOf).join(',')],
    ['only', errorsBox()?.checked ? 'errors' : ''],
    ['find', search?.words.trim() ?? ''],
    ['open', page.dataset['depth'] ?? ''],
    ['panel', page.classList.contains('no-panel') && !isNarrow ? 'hidden' : ''],
  ]
  for (const [name, value] of values)
    if (value === '') address.searchParams.delete(name)
    else address.searchParams.set(name, value)
  // Commas are allowed in a query, and easier to read.
  address.search = address.search.replaceAll('%2C', ',')
  if (address.href !== location.href) history.replaceState(history.state, '', address)
}
