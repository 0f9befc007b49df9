import type {PageEntry, TurnCost, Usage} from '../../../page/index.ts'
import {formatCount, formatTokens} from '../../../page/index.ts'
import {turnCostWords} from '../cost-words.ts'
import type {Frame} from '../frame.ts'
import {type Html, html, noHtml} from '../html.ts'
import {timeTag} from '../time-tag.ts'

/** What stands in the margin beside a text: when it was said, which is also its link, and what it used. */
export function marginNote(entry: PageEntry, frame: Frame): Html {
  const {options, idOf} = frame
  const time = options.timestamps ? timeTag(entry.time, options.zone, 'minute') : noHtml
  return html`<p class="margin"><a class="at" href="#${idOf(entry.anchor)}">${time.markup === '' ? html`<span aria-label="Link to this">#</span>` : time}</a>${usageNote(entry.usage)}</p>`
}

/** The tokens of an answer: all of them, and on hover which. */
export function usageNote(usage: Usage | undefined): Html {
  if (!usage) return noHtml
  const {input, output, cacheRead, cacheWrite5m, cacheWrite1h} = usage
  const written = cacheWrite5m + cacheWrite1h
  const all = input + output + cacheRead + written
  if (all === 0) return noHtml
  const parts = [
    `${formatCount(input)} in`,
    `${formatCount(output)} out`,
    `${formatCount(cacheRead)} read from the cache`,
    `${formatCount(written)} written to it`,
  ]
  return html` <span class="used" title="${parts.join(', ')}">${formatTokens(all)}</span>`
}

/** What a turn cost, where that is known. */
export const costNote = (cost: TurnCost | undefined): Html =>
  cost === undefined ? noHtml : html` <span class="spent">${turnCostWords(cost)}</span>`
