import {closest, makeElement} from '../page/dom.ts'
import {makeButton} from './clipboard.ts'
import {fetchLatest} from './fetch-part.ts'
import {startRowShortcuts} from './list/row-shortcuts.ts'
import {parseFragment} from './morph.ts'

const typingMs = 140

/** Filters that can be added with a click. */
const quickFilters: readonly string[] = [
  'kind:prompt',
  'kind:answer',
  'tool:Bash',
  'tool:Edit',
  'error:yes',
  'after:today',
  'after:7d',
]

/** The search page: results while the user types. */
export function startSearch(): void {
  const input = document.getElementById('query')
  const results = document.getElementById('results')
  if (!(input instanceof HTMLInputElement) || !results) return
  const ask = fetchLatest()
  const search = async (): Promise<void> => {
    const address = new URL(location.href)
    address.searchParams.set('q', input.value)
    address.searchParams.delete('most')
    if (input.value.trim() === '') address.searchParams.delete('q')
    history.replaceState(history.state, '', address)
    document.title = `${input.value.trim() === '' ? 'Search' : `Search: ${input.value.trim()}`} · recount`
    address.searchParams.set('part', '1')
    results.setAttribute('aria-busy', 'true')
    try {
      const part = await ask(`${address.pathname}${address.search}`)
      if (!part) return
      results.replaceChildren(parseFragment(part.html))
    } catch (error) {
      const textContent = error instanceof Error ? error.message : 'Search failed.'
      results.replaceChildren(makeElement('p', {className: 'mistake', textContent}))
    }
    results.setAttribute('aria-busy', 'false')
    look()
  }
  let timer = 0
  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => void search(), typingMs)
  })
  input.form?.addEventListener('submit', (submitted) => {
    submitted.preventDefault()
    clearTimeout(timer)
    void search()
  })

  const chips = makeElement('p', {className: 'chips', role: 'group', ariaLabel: 'Refine'})
  const wordsIn = (): readonly string[] => input.value.split(/\s+/).filter(Boolean)
  chips.append(
    ...quickFilters.map((word) =>
      makeButton(word, `Filter by ${word}`, () => {
        const words = wordsIn()
        input.value = (
          words.includes(word) ? words.filter((other) => other !== word) : [...words, word]
        ).join(' ')
        void search()
      }),
    ),
  )
  const look = (): void => {
    const words = wordsIn()
    for (const chip of chips.children)
      chip.setAttribute('aria-pressed', String(words.includes(chip.textContent ?? '')))
  }
  // These links change the results without loading the page again.
  results.addEventListener('click', (event) => {
    const link = closest(event.target, '.hit-facets a')
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    input.value = new URL(link.href).searchParams.get('q') ?? ''
    void search()
  })
  input.form?.after(chips)
  look()
  startRowShortcuts({links: '#results .hit h3 a', input})
  if (input.value === '') input.focus()
}
