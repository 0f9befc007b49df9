import {setChildText} from '../../page/dom.ts'
import {fetchPart, getText} from '../fetch-part.ts'
import {followEvents, showConnection} from '../follow-events.ts'
import {startRowShortcuts} from '../list/row-shortcuts.ts'
import {markUnread} from '../list/unread.ts'
import {morphChildren, parseFragment} from '../morph.ts'
import {formatElapsed} from '../session/running-timers.ts'

/** The board of running sessions, updated live. */
export function startBoard({event = ''}: DOMStringMap): void {
  const board = document.getElementById('board')
  if (!board) return
  const update = (): void => {
    markUnread(board)
    showAges(board)
  }
  const show = (next: ParentNode): void => {
    morphChildren(board, next)
    update()
  }
  /** After missed events, the board is loaded again. */
  const reload = async (): Promise<void> => {
    try {
      const next = parseFragment((await fetchPart('/live')).html).getElementById('board')
      if (next) show(next)
    } catch {
      // The connection state shows the problem; the board stays as it was.
    }
  }
  followEvents({
    url: '/events?board=1',
    after: event,
    kinds: ['board', 'reload'],
    onConnection: showConnection(),
    onEvent(kind, fields) {
      if (kind === 'board') show(parseFragment(getText(fields, 'html')))
      else void reload()
    },
  })
  setInterval(() => showAges(board), 1000)
  startRowShortcuts({links: '#board .card h2 a', input: undefined})
  update()
}

/** Shows the time since the last activity of each session. */
function showAges(board: HTMLElement): void {
  for (const card of board.querySelectorAll('.card')) {
    if (!(card instanceof HTMLElement)) continue
    const ended = Number(card.dataset['ended'])
    if (!(ended > 0)) continue
    setChildText(card.querySelector('.about') ?? card, 'age', `${formatElapsed(Date.now() - ended)} ago`)
  }
}
