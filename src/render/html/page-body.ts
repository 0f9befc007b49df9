import type {Counts} from '../../page/index.ts'
import type {HtmlOptions} from './html-options.ts'
import {toolbar} from './toolbar.ts'

/** The pieces of a page with a conversation on it. */
export interface PageParts {
  readonly title: string
  readonly counts: Counts
  readonly outline: string
  readonly main: readonly string[]
  readonly panel: string
  readonly options: HtmlOptions
}

/** Three columns where there is room, one where there is not; in pieces. */
export function pageBody({title, counts, outline, main, panel, options}: PageParts): readonly string[] {
  return [
    `${toolbar(title, counts, options)}<div class="columns">` +
      `<nav class="rail" id="outline" popover aria-label="Outline">${outline}</nav>` +
      `<main id="conversation" tabindex="-1">`,
    ...main,
    `</main><aside class="panel" id="details" popover aria-label="Details">${panel}</aside></div>`,
  ]
}
