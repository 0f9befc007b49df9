import {findDetails} from '../../page/dom.ts'
import {fetchLatest, getList, getText, toFields} from '../fetch-part.ts'
import {followEvents, showConnection} from '../follow-events.ts'
import {morph, morphChildren, parseFragment} from '../morph.ts'
import {startRowShortcuts} from './row-shortcuts.ts'
import {markUnread} from './unread.ts'

/** The list is filtered after this many milliseconds without a key. */
const typingMs = 90
/** How often the list is loaded again: at most, and at least while the page is visible. */
const refreshMs = 800
const maxRefreshMs = 60_000

/** The list of sessions: filters while the user types, and updates live. */
export function startList({event = ''}: DOMStringMap): void {
  const rows = document.getElementById('rows')
  const input = document.getElementById('filter')
  const sort = document.getElementById('sort')
  const facets = document.getElementById('facets')
  if (!rows || !(input instanceof HTMLInputElement)) return
  const ask = fetchLatest()
  const refresh = async (): Promise<void> => {
    const address = new URL(location.href)
    address.searchParams.set('part', '1')
    try {
      const part = await ask(`${address.pathname}${address.search}`)
      if (!part) return
      const next = parseFragment(part.html)
      for (const element of [rows, facets]) {
        const as = element && next.getElementById(element.id)
        if (element && as) morphChildren(element, as)
      }
      showCount(Number(part.headers.get('recount-total')))
    } catch {
      // The connection state shows the problem; the list stays as it was.
    }
    markUnread(rows)
  }
  const asked = (): void => {
    const address = new URL(location.href)
    const values: readonly (readonly [string, string])[] = [
      ['q', input.value.trim()],
      ['sort', sort instanceof HTMLSelectElement && sort.value !== 'time' ? sort.value : ''],
      ['from', ''],
    ]
    for (const [name, value] of values)
      if (value === '') address.searchParams.delete(name)
      else address.searchParams.set(name, value)
    history.replaceState(history.state, '', address)
    void refresh()
  }
  let timer = 0
  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(asked, typingMs)
  })
  sort?.addEventListener('change', asked)
  input.form?.addEventListener('submit', (submitted) => {
    submitted.preventDefault()
    asked()
  })

  let order = 0
  const refreshSoon = (): void => {
    if (order !== 0) return
    order = setTimeout(() => {
      order = 0
      void refresh()
    }, refreshMs)
  }
  followEvents({
    url: '/events',
    after: event,
    kinds: ['sessions', 'reload'],
    onConnection: showConnection(),
    onEvent(kind, fields) {
      if (kind === 'sessions') for (const session of getList(fields, 'sessions')) setRow(rows, session)
      markUnread(rows)
      refreshSoon()
    },
  })
  // A session that has ended sends no event.
  setInterval(() => {
    if (document.visibilityState === 'visible') refreshSoon()
  }, maxRefreshMs)
  addEventListener('pageshow', () => markUnread(rows))
  if (matchMedia('(max-width: 860px)').matches)
    for (const fold of findDetails('.facets details')) fold.open = false
  startRowShortcuts({links: '#rows .session h3 a', input})
  markUnread(rows)
}

function setRow(rows: HTMLElement, session: unknown): void {
  const fields = toFields(session)
  const row = rows.querySelector(`[data-session="${CSS.escape(getText(fields, 'id'))}"]`)
  const [next] = parseFragment(getText(fields, 'html')).children
  if (row && next) morph(row, next)
}

function showCount(total: number): void {
  const count = document.querySelector('main > header .count')
  if (count && total >= 0)
    count.textContent = `${total.toLocaleString('en')} ${total === 1 ? 'session' : 'sessions'}`
}
