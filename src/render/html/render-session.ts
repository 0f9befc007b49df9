import type {SessionPage} from '../../page/index.ts'
import {documentOf, pageBody} from './document.ts'
import {type DrawnSession, drawSession} from './draw-session.ts'
import {hrefOfPart} from './frame.ts'
import {type Html, html, noHtml} from './html.ts'
import type {HtmlOptions} from './html-options.ts'
import {panelSections} from './panel.ts'
import {outlineList} from './rail.ts'
import {partHeader, sessionHeader, titleOf} from './session-header.ts'

/** The HTML documents of a session, one a part; most sessions have one. */
export const renderSession = (session: SessionPage, options: HtmlOptions): readonly string[] =>
  documentsOf(drawSession(session, options), options).map((pieces) => pieces.join(''))

/** The documents of a session whose turns are drawn, each in pieces: it can be longer than a string may be. */
export function documentsOf(
  {frame, parts, facts}: DrawnSession,
  options: HtmlOptions,
): readonly (readonly string[])[] {
  const title = titleOf(frame.session)
  return parts.map(({pieces, counts}, index) => {
    const part = index + 1
    const head = part === 1 ? sessionHeader(frame, 'h1', facts) : partHeader(frame, part, parts.length)
    const body = pageBody({
      title,
      counts,
      outline: outlineList(frame, part, parts.length),
      main: [
        head,
        ...(pieces.length === 0 ? [html`<p class="empty">Nothing was said here.</p>`] : pieces),
        pager(part, parts.length, options, 'part'),
      ],
      panel: panelSections(frame, part),
      options,
    })
    return documentOf(parts.length === 1 ? title : `${title} (${part} of ${parts.length})`, body, options)
  })
}

/** The way to the parts before and after. */
export function pager(part: number, parts: number, options: HtmlOptions, noun: string): Html {
  if (parts === 1) return noHtml
  const link = (to: number, rel: string, words: string): Html =>
    to < 1 || to > parts
      ? html`<span></span>`
      : html`<a rel="${rel}" href="${hrefOfPart(options, to)}">${words}</a>`
  return html`<nav class="pager" aria-label="Parts">${link(part - 1, 'prev', `← Earlier: ${noun} ${part - 1}`)}<span>${part} of ${parts}</span>${link(part + 1, 'next', `Later: ${noun} ${part + 1} →`)}</nav>`
}
