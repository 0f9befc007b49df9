import {startConveniences} from '../page/conveniences.ts'
import {closest} from '../page/dom.ts'
import {startPage, togglePanel, toggleTheme} from '../page/preferences.ts'
import {startList} from './list/start-list.ts'
import {startBoard} from './live/start-board.ts'
import {startSession} from './session/start-session.ts'
import {startSearch} from './start-search.ts'
import {startUsage} from './start-usage.ts'
import {startTabState} from './tab-state.ts'

const pages: ReadonlyMap<string, (data: DOMStringMap) => void> = new Map([
  ['list', startList],
  ['session', startSession],
  ['search', startSearch],
  ['usage', startUsage],
  ['live', startBoard],
])

/** Pages can be read without this; it keeps them current. */
function start(): void {
  startConveniences()
  document.addEventListener('click', ({target}) => {
    const action = closest(target, 'button')?.dataset['do']
    if (action === 'theme') toggleTheme()
    else if (action === 'panel') togglePanel()
  })
  const {dataset} = document.body
  startTabState(dataset)
  pages.get(dataset['page'] ?? '')?.(dataset)
}

startPage(start)
