import {renderToolbar} from '../../render/html/document/toolbar.ts'
import {type Html, html, joinHtml, noHtml, trustedHtml} from '../../render/html/html.ts'
import {formatEventId} from '../events/event-id.ts'
import type {LiveSession, LiveSessionView} from '../live-session/live-session.ts'
import {viewerHtmlOptions} from '../live-session/session-document.ts'
import type {ServerOptions} from '../server-options.ts'
import {renderAppPage} from './app-document.ts'
import {joinUrl, sessionUrl} from './page-format.ts'
import {formatCursor} from './slice-cursor.ts'

/**
 * A session as it is now. The script keeps it so, and asks for the rest of it when it is wanted. What a room has drawn is
 * markup from `render/html`; it comes as strings, because the room may be in another thread.
 */
export function renderSessionPage(
  id: string,
  view: LiveSessionView,
  room: LiveSession,
  parts: ServerOptions,
): string {
  const {slices} = view
  const options = {...viewerHtmlOptions(parts.zone, () => undefined), home: {href: '/', label: 'Sessions'}}
  return renderAppPage(
    {
      title: view.title,
      current: undefined,
      data: {
        page: 'session',
        session: id,
        event: formatEventId({incarnation: room.incarnation, n: view.n}),
        partial: room.isPartial ? 1 : undefined,
        previous: formatCursor(slices.previous),
        next: formatCursor(slices.next),
        map: JSON.stringify(view.map),
      },
      body: joinHtml([
        html`${renderToolbar(view.title, view.counts, options, {grows: true})}<div class="columns"><nav class="rail" id="outline" popover aria-label="Outline">${trustedHtml(view.outline)}</nav>`,
        html`<main id="conversation" tabindex="-1"><div id="session-head">${trustedHtml(view.header)}</div>${actions(id)}`,
        html`${partialNote(room)}${moreLink(id, slices.previous, 'before', 'Earlier')}<div id="pieces">${slices.html === '' ? emptyNote : trustedHtml(slices.html)}</div>${moreLink(id, slices.next, 'from', 'Later')}`,
        html`<div id="running" aria-live="off">${trustedHtml(view.running)}</div></main>`,
        html`<aside class="panel" id="details" popover aria-label="Details">${trustedHtml(view.panel)}</aside></div>`,
      ]),
    },
    parts,
  )
}

const emptyNote = html`<p class="empty">No messages yet.</p>`

const partialNote = ({isPartial}: LiveSession): Html =>
  isPartial
    ? html`<p id="partial-note" class="note" role="status">Showing the latest part. Loading the rest…</p>`
    : noHtml

/** Without a script, the rest is a link away. */
const moreLink = (
  id: string,
  piece: LiveSessionView['slices']['next'],
  name: 'before' | 'from',
  words: string,
): Html =>
  piece === undefined
    ? noHtml
    : html`<p class="more-pieces" data-more="${name}"><a href="${sessionUrl(id)}?${name}=${formatCursor(piece) ?? ''}">${words}</a></p>`

const actions = (id: string): Html =>
  html`<p class="actions"><a download href="${joinUrl('s', id, 'export.html')}">HTML</a> <a download href="${joinUrl('s', id, 'export.md')}">Markdown</a> <a download href="${joinUrl('s', id, 'export.json')}">JSON</a> <span class="unseen">${id}</span></p>`
