import {formatTokens} from '../../page/index.ts'
import {markedCost} from './cost-words.ts'
import {escapeHtml} from './escape.ts'
import type {Frame} from './frame.ts'
import {titleOf} from './session-header.ts'

/** The sessions of a page with what they took. */
export function sessionTable(frames: readonly Frame[]): string {
  const rows = frames.map(({session, idOf}) => {
    const {summary, cost, id} = session
    const tokens = summary.tokens === undefined ? '' : formatTokens(summary.tokens)
    return `<tr><th scope="row"><a href="#${idOf(`session-${id}`)}">${escapeHtml(titleOf(session))}</a></th><td>${tokens}</td><td>${cost === undefined ? '' : markedCost(cost)}</td></tr>`
  })
  return `<section><h2>Sessions</h2><table class="usage"><thead><tr><th scope="col">Title</th><th scope="col">Tokens</th><th scope="col">Cost</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`
}
