import {startCardFilter} from './cards.ts'
import {startColouring} from './colour.ts'
import {startCopying} from './copy.ts'
import {closest} from './dom.ts'
import {setAll, startFolding} from './fold.ts'
import {startHashes} from './hash.ts'
import {startKeys} from './keys.ts'
import {startLightbox} from './lightbox.ts'
import {startErrors} from './only-errors.ts'
import {restorePanel, togglePanel} from './panel.ts'
import {Search} from './search.ts'
import {restoreTheme, toggleTheme} from './theme.ts'
import {startTimes} from './times.ts'
import {startWhere} from './where.ts'

/** The page is whole without this; it only makes it handier. */
function start(): void {
  const search = makeSearch()
  startFolding()
  startKeys(search)
  startHashes()
  startLightbox()
  startCopying()
  startTimes()
  startWhere()
  startErrors()
  startColouring(() => search?.repaint())(document)
  startButtons(search)
  const filter = document.getElementById('filter')
  if (filter instanceof HTMLInputElement) startCardFilter(filter)
}

function makeSearch(): Search | undefined {
  const input = document.getElementById('search')
  const output = document.querySelector('.hits')
  if (!(input instanceof HTMLInputElement) || !(output instanceof HTMLElement)) return undefined
  return new Search(input, output)
}

function startButtons(search: Search | undefined): void {
  const deeds: ReadonlyMap<string, () => void> = new Map([
    ['previous', () => search?.step(-1)],
    ['next', () => search?.step(1)],
    ['theme', toggleTheme],
    ['panel', togglePanel],
  ])
  document.addEventListener('click', (event) => {
    const button = closest(event.target, 'button')
    const {do: deed = '', fold} = button?.dataset ?? {}
    deeds.get(deed)?.()
    if (fold === 'folded' || fold === 'one' || fold === 'all') setAll(fold)
  })
}

document.documentElement.classList.add('js')
restoreTheme()
restorePanel()
// It stands in the head, so that nothing is drawn twice; the rest of the page is not there yet.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
else start()
