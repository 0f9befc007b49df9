import {type Html, html, joinHtml, noHtml, trustedHtml} from '../../render/html/html.ts'
import {toolbar} from '../../render/html/toolbar.ts'
import {writeEventId} from '../events/event-id.ts'
import {roomHtmlOptions} from '../room/html-options.ts'
import type {Room, RoomView} from '../room/room.ts'
import type {ServerParts} from '../server-parts.ts'
import {appDocument} from './app-document.ts'
import {cursorText} from './cursor.ts'
import {addressOf, sessionAddress} from './words.ts'

/**
 * A session as it is now. The script keeps it so, and asks for the rest of it when it is wanted. What a room has drawn is
 * markup from `render/html`; it comes as strings, because the room may be in another thread.
 */
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
      body: joinHtml([
        html`${toolbar(view.title, view.counts, options, {grows: true})}<div class="columns"><nav class="rail" id="outline" popover aria-label="Outline">${trustedHtml(view.outline)}</nav>`,
        html`<main id="conversation" tabindex="-1"><div id="session-head">${trustedHtml(view.header)}</div>${actions(id)}`,
        html`${partialNote(room)}${moreLink(id, pieces.previous, 'before', 'Earlier')}<div id="pieces">${pieces.html === '' ? emptyNote : trustedHtml(pieces.html)}</div>${moreLink(id, pieces.next, 'from', 'Later')}`,
        html`<div id="running" aria-live="off">${trustedHtml(view.running)}</div></main>`,
        html`<aside class="panel" id="details" popover aria-label="Details">${trustedHtml(view.panel)}</aside></div>`,
      ]),
    },
    parts,
  )
}

const emptyNote = html`<p class="empty">Nothing was said here yet.</p>`

const partialNote = ({partial}: Room): Html =>
  partial
    ? html`<p id="partial-note" class="note" role="status">This is the end of a long session; the rest is being read.</p>`
    : noHtml

/** Without a script, the rest is a link away. */
const moreLink = (
  id: string,
  piece: RoomView['pieces']['next'],
  name: 'before' | 'from',
  words: string,
): Html =>
  piece === undefined
    ? noHtml
    : html`<p class="more-pieces" data-more="${name}"><a href="${sessionAddress(id)}?${name}=${cursorText(piece) ?? ''}">${words}</a></p>`

const actions = (id: string): Html =>
  html`<p class="actions"><a download href="${addressOf('s', id, 'export.html')}">HTML</a> <a download href="${addressOf('s', id, 'export.md')}">Markdown</a> <a download href="${addressOf('s', id, 'export.json')}">JSON</a> <span class="unseen">${id}</span></p>`
