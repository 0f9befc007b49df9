import {firstLine, formatNoun} from '../../../page/index.ts'
import {html, noHtml} from '../html.ts'
import {anchorHref, type HtmlSessionContext} from '../session/session-context.ts'

/** Opens an abandoned branch: collapsed, with its prompt and a link to where the conversation continues. */
export function openBranch(context: HtmlSessionContext, id: string): void {
  const branch = context.branches.get(id)
  const asked = branch?.prompt === undefined ? 'another branch' : `“${firstLine(branch.prompt, 120)}”`
  const size = branch ? html` <span class="size">${formatNoun(branch.records, 'record')}</span>` : noHtml
  const from =
    branch?.from === undefined
      ? noHtml
      : html`<p class="left-at">Abandoned: the conversation was rewound to <a href="${anchorHref(context, branch.from)}">this message</a> and continued differently.</p>`
  const summary = html`<span class="glyph" aria-hidden="true">↰</span> <span class="word">Rewound:</span> ${asked}${size}`
  context.writer.open(
    html`<details class="branch"><summary class="line">${summary}</summary>${from}`,
    html`</details>`,
    html`<details class="branch" open><summary class="line">${summary}, continued</summary>`,
  )
}

/** Ends the path that was left. */
export function closeBranch({writer}: HtmlSessionContext): void {
  writer.close()
}
