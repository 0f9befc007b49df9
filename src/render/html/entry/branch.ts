import {firstLine, formatNoun} from '../../../page/index.ts'
import {html, noHtml} from '../html.ts'
import {anchorHref, type HtmlSessionContext} from '../session/session-context.ts'

/** Opens a path that was left: folded, with what was asked there and where the conversation went on instead. */
export function openBranch(frame: HtmlSessionContext, id: string): void {
  const branch = frame.branches.get(id)
  const asked = branch?.prompt === undefined ? 'another path' : `“${firstLine(branch.prompt, 120)}”`
  const size = branch ? html` <span class="size">${formatNoun(branch.records, 'record')}</span>` : noHtml
  const from =
    branch?.from === undefined
      ? noHtml
      : html`<p class="left-at">This path was left: the conversation went back to <a href="${anchorHref(frame, branch.from)}">where it began</a> and took another.</p>`
  const summary = html`<span class="glyph" aria-hidden="true">↰</span> <span class="word">Left:</span> ${asked}${size}`
  frame.writer.open(
    html`<details class="branch"><summary class="line">${summary}</summary>${from}`,
    html`</details>`,
    html`<details class="branch" open><summary class="line">${summary}, continued</summary>`,
  )
}

/** Ends the path that was left. */
export function closeBranch({writer}: HtmlSessionContext): void {
  writer.close()
}
