import {
  type EntryKind,
  formatDuration,
  kindMarks,
  oneLine,
  outcomeOf,
  type PageEntry,
  stateMarks,
} from '../../../page/index.ts'
import {answerClassesOf, classesOf} from '../classes-of.ts'
import type {Frame} from '../frame.ts'
import {type Html, html, joinHtml, noHtml} from '../html.ts'
import {drawNodes} from '../nodes/render-nodes.ts'
import {timeTag} from '../time-tag.ts'
import {toldElsewhere, usageNote} from './said.ts'

const longestSubject = 240
/** What is part of the story, and not long, stands open. */
const shortEnough = 6000
const veryShort = 4000

const openKinds: ReadonlySet<EntryKind> = new Set<EntryKind>(['command', 'shell'])

/** Something that was done, on one line, which unfolds into what was asked and what came back. */
export function drawLine(entry: PageEntry, frame: Frame): Html {
  const id = frame.writer.id(frame.idOf(entry.anchor))
  const classes = classesOf(entry)
  const line = lineOf(entry)
  const body = bodyOf(entry, frame)
  if (body.markup === '') return html`<div class="${classes} line"${id}>${line}${timeOf(entry, frame)}</div>`
  const open = isOpen(entry, body.markup.length) ? html` open` : noHtml
  const time = timeOf(entry, frame)
  const at = html`<a class="at" href="#${frame.idOf(entry.anchor)}">${time.markup === '' ? 'link' : time}</a>`
  return html`<details class="${classes}"${id}${open}><summary class="line">${line}</summary><div class="body">${body}<p class="meta">${at}${usageNote(entry.usage)}</p></div></details>`
}

const isOpen = ({kind, tells, tool}: PageEntry, size: number): boolean =>
  (tells !== undefined && tool !== 'Task' && tool !== 'Agent' && size <= shortEnough) ||
  (openKinds.has(kind) && size <= veryShort)

/** The line: how it stands, what it is, the one thing that matters, how it came out, how long it took. */
export function lineOf(entry: PageEntry): Html {
  const {kind, title, subject, durationMs, state} = entry
  const outcome = outcomeOf(entry)
  const glyph =
    state === undefined
      ? html`<span class="state" aria-hidden="true">${kindMarks[kind].page}</span>`
      : html`<span class="state" title="${stateMarks.word[state]}"><span aria-hidden="true">${stateMarks.text[state]}</span><span class="unseen">${stateMarks.word[state]}</span></span>`
  return joinHtml([
    html`${glyph}<span class="name">${oneLine(title, longestSubject)}</span>`,
    subject ? html`<span class="subject">${oneLine(subject, longestSubject)}</span>` : noHtml,
    outcome ? html`<span class="outcome">${oneLine(outcome)}</span>` : noHtml,
    durationMs === undefined ? noHtml : html`<span class="took">${formatDuration(durationMs)}</span>`,
  ])
}

const timeOf = ({time}: PageEntry, {options}: Frame): Html =>
  options.timestamps ? timeTag(time, options.zone, 'second') : noHtml

function bodyOf(entry: PageEntry, frame: Frame): Html {
  const {options} = frame
  return joinHtml([
    entry.asked.length === 0 ? noHtml : html`<div class="asked">${drawNodes(entry.asked, options)}</div>`,
    entry.answered.length === 0
      ? noHtml
      : html`<div class="${answerClassesOf(entry)}">${drawNodes(entry.answered, options)}</div>`,
    toldElsewhere(entry, frame),
  ])
}
