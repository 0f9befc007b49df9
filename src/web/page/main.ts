import {expandAllTo, startCollapsing} from './collapse.ts'
import {startConveniences} from './conveniences.ts'
import {closest} from './dom.ts'
import {startErrorFilter} from './error-filter.ts'
import {startHashLinks, startOutlineHighlight} from './hash-links.ts'
import {startHighlighting} from './highlight-code.ts'
import {createPageSearch, type PageSearch} from './page-search.ts'
import {startPage, togglePanel, toggleTheme} from './preferences.ts'
import {startShortcuts} from './shortcuts.ts'

/** The page is complete without this; it only adds conveniences. */
function start(): void {
  const search = createPageSearch()
  startCollapsing()
  startShortcuts(search)
  startHashLinks(search)
  startConveniences()
  startOutlineHighlight()
  startErrorFilter()
  startHighlighting(() => search?.repaint())(document)
  startButtons(search)
  const filter = document.getElementById('filter')
  if (filter instanceof HTMLInputElement) startCardFilter(filter)
}

function startButtons(search: PageSearch | undefined): void {
  const actions: ReadonlyMap<string, () => void> = new Map([
    ['previous', () => search?.step(-1)],
    ['next', () => search?.step(1)],
    ['theme', toggleTheme],
    ['panel', togglePanel],
  ])
  document.addEventListener('click', (event) => {
    const button = closest(event.target, 'button')
    const {do: action = '', expand} = button?.dataset ?? {}
    actions.get(action)?.()
    if (expand === 'collapsed' || expand === 'one' || expand === 'all') expandAllTo(expand)
  })
}

/** Filters the cards of an index: a card must contain all words. */
function startCardFilter(input: HTMLInputElement): void {
  const output = document.querySelector('.hits')
  const cards = [...document.querySelectorAll('.card')].flatMap((card) => {
    const project = card.closest('.project')
    if (!(card instanceof HTMLElement) || !(project instanceof HTMLElement)) return []
    const name = project.querySelector('h2')?.textContent ?? ''
    return [{card, project, text: `${name} ${card.textContent ?? ''}`.toLowerCase()}]
  })
  const projects = new Set(cards.map(({project}) => project))
  const filter = (): void => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
    const shown = new Set<HTMLElement>()
    let count = 0
    for (const {card, project, text} of cards) {
      card.hidden = !words.every((word) => text.includes(word))
      if (card.hidden) continue
      shown.add(project)
      count += 1
    }
    for (const project of projects) project.hidden = !shown.has(project)
    if (output) output.textContent = words.length === 0 ? '' : `${count} of ${cards.length}`
  }
  input.addEventListener('input', filter)
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    input.value = ''
    filter()
  })
  filter()
}

// The script is in the head, so the page is not loaded yet.
startPage(start)
