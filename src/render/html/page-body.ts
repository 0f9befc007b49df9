import type {Counts} from '../../page/index.ts'
import {type Html, html, joinHtml} from './html.ts'
import type {HtmlOptions} from './html-options.ts'
import {toolbar} from './toolbar.ts'

/** The pieces of a page with a conversation on it. */
export interface PageParts {
  readonly title: string
  readonly counts: Counts
  readonly outline: Html
  readonly main: readonly Html[]
  readonly panel: Html
  readonly options: HtmlOptions
}

/** Three columns where there is room, one where there is not; in pieces. */
export function pageBody({title, counts, outline, main, panel, options}: PageParts): readonly Html[] {
  return [
    joinHtml([
      html`${toolbar(title, counts, options)}<div class="columns">`,
      html`<nav class="rail" id="outline" popover aria-label="Outline">${outline}</nav>`,
      html`<main id="conversation" tabindex="-1">`,
    ]),
    ...main,
    html`</main><aside class="panel" id="details" popover aria-label="Details">${panel}</aside></div>`,
  ]
}
