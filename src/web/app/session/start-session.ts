import {startCollapsing} from '../../page/collapse.ts'
import {makeElement} from '../../page/dom.ts'
import {decodeHash, onHashLink} from '../../page/hash-links.ts'
import {startHighlighting} from '../../page/highlight-code.ts'
import {createPageSearch} from '../../page/page-search.ts'
import type {ResponseFields} from '../fetch-part.ts'
import {fetchJson, fetchPart, getList, getNumber, getText, parseFields, toFields} from '../fetch-part.ts'
import {followEvents, showConnection} from '../follow-events.ts'
import {markSeen} from '../list/unread.ts'
import {startActions, startEntryTools} from './entry-tools.ts'
import {goToAnchor, showMissingNote, startSearchNote} from './go-to-anchor.ts'
import {startPageState} from './page-state.ts'
import {showRawRecords} from './raw-dialog.ts'
import {readingPositionOf, saveReadingPosition} from './reading-positions.ts'
import {startRunningTimers} from './running-timers.ts'
import {
  findReadingElement,
  isAtTop,
  keepScrollPosition,
  LatestButton,
  scrollToEnd,
} from './scroll-position.ts'
import {markCurrentTurn, setCounts, setHead, setOutlineTurn, setPart, setTitle} from './session-head.ts'
import {startSessionShortcuts} from './session-shortcuts.ts'
import {SliceWindow} from './slice-window.ts'

/** Not the anchor of any message. */
const beginning = ''
/** The pause before another attempt to load everything. */
const retryMs = 2000

/** The page of a session, updated live. */
export function startSession({session = '', event = '', map = '[]', running: live}: DOMStringMap): void {
  const shown = document.getElementById('slices')
  if (!shown || session === '') return
  const address = `/s/${encodeURIComponent(session)}`
  const search = createPageSearch()
  const colour = startHighlighting(() => search?.repaint())
  const state = startPageState(search)
  const slices = new SliceWindow(
    {
      shown,
      before: makeGap(shown, 'before'),
      after: makeGap(shown, 'after'),
      fetch: (query) => fetchPart(`${address}/turns?${query}`),
      onAdded(root) {
        colour(root)
        state.apply(root)
      },
    },
    turnsOf(parseFields(`{"map":${map}}`)),
  )
  for (const link of document.querySelectorAll('.more-slices')) link.remove()

  const newest = new LatestButton(
    () => slices.hasEnd,
    () => void toNewest(),
  )
  /** The anchor to go to when the complete session is loaded; empty for the start. */
  let wanted: string | undefined
  const toNewest = async (): Promise<void> => {
    wanted = undefined
    if (!slices.hasEnd) await slices.show('')
    scrollToEnd()
    requestAnimationFrame(scrollToEnd)
  }
  const toBeginning = async (): Promise<void> => {
    wanted = isPartial() ? beginning : undefined
    scrollTo({top: 0, behavior: 'instant'})
    await slices.fill()
  }
  const go = async (name: string, isLink = true): Promise<void> => {
    wanted = isPartial() ? name : undefined
    const arrival = await goToAnchor(name, address, slices, isLink ? {search} : undefined)
    if (arrival === 'shown' || (arrival === 'missing' && !isPartial())) wanted = undefined
    if (arrival === 'missing' && isLink) showMissingNote()
  }
  const running = document.getElementById('running')
  const tick = startRunningTimers(running ?? document)

  /** Events that arrive while everything is loaded again. */
  let waiting: (() => void)[] | undefined
  /** Another reset happened meanwhile. */
  let isOld = false
  const renew = async (): Promise<void> => {
    isOld = waiting !== undefined
    if (waiting) return
    waiting = []
    // A tall window can show everything that is loaded.
    const wasAtEnd = newest.isFollowing && wanted === undefined
    const wasAtTop = isAtTop()
    try {
      const head = fetchJson(`${address}/head`).then(toFields)
      const read = wasAtEnd ? undefined : findReadingElement()?.closest('#slices :not(.slice)[id]')?.id
      const query =
        wasAtTop && !wasAtEnd ? 'from=0' : read === undefined ? '' : `at=${encodeURIComponent(read)}`
      const turns = head.then(turnsOf)
      await slices.renew(query, turns).catch(() => slices.renew('', turns))
      setHead(await head)
      document.getElementById('partial-note')?.remove()
      // It may have been set during the requests.
      const name = wanted
      if (name === beginning) void toBeginning()
      else if (name !== undefined) void go(name)
      else if (wasAtEnd) scrollToEnd()
      else if (wasAtTop) scrollTo({top: 0, behavior: 'instant'})
    } catch {
      // The server is gone again; the page stays as it was.
      setTimeout(() => void renew(), retryMs)
    } finally {
      const rest = waiting
      waiting = undefined
      for (const apply of rest) apply()
      if (isOld) void renew()
      else void slices.fill()
    }
  }

  const onEvent = (kind: string, fields: ResponseFields, id: string): void => {
    const html = getText(fields, 'html')
    const follows = newest.isFollowing
    switch (kind) {
      case 'turn': {
        const key = {turn: getNumber(fields, 'turn'), slice: getNumber(fields, 'slice')}
        const count = slices.onSlice(key, html, Number(/\d+$/.exec(id)?.[0] ?? 0))
        tick()
        if (follows) scrollToEnd()
        newest.add(follows ? 0 : count)
        if (document.visibilityState === 'visible') markSeen(session)
        break
      }
      case 'header':
        keepScrollPosition(() => setPart('session-head', html))
        setTitle(getText(fields, 'title'))
        setCounts(toFields(fields.get('counts')))
        break
      case 'panel':
        setPart('details', html)
        break
      case 'outline':
        setOutlineTurn(html)
        break
      case 'outlines':
        setPart('outline', html)
        break
      case 'running':
        setPart('running', html)
        tick()
        if (follows) scrollToEnd()
        break
      default:
    }
  }

  followEvents({
    url: `${address}/events`,
    after: event,
    kinds: ['turn', 'header', 'panel', 'outline', 'outlines', 'running', 'ready', 'reload'],
    onConnection: showConnection(),
    onEvent(kind, fields, id) {
      if (kind === 'ready' || kind === 'reload') {
        if (getText(fields, 'reason') === 'failed') location.reload()
        else void renew()
      } else if (waiting) waiting.push(() => onEvent(kind, fields, id))
      else onEvent(kind, fields, id)
    },
  })

  let frame = 0
  let pause = 0
  const look = (): void => {
    frame = 0
    newest.update()
    void slices.fill()
    clearTimeout(pause)
    pause = setTimeout(() => {
      const read = findReadingElement()
      markCurrentTurn(read)
      // The back button returns to the reading position.
      history.replaceState({read: newest.isFollowing ? undefined : read?.id}, '')
      // Before the complete session is loaded, the position is not the reader's choice.
      if (!isPartial()) saveReadingPosition(session, isAtTop() ? undefined : read?.id)
    }, 150)
  }
  const lookSoon = (): void => {
    if (frame === 0) frame = requestAnimationFrame(look)
  }
  addEventListener('scroll', lookSoon, {passive: true})
  addEventListener('resize', lookSoon)

  startCollapsing()
  onHashLink((name) => void go(name))
  startActions(address)
  startSearchNote(session, slices)
  const tools = startEntryTools(address)
  startSessionShortcuts(search, {toLatest: toNewest, toBeginning, ...tools})
  colour(document)
  tick()
  markSeen(session)
  const raw = new URLSearchParams(location.search).get('raw')
  if (raw) void showRawRecords(address, raw)
  startAt(
    (name, isLink) => void go(name, isLink),
    live === undefined ? readingPositionOf(session) : undefined,
  )
  look()
}

/**
 * Goes to the start position: where the reader was in this tab, else that of the address, else the end of a running
 * session. One that has ended is shown where it was `left`, or from its top if that is empty.
 */
function startAt(go: (name: string, isLink: boolean) => void, left: string | undefined): void {
  history.scrollRestoration = 'manual'
  const before = getText(toFields(history.state), 'read')
  const asked = new URLSearchParams(location.search)
  const name = decodeHash(location.hash) || asked.get('at')
  if (before !== '') go(before, false)
  else if (name) go(name, true)
  else if (left) go(left, false)
  else if (asked.has('from') || asked.has('before')) document.getElementById('slices')?.scrollIntoView()
  else if (left === undefined) {
    scrollToEnd()
    requestAnimationFrame(scrollToEnd)
  }
}

/** Only the end of the session has been read so far. */
const isPartial = (): boolean => document.getElementById('partial-note') !== null

/** The gap for slices that are not loaded. */
function makeGap(shown: Element, side: 'before' | 'after'): HTMLElement {
  const gap = makeElement('div', {className: 'gap'})
  gap.setAttribute('aria-hidden', 'true')
  shown[side](gap)
  return gap
}

const turnsOf = (fields: ResponseFields): readonly (readonly number[])[] =>
  getList(fields, 'map').map((turn) =>
    Array.isArray(turn) ? turn.filter((count): count is number => typeof count === 'number') : [],
  )
