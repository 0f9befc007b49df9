import {startConveniences} from '../page/conveniences.ts'
import {closest} from '../page/dom.ts'
import {startPage, togglePanel, toggleTheme} from '../page/preferences.ts'
import {startList} from './list/start-list.ts'
import {startBoard} from './live/start-board.ts'
import {startSession} from './session/start-session.ts'
import {startSearch} from './start-search.ts'
import {startUsage} from './start-usage.ts'

const pages: ReadonlyMap<string, (data: DOMStringMap) => void> = new Map([
  ['list', startList],
  ['session', startSession],
  ['search', startSearch],
  ['usage', startUsage],
  ['live', startBoard],
])

/** Every page can be read without this; it keeps them as things are now. */
function start(): void {
  startConveniences()
  document.addEventListener('click', ({target}) => {
    const deed = closest(target, 'button')?.dataset['do']
    if (deed === 'theme') toggleTheme()
    else if (deed === 'panel') togglePanel()
  })
  const {dataset} = document.body
  pages.get(dataset['page'] ?? '')?.(dataset)
}

startPage(start)
