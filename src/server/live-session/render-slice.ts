import type {PageTurn, SessionPage} from '../../page/index.ts'
import {closeBranch, openBranch} from '../../render/html/entry/branch.ts'
import {renderHtmlEntries} from '../../render/html/entry/render-entries.ts'
import {renderHtmlTurn} from '../../render/html/entry/render-turn.ts'
import {type Html, html} from '../../render/html/html.ts'
import type {HtmlOptions} from '../../render/html/index.ts'
import {PartWriter} from '../../render/html/session/part-writer.ts'
import {createHtmlSessionContext, type HtmlSessionContext} from '../../render/html/session/session-context.ts'
import type {SliceName} from './live-session.ts'

/** A slice as it is on the page; `session` says what surrounds it. */
export function renderSlice(
  {turn, piece}: SliceName,
  items: number,
  told: PageTurn,
  session: SessionPage,
  options: HtmlOptions,
  hueOf: HtmlSessionContext['hueOf'],
): Html {
  const open = html`<div class="piece" id="piece-${turn}-${piece}" data-turn="${turn}" data-piece="${piece}" data-items="${items}">`
  if (told.entries.length === 0) return html`${open}</div>`
  const writer = new PartWriter(Number.POSITIVE_INFINITY)
  const frame = {...createHtmlSessionContext(session, options, writer), hueOf}
  if (told.branch !== undefined) openBranch(frame, told.branch)
  if (piece === 0) renderHtmlTurn(told, frame)
  else renderRest(told, frame)
  if (told.branch !== undefined) closeBranch(frame)
  return html`${open}${writer.parts().flatMap(({chunks}) => chunks)}</div>`
}

/** What follows in the same turn has no heading of its own. */
function renderRest({number, anchor, branch, entries}: PageTurn, frame: HtmlSessionContext): void {
  const {writer, idOf} = frame
  const open = html`<section class="turn rest"${writer.id(idOf(anchor))} aria-label="Turn ${number}, continued">`
  writer.open(open, html`</section>`, open)
  renderHtmlEntries(entries, frame, branch)
  writer.close()
}
