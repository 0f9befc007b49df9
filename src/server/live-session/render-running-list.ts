import type {Instant} from '../../model/index.ts'
import type {PageEntry} from '../../page/index.ts'
import {entryClasses} from '../../render/html/entry/entry-classes.ts'
import {entryLineHtml} from '../../render/html/entry/entry-line.ts'
import {type Html, html, noHtml} from '../../render/html/html.ts'
import {safeHtmlId} from '../../render/html/session/session-context.ts'

/** So much of what runs is shown. */
export const maxRunning = 8

/** What runs right now, the oldest first, and how much there is; how long each has run is for whoever has a clock. */
export function renderRunningList(
  running: readonly PageEntry[],
  count: number,
  sinceOf: (entry: PageEntry) => Instant | undefined,
): Html {
  if (running.length === 0) return noHtml
  const items = running.map((entry) => {
    const since = sinceOf(entry)
    return html`<li class="${entryClasses(entry)}"${since === undefined ? noHtml : html` data-since="${Math.trunc(since)}"`}><a class="line" href="#${safeHtmlId(entry.anchor)}">${entryLineHtml(entry)}</a></li>`
  })
  const more =
    count > running.length ? html`<li class="more">and ${count - running.length} more</li>` : noHtml
  return html`<ul class="running">${items}${more}</ul>`
}
