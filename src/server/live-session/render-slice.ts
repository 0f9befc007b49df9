import type {PageTurn, SessionPage} from '../../page/index.ts'
import {closeBranch, openBranch} from '../../render/html/entry/branch.ts'
import {renderHtmlEntries} from '../../render/html/entry/render-entries.ts'
import {renderHtmlTurn} from '../../render/html/entry/render-turn.ts'
import {type Html, html} from '../../render/html/html.ts'
import type {HtmlOptions} from '../../render/html/index.ts'
import {PartWriter} from '../../render/html/session/part-writer.ts'
import {createHtmlSessionContext, type HtmlSessionContext} from '../../render/html/session/session-context.ts'
import type {SliceName} from './live-session.ts'

/** The HTML of a slice; `session` is what surrounds it. */
export function renderSlice(
  {turn: number, slice}: SliceName,
  items: number,
  turn: PageTurn,
  session: SessionPage,
  options: HtmlOptions,
  hueOf: HtmlSessionContext['hueOf'],
): Html {
  const open = html`<div class="slice" id="slice-${number}-${slice}" data-turn="${number}" data-slice="${slice}" data-items="${items}">`
  if (turn.entries.length === 0) return html`${open}</div>`
  const writer = new PartWriter(Number.POSITIVE_INFINITY)
  const context = {...createHtmlSessionContext(session, options, writer), hueOf}
  if (turn.branch !== undefined) openBranch(context, turn.branch)
  if (slice === 0) renderHtmlTurn(turn, context)
  else renderContinuation(turn, context)
  if (turn.branch !== undefined) closeBranch(context)
  return html`${open}${writer.parts().flatMap(({chunks}) => chunks)}</div>`
}

/** Later slices of a turn have no heading. */
function renderContinuation({number, anchor, branch, entries}: PageTurn, context: HtmlSessionContext): void {
  const {writer, idOf} = context
  const open = html`<section class="turn rest"${writer.id(idOf(anchor))} aria-label="Turn ${number}, continued">`
  writer.open(open, html`</section>`, open)
  renderHtmlEntries(entries, context, branch)
  writer.close()
}
