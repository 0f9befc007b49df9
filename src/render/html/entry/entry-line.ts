import {
  type EntryKind,
  finalState,
  firstLine,
  formatDuration,
  formatNoun,
  kindMarks,
  type Node,
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

/** Calls that failed are open: their last lines say why. */
const startsOpen = (entry: PageEntry, size: number): boolean =>
  isFailedCall(entry) || isShortEnough(entry, size)

const isFailedCall = (entry: PageEntry): boolean => finalState(entry) === 'failed'

const isShortEnough = ({kind, prominent, tool}: PageEntry, size: number): boolean =>
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
  const isFailed = isFailedCall(entry)
  const asked = entry.asked.length === 0 ? noHtml : renderHtmlNodes(entry.asked, options)
  // A long input would be between a failed call and the reason.
  const input =
    isFailed && asked.markup.length > maxOpenInput
      ? html`<details class="group"><summary>Input</summary>${asked}</details>`
      : asked
  const answered = isFailed ? entry.answered.flatMap(lastLinesOpen) : entry.answered
  const result =
    answered.length === 0
      ? noHtml
      : html`<div class="${resultClasses(entry)}">${renderHtmlNodes(answered, options)}</div>`
  return html`${asked === noHtml ? noHtml : html`<div class="asked">${input}</div>`}${result}${referenceLink(entry, context)}`
}

const maxOpenInput = 2000
const openLines = 10

/** The last ten lines of what a failed call printed, after a collapsed group with all lines before them. */
function lastLinesOpen(node: Node): readonly Node[] {
  if (node.kind !== 'ansi' && node.kind !== 'text') return [node]
  const lines = node.text.split('\n')
  while (lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop()
  const hidden = lines.length - openLines
  // A group of a line or two would take as much room as the lines.
  if (hidden < 3) return [node]
  const [before, after] = [lines.slice(0, hidden).join('\n'), lines.slice(hidden).join('\n')]
  const title = formatNoun(hidden, 'earlier line')
  return [
    {kind: 'group', title, nodes: [{...node, text: before}], isCollapsed: true},
    {...node, text: after},
  ]
}
