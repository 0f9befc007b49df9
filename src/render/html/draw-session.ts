import {type Article, formatTokens, idsBeside, type SessionPage} from '../../page/index.ts'
import {closeBranch, openBranch} from './branch.ts'
import {markedCost} from './cost-words.ts'
import {type Frame, frameOf, safeId} from './frame.ts'
import {type Html, html} from './html.ts'
import type {HtmlOptions} from './html-options.ts'
import {type Part, PartWriter} from './part-writer.ts'
import {outlineList} from './rail.ts'
import {renderTurn} from './render-turn.ts'
import {headFacts, sessionHeader, titleOf} from './session-header.ts'

/** A session whose turns are drawn; the pages around them are still to be made. */
export interface DrawnSession {
  readonly frame: Frame
  readonly parts: readonly Part[]
  /** What its head says below its title. */
  readonly facts: Html
}

/** Draws the turns of a session. What `taken` holds stands on the same page already. */
export function drawSession(
  session: SessionPage,
  options: HtmlOptions,
  taken: ReadonlySet<string> = new Set(),
): DrawnSession {
  const writer = new PartWriter(options.partBytes)
  const frame = frameOf(session, options, writer, idsBeside(session.id, taken, safeId))
  renderTurns(frame)
  const parts = writer.parts()
  return {frame, parts, facts: headFacts(frame)}
}

/** A session that was drawn as one part, as it stands among others. */
export function articleOf({frame, parts, facts}: DrawnSession): Article | undefined {
  const [part, other] = parts
  if (!part || other) return undefined
  const {session, idOf, writer} = frame
  // The page of its own may have its head already, and each page has one.
  const head = sessionHeader({...frame, writer: new PartWriter(Number.POSITIVE_INFINITY)}, 'h2', facts)
  return {
    text: [html`<article class="session">${head}`, ...part.pieces, html`</article>`].map(
      ({markup}) => markup,
    ),
    listed: html`<h2>${sessionName(frame)}</h2>${outlineList(frame, 1, 1)}`.markup,
    row: sessionRow(frame).markup,
    counts: part.counts,
    ids: new Set([idOf(`session-${session.id}`), ...writer.ids()]),
  }
}

/** Writes all turns of a session; those on one path that was left stand behind one fold. */
function renderTurns(frame: Frame): void {
  let branch: string | undefined
  for (const [index, turn] of frame.session.turns.entries()) {
    if (branch !== turn.branch && branch !== undefined) closeBranch(frame)
    if (index > 0) frame.writer.border('turn')
    if (branch !== turn.branch && turn.branch !== undefined) openBranch(frame, turn.branch)
    branch = turn.branch
    renderTurn(turn, frame)
  }
  if (branch !== undefined) closeBranch(frame)
}

/** A session's name, as a link to it. */
const sessionName = ({session, idOf}: Frame): Html =>
  html`<a href="#${idOf(`session-${session.id}`)}">${titleOf(session)}</a>`

/** A session with what it took, as a row of the table. */
function sessionRow(frame: Frame): Html {
  const {summary, cost} = frame.session
  const tokens = summary.tokens === undefined ? '' : formatTokens(summary.tokens)
  return html`<tr><th scope="row">${sessionName(frame)}</th><td>${tokens}</td><td>${cost === undefined ? '' : markedCost(cost)}</td></tr>`
}

/** The sessions of a page with what they took. */
export const sessionTable = (rows: readonly Html[]): Html =>
  html`<section><h2>Sessions</h2><table class="usage"><thead><tr><th scope="col">Title</th><th scope="col">Tokens</th><th scope="col">Cost</th></tr></thead><tbody>${rows}</tbody></table></section>`
