import {startCollapsing} from '../../page/collapse.ts'
import {decodeHash, onHashLink} from '../../page/hash-links.ts'
import {startHighlighting} from '../../page/highlight-code.ts'
import {PageSearch} from '../../page/page-search.ts'
import type {ResponseFields} from '../fetch-part.ts'
import {fetchJson, fetchPart, getList, getNumber, getText, parseFields, toFields} from '../fetch-part.ts'
import {followEvents, showConnection} from '../follow-events.ts'
import {markSeen} from '../list/unread.ts'
import {startActions, startEntryTools} from './entry-tools.ts'
import {goToAnchor, startSearchNote} from './go-to-anchor.ts'
import {startPageState} from './page-state.ts'
import {showRawRecords} from './raw-dialog.ts'
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

/** A name that nothing has. */
const beginning = ''
/** A server that was lost while everything was asked anew is asked again after this time. */
const renewAgain = 2000

/** A session that is followed as it goes on. */
export function startSession({session = '', event = '', map = '[]', partial}: DOMStringMap): void {
  const shown = document.getElementById('pieces')
  if (!shown || session === '') return
  const address = `/s/${encodeURIComponent(session)}`
  const search = makeSearch()
  const colour = startHighlighting(() => search?.repaint())
  const state = startPageState(search)
  const pieces = new SliceWindow(
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
  for (const link of document.querySelectorAll('.more-pieces')) link.remove()

  const newest = new LatestButton(
    () => pieces.hasEnd,
    () => void toNewest(),
  )
  /** What was asked for while only the end was here: a name, or nothing but the beginning. */
  let wanted: string | undefined
  const toNewest = async (): Promise<void> => {
    wanted = undefined
    if (!pieces.hasEnd) await pieces.show('')
    scrollToEnd()
    requestAnimationFrame(scrollToEnd)
  }
  const toBeginning = async (): Promise<void> => {
    wanted = isPartial() ? beginning : undefined
    scrollTo({top: 0, behavior: 'instant'})
    await pieces.fill()
  }
  const go = async (name: string): Promise<void> => {
    wanted = isPartial() ? name : undefined
    if (await goToAnchor(name, address, pieces)) wanted = undefined
  }
  const running = document.getElementById('running')
  const tick = startRunningTimers(running ?? document)

  /** What comes while everything is asked anew waits, so that nothing old follows what is new. */
  let waiting: (() => void)[] | undefined
  /** Everything has changed once more since it was asked for. */
  let isOld = false
  const renew = async (): Promise<void> => {
    isOld = waiting !== undefined
    if (waiting) return
    waiting = []
    // A window may be so tall that it shows all that is here.
    const wasAtEnd = newest.isFollowing && wanted === undefined
    const wasAtTop = isAtTop()
    try {
      const head = fetchJson(`${address}/head`).then(toFields)
      const read = wasAtEnd ? undefined : findReadingElement()?.closest('#pieces :not(.piece)[id]')?.id
      const query =
        wasAtTop && !wasAtEnd ? 'from=0' : read === undefined ? '' : `at=${encodeURIComponent(read)}`
      const turns = head.then(turnsOf)
      await pieces.renew(query, turns).catch(() => pieces.renew('', turns))
      setHead(await head)
      document.getElementById('partial-note')?.remove()
      // It may have been asked for only while this was under way.
      const name = wanted
      if (name === beginning) void toBeginning()
      else if (name !== undefined) void go(name)
      else if (wasAtEnd) scrollToEnd()
      else if (wasAtTop) scrollTo({top: 0, behavior: 'instant'})
    } catch {
      // It went away again; the page stays as it was until it is back.
      setTimeout(() => void renew(), renewAgain)
    } finally {
      const rest = waiting
      waiting = undefined
      for (const hear of rest) hear()
      if (isOld) void renew()
      else void pieces.fill()
    }
  }

  const hear = (kind: string, fields: ResponseFields, id: string): void => {
    const html = getText(fields, 'html')
    const follows = newest.isFollowing
    switch (kind) {
      case 'turn': {
        const key = {turn: getNumber(fields, 'turn'), piece: getNumber(fields, 'piece')}
        const count = pieces.onSlice(key, html, Number(/\d+$/.exec(id)?.[0] ?? 0))
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
      case 'running':
        setPart('running', html)
        tick()
        if (follows) scrollToEnd()
        break
      default:
    }
  }

  const connection = showConnection()
  followEvents({
    url: `${address}/events`,
    after: event,
    kinds: ['turn', 'header', 'panel', 'outline', 'running', 'ready', 'reload'],
    onConnection: connection,
    onEvent(kind, fields, id) {
      if (kind === 'ready' || kind === 'reload') {
        if (getText(fields, 'reason') === 'failed') location.reload()
        else void renew()
      } else if (waiting) waiting.push(() => hear(kind, fields, id))
      else hear(kind, fields, id)
    },
  })

  let frame = 0
  let pause = 0
  const look = (): void => {
    frame = 0
    newest.update()
    void pieces.fill()
    clearTimeout(pause)
    pause = setTimeout(() => {
      const read = findReadingElement()
      markCurrentTurn(read)
      // The way back leads to what was being read.
      history.replaceState({read: newest.isFollowing ? undefined : read?.id}, '')
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
  startSearchNote(session, pieces)
  const tools = startEntryTools(address)
  startSessionShortcuts(search, {toLatest: toNewest, toBeginning, ...tools})
  colour(document)
  tick()
  markSeen(session)
  const raw = new URLSearchParams(location.search).get('raw')
  if (raw) void showRawRecords(address, raw)
  startAt((name) => void go(name), pieces, partial !== undefined, (running?.childElementCount ?? 0) > 0)
  look()
}

/** Where a page begins: where its address says, else where it was left, else at the end of what goes on or is long. */
function startAt(
  go: (name: string) => void,
  pieces: SliceWindow,
  isPartial: boolean,
  isRunning: boolean,
): void {
  history.scrollRestoration = 'manual'
  const left = getText(toFields(history.state), 'read')
  const asked = new URLSearchParams(location.search)
  const name = decodeHash(location.hash) || asked.get('at') || left
  if (name !== '') go(name)
  else if (asked.has('from') || asked.has('before')) document.getElementById('pieces')?.scrollIntoView()
  else if (isPartial || isRunning || !pieces.hasAll) {
    scrollToEnd()
    requestAnimationFrame(scrollToEnd)
  }
}

/** Only the end of the session has been read so far. */
const isPartial = (): boolean => document.getElementById('partial-note') !== null

function makeSearch(): PageSearch | undefined {
  const input = document.getElementById('search')
  const output = document.querySelector('.bar .hits')
  return input instanceof HTMLInputElement && output instanceof HTMLElement
    ? new PageSearch(input, output)
    : undefined
}

/** The space of what is not here. */
function makeGap(shown: Element, side: 'before' | 'after'): HTMLElement {
  const gap = document.createElement('div')
  gap.className = 'gap'
  gap.setAttribute('aria-hidden', 'true')
  shown[side](gap)
  return gap
}

const turnsOf = (fields: ResponseFields): readonly (readonly number[])[] =>
  getList(fields, 'map').map((turn) =>
    Array.isArray(turn) ? turn.filter((count): count is number => typeof count === 'number') : [],
  )
