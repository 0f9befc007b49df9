import type {Instant} from '../../model/index.ts'
import type {PageEntry} from '../../page/index.ts'
import {entryClasses} from '../../render/html/entry/entry-classes.ts'
import {entryLineHtml} from '../../render/html/entry/entry-line.ts'
import {html, noHtml} from '../../render/html/html.ts'
import {safeHtmlId} from '../../render/html/session/session-context.ts'

/** At most this many running calls are listed. */
export const maxRunning = 8

/** The list of running calls, oldest first. The browser shows how long each has been running. */
export class RunningList {
  readonly #ahead: () => number
  #since: ReadonlyMap<string, Instant> = new Map()

  /** In a replay, the viewer's clock is `ahead` of the session's. */
  constructor(ahead: () => number) {
    this.#ahead = ahead
  }

  /** The HTML of the first running calls, of which there are `count` in total. */
  render(running: readonly PageEntry[], count: number): string {
    // The start of a call is converted once: a replay at another speed would move it with each call.
    this.#since = new Map(
      running.flatMap(({anchor, at}) =>
        at === undefined ? [] : [[anchor, this.#since.get(anchor) ?? at + this.#ahead()] as const],
      ),
    )
    if (running.length === 0) return ''
    const items = running.map((entry) => {
      const since = this.#since.get(entry.anchor)
      return html`<li class="${entryClasses(entry)}"${since === undefined ? noHtml : html` data-since="${Math.trunc(since)}"`}><a class="line" href="#${safeHtmlId(entry.anchor)}">${entryLineHtml(entry)}</a></li>`
    })
    const more =
      count > running.length ? html`<li class="more">and ${count - running.length} more</li>` : noHtml
    return html`<ul class="running">${items}${more}</ul>`.markup
  }
}
