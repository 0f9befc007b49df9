import type {EntryKind, PageEntry} from '../../../page/index.ts'
import {formatDuration, oneLine, outcomeOf} from '../../../page/index.ts'
import {answerClassesOf, classesOf} from '../classes-of.ts'
import {escapeHtml} from '../escape.ts'
import type {Frame} from '../frame.ts'
import {kindMarks, stateMarks} from '../marks.ts'
import {renderNodes} from '../render-nodes.ts'
import {timeTag} from '../time-tag.ts'
import {usageNote} from './note.ts'
import {toldElsewhere} from './said.ts'

const longestSubject = 240
/** What is part of the story, and not long, stands open. */
const shortEnough = 6000
const veryShort = 4000

const openKinds: ReadonlySet<EntryKind> = new Set<EntryKind>(['command', 'shell'])

/** Something that was done, on one line, which unfolds into what was asked and what came back. */
export function drawLine(entry: PageEntry, frame: Frame): string {
  const id = frame.writer.id(frame.idOf(entry.anchor))
  const classes = classesOf(entry)
  const line = lineOf(entry)
  const body = bodyOf(entry, frame)
  if (body === '') return `<div class="${classes} line"${id}>${line}${timeOf(entry, frame)}</div>`
  const open = isOpen(entry, body.length) ? ' open' : ''
  return (
    `<details class="${classes}"${id}${open}><summary class="line">${line}</summary>` +
    `<div class="body">${body}<p class="meta"><a class="at" href="#${frame.idOf(entry.anchor)}">${timeOf(entry, frame) || 'link'}</a>${usageNote(entry.usage)}</p></div></details>`
  )
}

const isOpen = ({kind, tells, tool}: PageEntry, size: number): boolean =>
  (tells !== undefined && tool !== 'Task' && tool !== 'Agent' && size <= shortEnough) ||
  (openKinds.has(kind) && size <= veryShort)

/** The line: how it stands, what it is, the one thing that matters, how it came out, how long it took. */
export function lineOf(entry: PageEntry): string {
  const {kind, title, subject, durationMs, state} = entry
  const outcome = outcomeOf(entry)
  const mark = state === undefined ? undefined : stateMarks[state]
  const glyph = mark
    ? `<span class="state" title="${mark[1]}"><span aria-hidden="true">${mark[0]}</span><span class="unseen">${mark[1]}</span></span>`
    : `<span class="state" aria-hidden="true">${kindMarks[kind]}</span>`
  return (
    `${glyph}<span class="name">${escapeHtml(oneLine(title, longestSubject))}</span>` +
    (subject ? `<span class="subject">${escapeHtml(oneLine(subject, longestSubject))}</span>` : '') +
    (outcome ? `<span class="outcome">${escapeHtml(oneLine(outcome))}</span>` : '') +
    (durationMs === undefined ? '' : `<span class="took">${formatDuration(durationMs)}</span>`)
  )
}

const timeOf = ({time}: PageEntry, {options}: Frame): string =>
  options.timestamps ? timeTag(time, options.zone, 'second') : ''

function bodyOf(entry: PageEntry, frame: Frame): string {
  const {options} = frame
  const asked = entry.asked.length === 0 ? '' : renderNodes(entry.asked, options)
  const answered = entry.answered.length === 0 ? '' : renderNodes(entry.answered, options)
  return (
    (asked === '' ? '' : `<div class="asked">${asked}</div>`) +
    (answered === '' ? '' : `<div class="${answerClassesOf(entry)}">${answered}</div>`) +
    toldElsewhere(entry, frame)
  )
}
