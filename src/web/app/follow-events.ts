import {makeElement} from '../page/dom.ts'
import {getText, parseFields, type ResponseFields} from './fetch-part.ts'
import {noteStates, resetStates} from './tab-state.ts'

/** The state of the connection. A restarted server has another token and rejects the page. */
export type ConnectionState = 'open' | 'waiting' | 'refused' | 'asleep'

/** The events to follow. */
interface EventStreamOptions {
  /** The address, possibly with a query. */
  readonly url: string
  /** The newest event that the page already contains. */
  readonly after: string
  /** The kinds of events. */
  readonly kinds: readonly string[]
  onEvent(kind: string, fields: ResponseFields, id: string): void
  onConnection(link: ConnectionState): void
}

/** A hidden page closes its connection after this time, because browsers allow six per server. */
const sleepAfter = 20_000
/** Reconnects this long after the server rejected the page. After a lost connection, the browser reconnects itself. */
const retryMs = 2000

/** Follows events while the page is open, and continues after a lost connection. */
export function followEvents({url, after, kinds, onEvent, onConnection}: EventStreamOptions): void {
  let last = after
  let source: EventSource | undefined
  let timer = 0
  const close = (link: ConnectionState): void => {
    source?.close()
    source = undefined
    onConnection(link)
  }
  const open = (): void => {
    clearTimeout(timer)
    if (source) return
    const address = new URL(url, location.href)
    address.searchParams.set('after', last)
    source = new EventSource(address)
    source.addEventListener('open', () => {
      onConnection('open')
      // If they still apply, the server sends them again.
      showNotice('')
      resetStates()
    })
    source.addEventListener('notice', (event) => showNotice(getText(parseFields(String(event.data)), 'text')))
    source.addEventListener('states', (event) => noteStates(parseFields(String(event.data))))
    source.addEventListener('error', () => {
      const isClosed = source?.readyState === EventSource.CLOSED
      if (!isClosed) onConnection('waiting')
      if (!source || !isClosed) return
      source.close()
      source = undefined
      timer = setTimeout(open, retryMs)
      // The browser does not say why it was rejected.
      const report = (link: ConnectionState): void => {
        if (!source) onConnection(link)
      }
      fetch(address, {method: 'HEAD'}).then(
        ({status}) => report(status === 401 ? 'refused' : 'waiting'),
        () => report('waiting'),
      )
    })
    for (const kind of kinds)
      source.addEventListener(kind, (event) => {
        if (event.lastEventId !== '') last = event.lastEventId
        onEvent(kind, parseFields(String(event.data)), event.lastEventId)
      })
  }
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') open()
    else timer = setTimeout(() => close('asleep'), sleepAfter)
  })
  // A page in the back/forward cache must not have a connection.
  addEventListener('pagehide', () => close('asleep'))
  addEventListener('pageshow', open)
  onConnection('waiting')
  open()
}

/** Shows the server's notice, or clears it. */
function showNotice(text: string): void {
  const place = document.getElementById('notice')
  if (place && place.textContent !== text) place.textContent = text
}

const connectionTexts: Readonly<Record<ConnectionState, string>> = {
  // Not “live”, which is used for running sessions.
  open: 'connected',
  waiting: 'connecting…',
  refused: 'recount was restarted; open the address it printed',
  asleep: 'paused',
}

/** Shorter interruptions are not shown. */
const quietMs = 1500

/** Shows the state of the connection, except for short interruptions. */
export function showConnection(): (link: ConnectionState) => void {
  const mark = makeElement('p', {className: 'connection', role: 'status'})
  mark.dataset['link'] = 'waiting'
  const bar = document.querySelector('.bar .bar-title') ?? document.querySelector('.places ul')
  bar?.after(mark)
  let timer = 0
  let wasOpen = false
  let now: ConnectionState | undefined
  return (link) => {
    // Each attempt reports the same state again.
    if (link === now) return
    now = link
    clearTimeout(timer)
    const show = (): void => {
      mark.dataset['link'] = link
      mark.textContent = link === 'waiting' && wasOpen ? 'reconnecting…' : connectionTexts[link]
      if (link === 'open') wasOpen = true
    }
    if (link === 'open') show()
    else timer = setTimeout(show, quietMs)
  }
}
