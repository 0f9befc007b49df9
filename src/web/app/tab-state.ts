import {getList, getNumber, getText, type ResponseFields, toFields} from './fetch-part.ts'

/** What the tab shows besides its title: the state of its session, or else how many sessions wait. */
const tab = {title: '', state: '', waiting: 0, working: 0}

/** Starts to show states in the title and the icon of the tab. */
export function startTabState({state = ''}: DOMStringMap): void {
  tab.title = document.title
  tab.state = state
  show()
}

/** Sets the title of the tab. */
export function setTabTitle(title: string): void {
  tab.title = title
  show()
}

/**
 * Handles the event `states`, which every page gets: shows the states, and passes the event on as `states` of the
 * document, with its fields as `detail`.
 */
export function noteStates(fields: ResponseFields): void {
  tab.waiting = getNumber(fields, 'waiting')
  tab.working = getNumber(fields, 'working')
  const session = document.body.dataset['session']
  for (const change of getList(fields, 'changed').map(toFields))
    if (session !== undefined && getText(change, 'sessionId') === session) setState(getText(change, 'state'))
  show()
  document.dispatchEvent(new CustomEvent('states', {detail: fields}))
}

/** No session is known to run. */
export function resetStates(): void {
  tab.waiting = 0
  tab.working = 0
  show()
}

const labels: ReadonlyMap<string, string> = new Map([
  ['waiting', 'Waiting for you'],
  ['working', 'Working'],
  ['failed', 'Failed'],
  ['interrupted', 'Interrupted'],
  ['finished', 'Finished'],
  ['stale', 'Stale'],
])

function setState(state: string): void {
  tab.state = state
  document.body.dataset['state'] = state
  const badge = document.getElementById('session-state')
  if (!badge) return
  badge.dataset['state'] = state
  badge.textContent = labels.get(state) ?? ''
}

const marks: ReadonlyMap<string, string> = new Map([
  ['waiting', '● '],
  ['working', '◐ '],
])

function show(): void {
  const isSession = document.body.dataset['page'] === 'session'
  const count = tab.waiting > 0 ? `(${tab.waiting}) ` : ''
  const title = `${isSession ? (marks.get(tab.state) ?? '') : count}${tab.title}`
  if (document.title !== title) document.title = title
  const state = isSession ? tab.state : tab.waiting > 0 ? 'waiting' : tab.working > 0 ? 'working' : ''
  setIcon(shapes.get(state) ?? ring)
}

const ring = '<circle cx="8" cy="8" r="5.5" fill="none" stroke="#8a8a8a" stroke-width="2"/>'
const shapes: ReadonlyMap<string, string> = new Map([
  ['waiting', '<circle cx="8" cy="8" r="7" fill="#4a7fd6"/>'],
  [
    'working',
    '<circle cx="8" cy="8" r="6" fill="none" stroke="#1f9a88" stroke-width="2"/><path d="M8 2a6 6 0 0 0 0 12z" fill="#1f9a88"/>',
  ],
])

function setIcon(shape: string): void {
  const href = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${shape}</svg>`)}`
  const found = document.querySelector('link[rel="icon"]')
  const icon = found ?? document.createElement('link')
  icon.setAttribute('rel', 'icon')
  if (icon.getAttribute('href') !== href) icon.setAttribute('href', href)
  if (!found) document.head.append(icon)
}
