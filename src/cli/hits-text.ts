import type {Found, Hit, Snippet} from '../archive/search/hit.ts'
import {formatNoun, plainLine} from '../page/index.ts'
import {cut, measure} from '../render/terminal/measure.ts'
import {wrapLine} from '../render/terminal/wrap.ts'
import type {Host} from './host.ts'
import type {Palette} from './palette.ts'
import {paletteFor} from './palette.ts'
import {printable} from './printable.ts'

/** Hits as people read them: what it is and where, the text around it, and the link that opens it. */
export function hitsText(found: Found, host: Pick<Host, 'color' | 'width' | 'zone'>): string {
  const palette = paletteFor(host.color)
  if (found.hits.length === 0) return `${palette.dim('Nothing was found.')}\n`
  const more = found.more ? ', and there are more: give --limit' : ''
  return [
    ...found.hits.map((hit) => hitText(hit, palette, host)),
    palette.dim(`${formatNoun(found.hits.length, 'hit')}${more}`),
    '',
  ].join('\n')
}

function hitText(hit: Hit, palette: Palette, {width, zone}: Pick<Host, 'width' | 'zone'>): string {
  const what = [hit.kind, hit.tool, hit.failed ? 'failed' : undefined, hit.agent && `agent ${hit.agent}`]
  const title = hit.title === undefined ? undefined : plainLine(hit.title, 300)
  const where = [momentOf(hit, zone), hit.project?.split('/').at(-1), title].filter(Boolean).join(' · ')
  const head = printable(what.filter((word) => word !== undefined).join(' '))
  const mark = hit.failed ? palette.bad : palette.tool
  const room = Math.max(10, width - measure(head) - 2)
  return [
    `${mark(head)}  ${palette.dim(cut(printable(where), room, '…'))}`,
    ...wrapLine(snippetText(hit.snippet, palette), Math.max(10, width - 2)).map((line) => `  ${line}`),
    `  ${palette.dim(printable(hit.link))}`,
    '',
  ].join('\n')
}

/** When it was by the clock of who looks. */
function momentOf({time}: Hit, zone: string): string {
  const moment = new Intl.DateTimeFormat('sv-SE', {timeZone: zone, dateStyle: 'short', timeStyle: 'short'})
  return time === undefined ? '' : moment.format(time)
}

/** The snippet with what was found in bold. */
function snippetText({text, marks, cutBefore, cutAfter}: Snippet, palette: Palette): string {
  let shown = cutBefore ? '…' : ''
  let at = 0
  for (const {start, end} of marks) {
    shown += printable(text.slice(at, start)) + palette.strong(printable(text.slice(start, end)))
    at = end
  }
  return shown + printable(text.slice(at)) + (cutAfter ? '…' : '')
}
