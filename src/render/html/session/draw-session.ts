import {type Article, createUniqueIds, formatTokens, type SessionPage} from '../../../page/index.ts'
import {closeBranch, openBranch} from '../entry/branch.ts'
import {renderHtmlTurn} from '../entry/render-turn.ts'
import {type Html, html} from '../html.ts'
import type {HtmlOptions} from '../html-options.ts'
import {markedCostHtml} from '../text/cost-html.ts'
import {renderOutlineList} from './outline-list.ts'
import {PartWriter, type SessionPart} from './part-writer.ts'
import {createHtmlSessionContext, type HtmlSessionContext, safeHtmlId} from './session-context.ts'
import {htmlSessionTitle, renderHeadFacts, renderHtmlSessionHead} from './session-head.ts'

/** A session whose turns are drawn; the pages around them are still to be made. */
export interface DrawnHtmlSession {
  readonly context: HtmlSessionContext
  readonly parts: readonly SessionPart[]
  /** What its head says below its title. */
  readonly facts: Html
}

/** Draws the turns of a session. Ids in `taken` are used on the same page already. */
export function drawHtmlSession(
  session: SessionPage,
  options: HtmlOptions,
  taken: ReadonlySet<string> = new Set(),
): DrawnHtmlSession {
  const writer = new PartWriter(options.partBytes)
  const context = createHtmlSessionContext(
    session,
    options,
    writer,
    createUniqueIds(session.sessionId, taken, safeHtmlId),
  )
  renderTurns(context)
  const parts = writer.parts()
  return {context, parts, facts: renderHeadFacts(context)}
}

/** A session that was drawn as one part, as one of several. */
export function drawHtmlArticle({context, parts, facts}: DrawnHtmlSession): Article | undefined {
  const [part, other] = parts
  if (!part || other) return undefined
  const {session, idOf, writer} = context
  // The session's own page may already have its head, and each page has one.
  const head = renderHtmlSessionHead(
    {...context, writer: new PartWriter(Number.POSITIVE_INFINITY)},
    'h2',
    facts,
  )
  return {
    text: [html`<article class="session">${head}`, ...part.chunks, html`</article>`].map(
      ({markup}) => markup,
    ),
    listItem: html`<h2>${sessionLink(context)}</h2>${renderOutlineList(context, 1, 1)}`.markup,
    tableRow: sessionRow(context).markup,
    counts: part.counts,
    ids: new Set([idOf(`session-${session.sessionId}`), ...writer.ids()]),
  }
}

/** Writes all turns of a session; those of an abandoned branch are collapsed together. */
function renderTurns(context: HtmlSessionContext): void {
  let branch: string | undefined
  for (const [index, turn] of context.session.turns.entries()) {
    if (branch !== turn.branch && branch !== undefined) closeBranch(context)
    if (index > 0) context.writer.border('turn')
    if (branch !== turn.branch && turn.branch !== undefined) openBranch(context, turn.branch)
    branch = turn.branch
    renderHtmlTurn(turn, context)
  }
  if (branch !== undefined) closeBranch(context)
}

/** A session's name, as a link to it. */
const sessionLink = ({session, idOf}: HtmlSessionContext): Html =>
  html`<a href="#${idOf(`session-${session.sessionId}`)}">${htmlSessionTitle(session)}</a>`

/** A session with what it took, as a row of the table. */
function sessionRow(context: HtmlSessionContext): Html {
  const {summary, cost} = context.session
  const tokens = summary.tokens === undefined ? '' : formatTokens(summary.tokens)
  return html`<tr><th scope="row">${sessionLink(context)}</th><td>${tokens}</td><td>${cost === undefined ? '' : markedCostHtml(cost)}</td></tr>`
}

/** The sessions of a page with what they took. */
export const sessionTable = (rows: readonly Html[]): Html =>
  html`<section><h2>Sessions</h2><table class="usage"><thead><tr><th scope="col">Title</th><th scope="col">Tokens</th><th scope="col">Cost</th></tr></thead><tbody>${rows}</tbody></table></section>`
