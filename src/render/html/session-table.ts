import {formatTokens} from '../../page/index.ts'
import {markedCost} from './cost-words.ts'
import type {Frame} from './frame.ts'
import {type Html, html} from './html.ts'
import {titleOf} from './session-header.ts'

/** A session's name, as a link to it. */
export const sessionName = ({session, idOf}: Frame): Html =>
  html`<a href="#${idOf(`session-${session.id}`)}">${titleOf(session)}</a>`

/** A session with what it took, as a row of the table. */
export function sessionRow(frame: Frame): Html {
  const {summary, cost} = frame.session
  const tokens = summary.tokens === undefined ? '' : formatTokens(summary.tokens)
  return html`<tr><th scope="row">${sessionName(frame)}</th><td>${tokens}</td><td>${cost === undefined ? '' : markedCost(cost)}</td></tr>`
}

/** The sessions of a page with what they took. */
export const sessionTable = (rows: readonly Html[]): Html =>
  html`<section><h2>Sessions</h2><table class="usage"><thead><tr><th scope="col">Title</th><th scope="col">Tokens</th><th scope="col">Cost</th></tr></thead><tbody>${rows}</tbody></table></section>`
