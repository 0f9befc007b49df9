import {
  type Article,
  type EntryGroup,
  entryGroups,
  formatNoun,
  noEntryCounts,
  type SessionPage,
} from '../../page/index.ts'
import {renderDocument, renderPageBody} from './document/render-document.ts'
import {html, trustedHtml} from './html.ts'
import type {HtmlOptions} from './html-options.ts'
import {pager} from './render-session.ts'
import {drawHtmlArticle, drawHtmlSession, sessionTable} from './session/draw-session.ts'

/** Some sessions of a project on one page. */
export interface HtmlProjectPage {
  readonly name: string
  /** Which of the project's pages it is, counted from 1, and how many there are. */
  readonly number: number
  readonly pages: number
  readonly articles: readonly Article[]
}

/** A complete session among others; ids in `taken` are used on the page already. */
export function renderHtmlArticle(
  session: SessionPage,
  options: HtmlOptions,
  taken: ReadonlySet<string>,
): Article {
  const drawn = drawHtmlSession(session, {...options, partBytes: Number.POSITIVE_INFINITY}, taken)
  return drawHtmlArticle(drawn) ?? nothing
}

const nothing: Article = {text: [], listItem: '', tableRow: '', counts: noEntryCounts, ids: new Set()}

/** Sessions one after another in one document; none is split. */
export const renderHtmlProject = (page: HtmlProjectPage, options: HtmlOptions): string =>
  htmlProjectChunks(page, options).join('')

/** The same in chunks, because it can be longer than a string. The output of `drawHtmlArticle` is already markup. */
export function htmlProjectChunks(
  {name, number, pages, articles}: HtmlProjectPage,
  options: HtmlOptions,
): readonly string[] {
  const title = pages === 1 ? name : `${name} (${number} of ${pages})`
  const head = html`<header class="project_header"><h1>${name}</h1><p class="place">${formatNoun(articles.length, 'session')}${pages > 1 ? `, page ${number} of ${pages}` : ''}</p></header>`
  const body = renderPageBody({
    title: name,
    counts: sumOf(articles),
    outline: trustedHtml(articles.map(({listItem}) => listItem).join('')),
    main: [
      head,
      ...articles.flatMap(({text}) => text.map(trustedHtml)),
      pager(number, pages, options, 'page'),
    ],
    panel: sessionTable(articles.map(({tableRow}) => trustedHtml(tableRow))),
    options,
  })
  return renderDocument(title, body, options)
}

function sumOf(articles: readonly Article[]): Article['counts'] {
  const sums: Record<EntryGroup, number> = {...noEntryCounts}
  for (const {counts} of articles) for (const group of entryGroups) sums[group] += counts[group]
  return sums
}
