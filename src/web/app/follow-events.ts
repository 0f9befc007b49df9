import type {ResponseFields} from './fetch-part.ts'
import {getText, parseFields} from './fetch-part.ts'

/** How the connection is. A server that was started again has another token, and refuses the page. */
export type ConnectionState = 'open' | 'waiting' | 'refused' | 'asleep'

/** What is listened to. */
interface EventStreamOptions {
  /** The address; it may have a query. */
  readonly url: string
  /** The newest event that the page has already. */
  readonly after: string
  /** The kinds of events that are of interest. */
  readonly kinds: readonly string[]
  onEvent(kind: string, fields: ResponseFields, id: string): void
  onConnection(link: ConnectionState): void
}

/** A page that nobody sees lets go of its connection after this time: browsers have six for each server. */
const sleepAfter = 20_000
/** A server that refused is asked again after this time. The browser itself asks again where it was only lost. */
const retryMs = 2000

/** Follows events for as long as the page is open, and goes on where it was whenever the connection was lost. */
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
      // If it is still true it comes again.
      showNotice('')
    })
    source.addEventListener('notice', (event) => showNotice(getText(parseFields(String(event.data)), 'text')))
    source.addEventListener('error', () => {
      const isClosed = source?.readyState === EventSource.CLOSED
      if (!isClosed) onConnection('waiting')
      if (!source || !isClosed) return
      source.close()
      source = undefined
      timer = setTimeout(open, retryMs)
      // The browser does not tell why it was refused.
      const tell = (link: ConnectionState): void => {
        if (!source) onConnection(link)
      }
      fetch(address, {method: 'HEAD'}).then(
        ({status}) => tell(status === 401 ? 'refused' : 'waiting'),
        () => tell('waiting'),
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
  // A page that the browser keeps for the way back must hold no connection.
  addEventListener('pagehide', () => close('asleep'))
  addEventListener('pageshow', open)
  onConnection('waiting')
  open()
}

/** Shows what is wrong with the server at the moment, or that nothing is. */
function showNotice(text: string): void {
  const place = document.getElementById('notice')
  if (place && place.textContent !== text) place.textContent = text
}

const connectionTexts: Readonly<Record<ConnectionState, string>> = {
  // Not “live”: that is said of sessions, and this one may be over.
  open: 'connected',
  waiting: 'connecting…',
  refused: 'recount was restarted; open the address it printed',
  asleep: 'paused',
}

/** A connection that comes back at once is not worth a word. */
const quietMs = 1500

/** Says how the connection is, calmly: nothing is said of what is over in a moment. */
export function showConnection(): (link: ConnectionState) => void {
  const mark = document.createElement('p')
  mark.className = 'connection'
  mark.setAttribute('role', 'status')
  mark.dataset['link'] = 'waiting'
  const bar = document.querySelector('.bar .bar-title') ?? document.querySelector('.places ul')
  bar?.after(mark)
  let timer = 0
  let wasOpen = false
  let now: ConnectionState | undefined
  return (link) => {
    // It is tried again and again, and each time is told.
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
