import type {EntryKind, PageEntry} from '../../../page/index.ts'
import {kindMarks} from '../../../page/index.ts'
import {classesOf} from '../classes-of.ts'
import type {Frame} from '../frame.ts'
import {hrefOf} from '../frame.ts'
import {type Html, html, noHtml} from '../html.ts'
import {drawNodes} from '../render-nodes.ts'
import {marginNote} from './note.ts'

/** Kinds that are told apart by more than the colour of their text. */
const labels: Partial<Record<EntryKind, string>> = {
  prompt: 'Asked',
  steering: 'Said meanwhile',
  memory: 'To remember',
  recap: 'While you were away',
}

/** Something that somebody said: its words are the page. */
export function drawSaid(entry: PageEntry, frame: Frame): Html {
  const {kind} = entry
  const hue = kind === 'teammate' ? ` hue-${frame.hueOf(entry.lane?.key ?? entry.title)}` : ''
  const label = kind === 'teammate' ? entry.title : labels[kind]
  const head =
    label === undefined
      ? noHtml
      : html`<p class="who"><span class="glyph" aria-hidden="true">${kindMarks[kind].page}</span> ${label}</p>`
  const id = frame.writer.id(frame.idOf(entry.anchor))
  const text = drawNodes([...entry.asked, ...entry.answered], frame.options)
  return html`<div class="${classesOf(entry)}${hue}"${id}>${head}<div class="text">${text}${rawText(entry)}${toldElsewhere(entry, frame)}</div>${marginNote(entry, frame)}</div>`
}

/** What is told where it was asked for is not told again. */
export const toldElsewhere = ({refersTo}: PageEntry, frame: Frame): Html =>
  refersTo === undefined
    ? noHtml
    : html`<p class="elsewhere"><a href="${hrefOf(frame, refersTo)}">↑ told where it was asked for</a></p>`

const written: ReadonlySet<EntryKind> = new Set<EntryKind>(['prompt', 'steering', 'memory', 'teammate'])

/** Without any of these, Markdown looks like the text it is made of. */
const markup = /[*_`#>[\]|~\\<&]|\n|^\s*(?:[-+]|\d+[.)])\s/

/** What a person wrote as it was written, behind a fold: Markdown may take for markup what was none. */
export function rawText({kind, asked}: PageEntry): Html {
  if (!written.has(kind)) return noHtml
  const text = asked.flatMap((node) => (node.kind === 'prose' ? [node.markdown] : [])).join('\n\n')
  if (!markup.test(text)) return noHtml
  return html`<details class="raw"><summary>raw</summary><pre>${text}</pre></details>`
}
