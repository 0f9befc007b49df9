import {
  type EntryKind,
  firstLine,
  formatDuration,
  kindMarks,
  type PageEntry,
  shortOutcome,
  stateMarks,
} from '../../../page/index.ts'
import {type Html, html, noHtml} from '../html.ts'
import {renderHtmlNodes} from '../nodes/render-nodes.ts'
import type {HtmlSessionContext} from '../session/session-context.ts'
import {timeTag} from '../text/time-tag.ts'
import {entryClasses, resultClasses} from './entry-classes.ts'
import {referenceLink, usageNote} from './message.ts'

const maxSubjectLength = 240
/** Prominent entries that are not long start open. */
const shortEnough = 6000
const veryShort = 4000

const openKinds: ReadonlySet<EntryKind> = new Set<EntryKind>(['command', 'shell'])

/** A call on one line, which expands to its input and result. */
export function drawEntryLine(entry: PageEntry, context: HtmlSessionContext): Html {
  const id = context.writer.id(context.idOf(entry.anchor))
  const classes = entryClasses(entry)
  const line = entryLineHtml(entry)
  const body = bodyOf(entry, context)
  if (body.markup === '')
    return html`<div class="${classes} line"${id}>${line}${timeOf(entry, context)}</div>`
  const open = startsOpen(entry, body.markup.length) ? html` open` : noHtml
  const time = timeOf(entry, context)
  const at = html`<a class="at" href="#${context.idOf(entry.anchor)}">${time.markup === '' ? 'link' : time}</a>`
  return html`<details class="${classes}"${id}${open}><summary class="line">${line}</summary><div class="body">${body}<p class="meta">${at}${usageNote(entry.usage)}</p></div></details>`
}

const startsOpen = ({kind, prominent, tool}: PageEntry, size: number): boolean =>
  (prominent !== undefined && tool !== 'Task' && tool !== 'Agent' && size <= shortEnough) ||
  (openKinds.has(kind) && size <= veryShort)

/** The line: state, title, subject, outcome and duration. */
export function entryLineHtml(entry: PageEntry): Html {
  const {kind, title, subject, durationMs, state} = entry
  const outcome = shortOutcome(entry)
  const glyph =
    state === undefined
      ? html`<span class="state" aria-hidden="true">${kindMarks[kind].page}</span>`
      : html`<span class="state" title="${stateMarks.word[state]}"><span aria-hidden="true">${stateMarks.text[state]}</span><span class="unseen">${stateMarks.word[state]}</span></span>`
  const about = subject ? html`<span class="subject">${firstLine(subject, maxSubjectLength)}</span>` : noHtml
  const end = outcome ? html`<span class="outcome">${firstLine(outcome)}</span>` : noHtml
  const took =
    durationMs === undefined ? noHtml : html`<span class="took">${formatDuration(durationMs)}</span>`
  return html`${glyph}<span class="name">${firstLine(title, maxSubjectLength)}</span>${about}${end}${took}`
}

const timeOf = ({at: time}: PageEntry, {options}: HtmlSessionContext): Html =>
  options.timestamps ? timeTag(time, options.zone, 'second') : noHtml

function bodyOf(entry: PageEntry, context: HtmlSessionContext): Html {
  const {options} = context
  const asked =
    entry.asked.length === 0
      ? noHtml
      : html`<div class="asked">${renderHtmlNodes(entry.asked, options)}</div>`
  const answered =
    entry.answered.length === 0
      ? noHtml
      : html`<div class="${resultClasses(entry)}">${renderHtmlNodes(entry.answered, options)}</div>`
  return html`${asked}${answered}${referenceLink(entry, context)}`
}
