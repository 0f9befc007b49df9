import type {PageEntry} from '../../../page/index.ts'
import {formatDuration, kindMarks} from '../../../page/index.ts'
import {classesOf} from '../classes-of.ts'
import type {Frame} from '../frame.ts'
import {type Html, html, joinHtml} from '../html.ts'
import {timeTag} from '../time-tag.ts'

/** Something that divides a conversation: a line across the page. */
export function drawLandmark(entry: PageEntry, frame: Frame): Html {
  const {options, idOf, writer} = frame
  const trigger = entry.asked
    .flatMap((node) => (node.kind === 'fields' ? node.fields : []))
    .find(({label}) => label === 'Trigger')?.value
  const facts = [
    entry.outcome,
    trigger,
    entry.durationMs === undefined ? undefined : formatDuration(entry.durationMs),
  ].flatMap((fact) => (fact ? [html`<span class="fact">${fact}</span>`] : []))
  const time = options.timestamps ? timeTag(entry.time, options.zone, 'minute') : ''
  return joinHtml([
    html`<div class="${classesOf(entry)} landmark"${writer.id(idOf(entry.anchor))}><p><span class="glyph" aria-hidden="true">${kindMarks[entry.kind].page}</span> `,
    html`<a href="#${idOf(entry.anchor)}">${entry.title}</a> ${joinHtml(facts, ' ')} ${time}</p></div>`,
  ])
}
