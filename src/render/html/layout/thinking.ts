import type {PageEntry} from '../../../page/index.ts'
import {kindMarks, oneLine} from '../../../page/index.ts'
import {classesOf} from '../classes-of.ts'
import type {Frame} from '../frame.ts'
import {type Html, html, joinHtml} from '../html.ts'
import {drawNodes} from '../render-nodes.ts'
import {marginNote} from './note.ts'

/** What was considered: folded to its first words. */
export function drawThinking(entry: PageEntry, frame: Frame): Html {
  const first = entry.subject === undefined ? '' : oneLine(entry.subject, 140)
  return joinHtml([
    html`<details class="${classesOf(entry)}"${frame.writer.id(frame.idOf(entry.anchor))}><summary class="line">`,
    html`<span class="state" aria-hidden="true">${kindMarks.thinking.page}</span><span class="name">${entry.title}</span><span class="subject">${first}</span></summary>`,
    html`<div class="text">${drawNodes([...entry.asked, ...entry.answered], frame.options)}</div>${marginNote(entry, frame)}</details>`,
  ])
}
