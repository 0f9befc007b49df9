import type {Found, Hit} from '../archive/search/hit.ts'
import type {Snippet} from '../archive/search/snippet.ts'
import {formatNoun} from '../page/index.ts'
import type {Host} from './host.ts'
import type {Palette} from './palette.ts'
import {paletteFor} from './palette.ts'
import {printable} from './printable.ts'

/** Hits as people read them: what it is and where, the text around it, and the link that opens it. */
export function hitsText(found: Found, {color, width}: Pick<Host, 'color' | 'width'>): string {
  const palette = paletteFor(color)
  if (found.hits.length === 0) return `${palette.dim('Nothing was found.')}\n`
  const more = found.more ? ', and there are more: give --limit' : ''
  return [
    ...found.hits.map((hit) => hitText(hit, palette, width)),
    palette.dim(`${formatNoun(found.hits.length, 'hit')}${more}`),
    '',
  ].join('\n')
}

function hitText(hit: Hit, palette: Palette, width: number): string {
  const what = [hit.kind, hit.tool, hit.failed ? 'failed' : undefined, hit.agent && `agent ${hit.agent}`]
  const day = hit.time === undefined ? '' : new Date(hit.time).toISOString().slice(0, 16).replace('T', ' ')
  const where = [day, hit.project?.split('/').at(-1), hit.title].filter(Boolean).join(' · ')
  const head = what.filter((word) => word !== undefined).join(' ')
  const mark = hit.failed ? palette.bad : palette.tool
  return [
    `${mark(printable(head))}  ${palette.dim(printable(where).slice(0, Math.max(10, width - head.length - 2)))}`,
    `  ${snippetText(hit.snippet, palette)}`,
    `  ${palette.dim(printable(hit.link))}`,
    '',
  ].join('\n')
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
