import type {EntryKind, PageEntry} from '../../../page/index.ts'
import {classesOf} from '../classes-of.ts'
import {escapeHtml} from '../escape.ts'
import type {Frame} from '../frame.ts'
import {hrefOf} from '../frame.ts'
import {kindMarks} from '../marks.ts'
import {renderNodes} from '../render-nodes.ts'
import {marginNote} from './note.ts'

/** Kinds that are told apart by more than the colour of their text. */
const labels: Partial<Record<EntryKind, string>> = {
  prompt: 'Asked',
  steering: 'Said meanwhile',
  memory: 'To remember',
  recap: 'While you were away',
}

/** Something that somebody said: its words are the page. */
export function drawSaid(entry: PageEntry, frame: Frame): string {
  const {kind} = entry
  const hue = kind === 'teammate' ? ` hue-${frame.hueOf(entry.lane?.key ?? entry.title)}` : ''
  const label = kind === 'teammate' ? entry.title : labels[kind]
  const head =
    label === undefined
      ? ''
      : `<p class="who"><span class="glyph" aria-hidden="true">${kindMarks[kind]}</span> ${escapeHtml(label)}</p>`
  return (
    `<div class="${classesOf(entry)}${hue}"${frame.writer.id(frame.idOf(entry.anchor))}>` +
    `${head}<div class="text">${renderNodes([...entry.asked, ...entry.answered], frame.options)}${rawText(entry)}${toldElsewhere(entry, frame)}</div>` +
    `${marginNote(entry, frame)}</div>`
  )
}

/** What is told where it was asked for is not told again. */
export const toldElsewhere = ({refersTo}: PageEntry, frame: Frame): string =>
  refersTo === undefined
    ? ''
    : `<p class="elsewhere"><a href="${hrefOf(frame, refersTo)}">↑ told where it was asked for</a></p>`

const written: ReadonlySet<EntryKind> = new Set<EntryKind>(['prompt', 'steering', 'memory', 'teammate'])

/** Without any of these, Markdown looks like the text it is made of. */
const markup = /[*_`#>[\]|~\\<&]|\n|^\s*(?:[-+]|\d+[.)])\s/

/** What a person wrote as it was written, behind a fold: Markdown may take for markup what was none. */
export function rawText({kind, asked}: PageEntry): string {
  if (!written.has(kind)) return ''
  const text = asked.flatMap((node) => (node.kind === 'prose' ? [node.markdown] : [])).join('\n\n')
  if (!markup.test(text)) return ''
  return `<details class="raw"><summary>raw</summary><pre>${escapeHtml(text)}</pre></details>`
}
