import {fetchPart, getText} from '../fetch-part.ts'
import {followEvents, showConnection} from '../follow-events.ts'
import {startRowShortcuts} from '../list/row-shortcuts.ts'
import {markUnread} from '../list/unread.ts'
import {morphChildren, parseFragment} from '../morph.ts'
import {formatElapsed} from '../session/running-timers.ts'

/** The board of running sessions, as it is now. */
export function startBoard({event = ''}: DOMStringMap): void {
  const board = document.getElementById('board')
  if (!board) return
  const dress = (): void => {
    markUnread(board)
    showAges(board)
  }
  const show = (next: ParentNode): void => {
    morphChildren(board, next)
    dress()
  }
  /** Who was away looks at all of it again. */
  const anew = async (): Promise<void> => {
    try {
      const next = parseFragment((await fetchPart('/live')).html).getElementById('board')
      if (next) show(next)
    } catch {
      // The connection says that it is gone; the board stays as it was.
    }
  }
  followEvents({
    url: '/events?board=1',
    after: event,
    kinds: ['board', 'reload'],
    onConnection: showConnection(),
    onEvent(kind, fields) {
      if (kind === 'board') show(parseFragment(getText(fields, 'html')))
      else void anew()
    },
  })
  setInterval(() => showAges(board), 1000)
  startRowShortcuts({links: '#board .card h2 a', input: undefined})
  dress()
}

/** How long ago each said something. */
function showAges(board: HTMLElement): void {
  for (const card of board.querySelectorAll('.card')) {
    if (!(card instanceof HTMLElement)) continue
    const ended = Number(card.dataset['ended'])
    if (!(ended > 0)) continue
    let age = card.querySelector('.age')
    if (!age) {
      age = document.createElement('span')
      age.className = 'age'
      card.querySelector('.about')?.append(age)
    }
    const words = `${formatElapsed(Date.now() - ended)} ago`
    if (age.textContent !== words) age.textContent = words
  }
}
