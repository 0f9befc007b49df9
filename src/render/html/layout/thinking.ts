import type {PageEntry} from '../../../page/index.ts'
import {oneLine} from '../../../page/index.ts'
import {classesOf} from '../classes-of.ts'
import {escapeHtml} from '../escape.ts'
import type {Frame} from '../frame.ts'
import {kindMarks} from '../marks.ts'
import {renderNodes} from '../render-nodes.ts'
import {marginNote} from './note.ts'

/** What was considered: folded to its first words. */
export function drawThinking(entry: PageEntry, frame: Frame): string {
  const first = entry.subject === undefined ? '' : escapeHtml(oneLine(entry.subject, 140))
  return (
    `<details class="${classesOf(entry)}"${frame.writer.id(frame.idOf(entry.anchor))}><summary class="line">` +
    `<span class="state" aria-hidden="true">${kindMarks.thinking}</span><span class="name">${escapeHtml(entry.title)}</span><span class="subject">${first}</span></summary>` +
    `<div class="text">${renderNodes([...entry.asked, ...entry.answered], frame.options)}</div>${marginNote(entry, frame)}</details>`
  )
}
