import {type Article, formatNoun, type Group, groups, noCounts, type SessionPage} from '../../page/index.ts'
import {documentOf, pageBody} from './document.ts'
import {articleOf, drawSession, sessionTable} from './draw-session.ts'
import {html, trustedHtml} from './html.ts'
import type {HtmlOptions} from './html-options.ts'
import {pager} from './render-session.ts'

/** Some sessions of a project on one page. */
export interface ProjectPage {
  readonly name: string
  /** Which of the project's pages it is, counted from 1, and how many there are. */
  readonly number: number
  readonly pages: number
  readonly articles: readonly Article[]
}

/** A session as it stands among others, as a whole; what `taken` holds stands there already. */
export function renderArticle(
  session: SessionPage,
  options: HtmlOptions,
  taken: ReadonlySet<string>,
): Article {
  const drawn = drawSession(session, {...options, partBytes: Number.POSITIVE_INFINITY}, taken)
  return articleOf(drawn) ?? nothing
}

const nothing: Article = {text: [], listed: '', row: '', counts: noCounts, ids: new Set()}

/** Sessions one after another in one document; none is split. */
export const renderProject = (page: ProjectPage, options: HtmlOptions): string =>
  projectPieces(page, options).join('')

/** The same in pieces: it can be longer than a string may be. What `articleOf` drew is markup already. */
export function projectPieces(
  {name, number, pages, articles}: ProjectPage,
  options: HtmlOptions,
): readonly string[] {
  const title = pages === 1 ? name : `${name} (${number} of ${pages})`
  const head = html`<header class="project_header"><h1>${name}</h1><p class="place">${formatNoun(articles.length, 'session')}${pages > 1 ? `, page ${number} of ${pages}` : ''}</p></header>`
  const body = pageBody({
    title: name,
    counts: sumOf(articles),
    outline: trustedHtml(articles.map(({listed}) => listed).join('')),
    main: [
      head,
      ...articles.flatMap(({text}) => text.map(trustedHtml)),
      pager(number, pages, options, 'page'),
    ],
    panel: sessionTable(articles.map(({row}) => trustedHtml(row))),
    options,
  })
  return documentOf(title, body, options)
}

function sumOf(articles: readonly Article[]): Article['counts'] {
  const sums: Record<Group, number> = {...noCounts}
  for (const {counts} of articles) for (const group of groups) sums[group] += counts[group]
  return sums
}
