import {startColouring} from '../../page/colour.ts'
import {startFolding} from '../../page/fold.ts'
import {followLinks, nameIn} from '../../page/places.ts'
import {Search} from '../../page/search.ts'
import type {Fields} from '../ask.ts'
import {askJson, askPart, fieldsOf, listIn, numberIn, readFields, textIn} from '../ask.ts'
import {followEvents, showConnection} from '../event-stream.ts'
import {markSeen} from '../list/unread.ts'
import {goTo, startFindNote} from './beyond-window.ts'
import {startActions, startEntryTools} from './entry-tools.ts'
import {goToEnd, isAtTop, keepPlace, NewestButton, readElement} from './keep-place.ts'
import {startPageState} from './page-state.ts'
import {PieceWindow} from './piece-window.ts'
import {showRaw} from './raw-dialog.ts'
import {markTurn, setCounts, setHead, setOutlineTurn, setPart, setTitle} from './session-head.ts'
import {startSessionKeys} from './session-keys.ts'
import {startTicks} from './ticks.ts'

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
  const colour = startColouring(() => search?.repaint())
  const state = startPageState(search)
  const pieces = new PieceWindow(
    {
      shown,
      before: makeGap(shown, 'before'),
      after: makeGap(shown, 'after'),
      ask: (query) => askPart(`${address}/turns?${query}`),
      grown(root) {
        colour(root)
        state.dress(root)
      },
    },
    turnsOf(readFields(`{"map":${map}}`)),
  )
  for (const link of document.querySelectorAll('.more-pieces')) link.remove()

  const newest = new NewestButton(
    () => pieces.hasEnd,
    () => void toNewest(),
  )
  /** What was asked for while only the end was here: a name, or nothing but the beginning. */
  let wanted: string | undefined
  const toNewest = async (): Promise<void> => {
    wanted = undefined
    if (!pieces.hasEnd) await pieces.show('')
    goToEnd()
    requestAnimationFrame(goToEnd)
  }
  const toBeginning = async (): Promise<void> => {
    wanted = isPartial() ? beginning : undefined
    scrollTo({top: 0, behavior: 'instant'})
    await pieces.fill()
  }
  const go = async (name: string): Promise<void> => {
    wanted = isPartial() ? name : undefined
    if (await goTo(name, address, pieces)) wanted = undefined
  }
  const running = document.getElementById('running')
  const tick = startTicks(running ?? document)

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
      const head = askJson(`${address}/head`).then(fieldsOf)
      const read = wasAtEnd ? undefined : readElement()?.closest('#pieces :not(.piece)[id]')?.id
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
      else if (wasAtEnd) goToEnd()
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

  const hear = (kind: string, fields: Fields, id: string): void => {
    const html = textIn(fields, 'html')
    const follows = newest.isFollowing
    switch (kind) {
      case 'turn': {
        const key = {turn: numberIn(fields, 'turn'), piece: numberIn(fields, 'piece')}
        const count = pieces.hear(key, html, Number(/\d+$/.exec(id)?.[0] ?? 0))
        tick()
        if (follows) goToEnd()
        newest.add(follows ? 0 : count)
        if (document.visibilityState === 'visible') markSeen(session)
        break
      }
      case 'header':
        keepPlace(() => setPart('session-head', html))
        setTitle(textIn(fields, 'title'))
        setCounts(fieldsOf(fields.get('counts')))
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
        if (follows) goToEnd()
        break
      default:
    }
  }

  const connection = showConnection()
  followEvents({
    url: `${address}/events`,
    after: event,
    kinds: ['turn', 'header', 'panel', 'outline', 'running', 'ready', 'reload'],
    changed: connection,
    hear(kind, fields, id) {
      if (kind === 'ready' || kind === 'reload') {
        if (textIn(fields, 'reason') === 'failed') location.reload()
        else void renew()
      } else if (waiting) waiting.push(() => hear(kind, fields, id))
      else hear(kind, fields, id)
    },
  })

  let frame = 0
  let pause = 0
  const look = (): void => {
    frame = 0
    newest.look()
    void pieces.fill()
    clearTimeout(pause)
    pause = setTimeout(() => {
      const read = readElement()
      markTurn(read)
      // The way back leads to what was being read.
      history.replaceState({read: newest.isFollowing ? undefined : read?.id}, '')
    }, 150)
  }
  const lookSoon = (): void => {
    if (frame === 0) frame = requestAnimationFrame(look)
  }
  addEventListener('scroll', lookSoon, {passive: true})
  addEventListener('resize', lookSoon)

  startFolding()
  followLinks((name) => void go(name))
  startActions(address)
  startFindNote(session, pieces)
  const tools = startEntryTools(address)
  startSessionKeys(search, {toNewest, toBeginning, ...tools})
  colour(document)
  tick()
  markSeen(session)
  const raw = new URLSearchParams(location.search).get('raw')
  if (raw) void showRaw(address, raw)
  startAt((name) => void go(name), pieces, partial !== undefined, (running?.childElementCount ?? 0) > 0)
  look()
}

/** Where a page begins: where its address says, else where it was left, else at the end of what goes on or is long. */
function startAt(
  go: (name: string) => void,
  pieces: PieceWindow,
  isPartial: boolean,
  isRunning: boolean,
): void {
  history.scrollRestoration = 'manual'
  const left = textIn(fieldsOf(history.state), 'read')
  const asked = new URLSearchParams(location.search)
  const name = nameIn(location.hash) || asked.get('at') || left
  if (name !== '') go(name)
  else if (asked.has('from') || asked.has('before')) document.getElementById('pieces')?.scrollIntoView()
  else if (isPartial || isRunning || !pieces.hasAll) {
    goToEnd()
    requestAnimationFrame(goToEnd)
  }
}

/** Only the end of the session has been read so far. */
const isPartial = (): boolean => document.getElementById('partial-note') !== null

function makeSearch(): Search | undefined {
  const input = document.getElementById('search')
  const output = document.querySelector('.bar .hits')
  return input instanceof HTMLInputElement && output instanceof HTMLElement
    ? new Search(input, output)
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

const turnsOf = (fields: Fields): readonly (readonly number[])[] =>
  listIn(fields, 'map').map((turn) =>
    Array.isArray(turn) ? turn.filter((count): count is number => typeof count === 'number') : [],
  )
