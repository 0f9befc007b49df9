import {type SessionStateName, sessionStateLabels} from '../../model/index.ts'
import {renderToolbar} from '../../render/html/document/toolbar.ts'
import {type Html, html, joinHtml, noHtml, trustedHtml} from '../../render/html/html.ts'
import {formatEventId} from '../events/event-stream.ts'
import type {LiveSession, LiveSessionView, SliceName} from '../live-session/live-session.ts'
import {viewerHtmlOptions} from '../live-session/session-document.ts'
import type {ServerOptions} from '../server-options.ts'
import {renderAppPage} from './app-document.ts'
import {joinUrl, sessionUrl} from './page-format.ts'

/**
 * The page of a session. The script keeps it current and loads the rest on demand. A live session renders its HTML with
 * `render/html`; it arrives as strings, because the session may be in another thread.
 */
export function renderSessionPage(
  id: string,
  view: LiveSessionView,
  live: LiveSession,
  isRunning: boolean,
  state: SessionStateName | undefined,
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
        state,
        event: formatEventId({incarnation: live.incarnation, n: view.n}),
        partial: live.isPartial ? 1 : undefined,
        running: isRunning ? 1 : undefined,
        previous: formatCursor(slices.previous),
        next: formatCursor(slices.next),
        map: JSON.stringify(view.map),
      },
      body: joinHtml([
        html`${renderToolbar(view.title, view.counts, options, {grows: true})}<div class="columns"><nav class="rail" id="outline" popover aria-label="Outline">${trustedHtml(view.outline)}</nav>`,
        html`<main id="conversation" tabindex="-1"><div id="session-head">${trustedHtml(view.header)}</div>${actions(id, state)}`,
        html`${partialNote(live)}${moreLink(id, slices.previous, 'before', 'Earlier')}<div id="slices">${slices.html === '' ? emptyNote(live) : trustedHtml(slices.html)}</div>${moreLink(id, slices.next, 'from', 'Later')}`,
        html`<div id="running" aria-live="off">${trustedHtml(view.running)}</div></main>`,
        html`<aside class="panel" id="details" popover aria-label="Details">${trustedHtml(view.panel)}</aside></div>`,
      ]),
    },
    parts,
  )
}

/** Nothing can be shown of a session whose last record is longer than what is read first. */
const emptyNote = ({isPartial}: LiveSession): Html =>
  isPartial
    ? html`<div class="empty" aria-hidden="true">${skeletonLines.map((size) => html`<p class="skeleton is-${size}"></p>`)}</div>`
    : html`<p class="empty">No messages yet.</p>`

const skeletonLines = ['short', 'long', 'long', 'short', 'long', 'long', 'long', 'short', 'long'] as const

const partialNote = ({isPartial}: LiveSession): Html =>
  isPartial
    ? html`<p id="partial-note" class="note" role="status">Showing the latest messages. Loading the rest…</p>`
    : noHtml

/** Without the script, a link leads to the rest. */
const moreLink = (
  id: string,
  slice: LiveSessionView['slices']['next'],
  name: 'before' | 'from',
  words: string,
): Html =>
  slice === undefined
    ? noHtml
    : html`<p class="more-slices" data-more="${name}"><a href="${sessionUrl(id)}?${name}=${formatCursor(slice) ?? ''}">${words}</a></p>`

const actions = (id: string, state: SessionStateName | undefined): Html =>
  html`<p class="actions">${state === undefined ? noHtml : html`<span id="session-state" class="state" data-state="${state}" role="status">${sessionStateLabels[state]}</span> `}<a href="${joinUrl('s', id, 'changes')}">Changes</a> <a download href="${joinUrl('s', id, 'export.html')}">HTML</a> <a download href="${joinUrl('s', id, 'export.md')}">Markdown</a> <a download href="${joinUrl('s', id, 'export.json')}">JSON</a> <span class="unseen">${id}</span></p>`

/** A slice in an address: `12.3`. */
export const formatCursor = (name: SliceName | undefined): string | undefined =>
  name && `${name.turn}.${name.slice}`

/** The slice in an address: `12` or `12.3`. */
export function parseCursor(text: string | undefined): SliceName | undefined {
  const [, turn, slice = '0'] = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text ?? '') ?? []
  return turn === undefined ? undefined : {turn: Number(turn), slice: Number(slice)}
}
