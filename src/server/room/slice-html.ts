import type {PageTurn, SessionPage} from '../../page/index.ts'
import {closeBranch, openBranch} from '../../render/html/branch.ts'
import {type Frame, frameOf} from '../../render/html/frame.ts'
import {type Html, html} from '../../render/html/html.ts'
import type {HtmlOptions} from '../../render/html/index.ts'
import {PartWriter} from '../../render/html/part-writer.ts'
import {renderEntries} from '../../render/html/render-entries.ts'
import {renderTurn} from '../../render/html/render-turn.ts'
import type {PieceName} from './room.ts'

/** A slice as it is on the page; `session` says what surrounds it. */
export function sliceHtml(
  {turn, piece}: PieceName,
  items: number,
  told: PageTurn,
  session: SessionPage,
  options: HtmlOptions,
  hueOf: Frame['hueOf'],
): Html {
  const open = html`<div class="piece" id="piece-${turn}-${piece}" data-turn="${turn}" data-piece="${piece}" data-items="${items}">`
  if (told.entries.length === 0) return html`${open}</div>`
  const writer = new PartWriter(Number.POSITIVE_INFINITY)
  const frame = {...frameOf(session, options, writer), hueOf}
  if (told.branch !== undefined) openBranch(frame, told.branch)
  if (piece === 0) renderTurn(told, frame)
  else renderRest(told, frame)
  if (told.branch !== undefined) closeBranch(frame)
  return html`${open}${writer.parts().flatMap(({pieces}) => pieces)}</div>`
}

/** What follows in the same turn has no heading of its own. */
function renderRest({number, anchor, branch, entries}: PageTurn, frame: Frame): void {
  const {writer, idOf} = frame
  const open = html`<section class="turn rest"${writer.id(idOf(anchor))} aria-label="Turn ${number}, continued">`
  writer.open(open, html`</section>`, open)
  renderEntries(entries, frame, branch)
  writer.close()
}
