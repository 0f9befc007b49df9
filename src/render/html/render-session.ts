import type {SessionPage} from '../../page/index.ts'
import {renderDocument, renderPageBody} from './document/render-document.ts'
import {type Html, html, noHtml} from './html.ts'
import type {HtmlOptions} from './html-options.ts'
import {renderDetailsPanel} from './session/details-panel.ts'
import {type DrawnHtmlSession, drawHtmlSession} from './session/draw-session.ts'
import {renderOutlineList} from './session/outline-list.ts'
import {partLink} from './session/session-context.ts'
import {htmlSessionTitle, renderHtmlSessionHead, renderPartHead} from './session/session-head.ts'

/** The HTML documents of a session, one a part; most sessions have one. */
export const renderHtmlSession = (session: SessionPage, options: HtmlOptions): readonly string[] =>
  htmlSessionDocuments(drawHtmlSession(session, options), options).map((pieces) => pieces.join(''))

/** The documents of a rendered session, each in chunks, because it can be longer than a string. */
export function htmlSessionDocuments(
  {context, parts, facts}: DrawnHtmlSession,
  options: HtmlOptions,
): readonly (readonly string[])[] {
  const title = htmlSessionTitle(context.session)
  return parts.map(({chunks, counts}, index) => {
    const part = index + 1
    const head =
      part === 1 ? renderHtmlSessionHead(context, 'h1', facts) : renderPartHead(context, part, parts.length)
    const body = renderPageBody({
      title,
      counts,
      outline: renderOutlineList(context, part, parts.length),
      main: [
        head,
        ...(chunks.length === 0 ? [html`<p class="empty">No messages.</p>`] : chunks),
        pager(part, parts.length, options, 'part'),
      ],
      panel: renderDetailsPanel(context, part),
      options,
    })
    return renderDocument(parts.length === 1 ? title : `${title} (${part} of ${parts.length})`, body, options)
  })
}

/** The way to the parts before and after. */
export function pager(part: number, parts: number, options: HtmlOptions, noun: string): Html {
  if (parts === 1) return noHtml
  const link = (to: number, rel: string, words: string): Html =>
    to < 1 || to > parts
      ? html`<span></span>`
      : html`<a rel="${rel}" href="${partLink(options, to)}">${words}</a>`
  return html`<nav class="pager" aria-label="Parts">${link(part - 1, 'prev', `← Earlier: ${noun} ${part - 1}`)}<span>${part} of ${parts}</span>${link(part + 1, 'next', `Later: ${noun} ${part + 1} →`)}</nav>`
}
