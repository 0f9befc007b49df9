import {escapeHtml} from '../../render/html/index.ts'
import {toolbar} from '../../render/html/toolbar.ts'
import {writeEventId} from '../events/event-id.ts'
import {roomHtmlOptions} from '../room/html-options.ts'
import type {Room, RoomView} from '../room/room.ts'
import type {ServerParts} from '../server-parts.ts'
import {appDocument} from './app-document.ts'
import {cursorText} from './cursor.ts'
import {addressOf, sessionAddress} from './words.ts'

/** A session as it is now. The script keeps it so, and asks for the rest of it when it is wanted. */
export function sessionPage(id: string, view: RoomView, room: Room, parts: ServerParts): string {
  const {pieces} = view
  const options = {...roomHtmlOptions(parts.zone, () => undefined), home: {href: '/', label: 'Sessions'}}
  return appDocument(
    {
      title: view.title,
      place: undefined,
      data: {
        page: 'session',
        session: id,
        event: writeEventId({incarnation: room.incarnation, n: view.n}),
        partial: room.partial ? 1 : undefined,
        previous: cursorText(pieces.previous),
        next: cursorText(pieces.next),
        map: JSON.stringify(view.map),
      },
      body:
        `${toolbar(view.title, view.counts, options, {grows: true})}<div class="columns"><nav class="rail" id="outline" popover aria-label="Outline">${view.outline}</nav>` +
        `<main id="conversation" tabindex="-1"><div id="session-head">${view.header}</div>${actions(id)}` +
        `${partialNote(room)}${moreLink(id, pieces.previous, 'before', 'Earlier')}<div id="pieces">${pieces.html || emptyNote}</div>${moreLink(id, pieces.next, 'from', 'Later')}` +
        `<div id="running" aria-live="off">${view.running}</div></main>` +
        `<aside class="panel" id="details" popover aria-label="Details">${view.panel}</aside></div>`,
    },
    parts,
  )
}

const emptyNote = '<p class="empty">Nothing was said here yet.</p>'

const partialNote = ({partial}: Room): string =>
  partial
    ? '<p id="partial-note" class="note" role="status">This is the end of a long session; the rest is being read.</p>'
    : ''

/** Without a script, the rest is a link away. */
const moreLink = (
  id: string,
  piece: RoomView['pieces']['next'],
  name: 'before' | 'from',
  words: string,
): string =>
  piece === undefined
    ? ''
    : `<p class="more-pieces" data-more="${name}"><a href="${sessionAddress(id)}?${name}=${cursorText(piece)}">${words}</a></p>`

const actions = (id: string): string =>
  `<p class="actions"><a download href="${addressOf('s', id, 'export.html')}">HTML</a> <a download href="${addressOf('s', id, 'export.md')}">Markdown</a> <a download href="${addressOf('s', id, 'export.json')}">JSON</a> <span class="unseen">${escapeHtml(id)}</span></p>`
