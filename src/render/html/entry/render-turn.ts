import {
  countByGroup,
  type EntryKind,
  findTurnHead,
  firstLine,
  formatDuration,
  formatEntryCounts,
  groupOfEntry,
  type PageEntry,
  type PageTurn,
} from '../../../page/index.ts'
import {type Html, html, joinHtml, noHtml} from '../html.ts'
import {renderHtmlNodes} from '../nodes/render-nodes.ts'
import type {HtmlSessionContext} from '../session/session-context.ts'
import {timeTag} from '../text/time-tag.ts'
import {entryClasses} from './entry-classes.ts'
import {entryLayouts} from './entry-layouts.ts'
import {estimateHeightClass} from './estimate-height.ts'
import {costNote, rawText, usageNote} from './message.ts'
import {renderHtmlEntries} from './render-entries.ts'

/** Entries that are the heading of a turn; other first entries need no heading. */
const saying: ReadonlySet<EntryKind> = new Set<EntryKind>([
  'prompt',
  'steering',
  'command',
  'shell',
  'memory',
  'teammate',
  'task',
])

/** Writes a turn: the prompt as its heading, and everything after it in one collapsible group. */
export function renderHtmlTurn(turn: PageTurn, context: HtmlSessionContext): void {
  const {writer, idOf} = context
  const head = findTurnHead(turn)
  const again = html`<section class="turn" aria-label="Turn ${turn.number}, continued"><p class="continued">Turn ${turn.number}, continued</p>`
  const tall = estimateHeightClass(turn.entries)
  writer.open(
    html`<section class="turn tall-${tall}"${writer.id(idOf(turn.anchor))}>`,
    html`</section>`,
    again,
  )
  // A request on an abandoned branch is inside that branch, and is not a heading.
  if (head && saying.has(head.kind) && head.branch === turn.branch) {
    const at = turn.entries.indexOf(head)
    writer.count(groupOfEntry(head))
    writer.write(heading(turn, head, context))
    // Notes of the client before the first prompt are less interesting than the prompt.
    const before = turn.entries.slice(0, at)
    renderFollowing([...before, ...head.below, ...turn.entries.slice(at + 1)], context, turn)
  } else {
    writer.write(html`<h2 class="unseen">${turn.number} ${titleOf(head)}</h2>`)
    renderHtmlEntries(turn.entries, context, turn.branch)
  }
  writer.close()
}

const titleOf = (head: PageEntry | undefined): string =>
  head === undefined ? '' : firstLine([head.title, head.subject].filter(Boolean).join(' '))

function renderFollowing(entries: readonly PageEntry[], context: HtmlSessionContext, turn: PageTurn): void {
  const {writer} = context
  if (entries.length === 0) return
  writer.open(
    html`<details class="inside of-prompt" open><summary class="fold">${formatEntryCounts(countByGroup(entries))}</summary>`,
    html`</details>`,
    html`<details class="inside of-prompt" open><summary class="fold">continued</summary>`,
  )
  renderHtmlEntries(entries, context, turn.branch)
  writer.close()
}

/** Longer than this, a request is a text with a heading, not a heading. */
const maxHeadingLength = 320

function heading(turn: PageTurn, head: PageEntry, context: HtmlSessionContext): Html {
  const {writer, idOf, options} = context
  const number = html`<h2 class="turn-title"><a href="#${idOf(turn.anchor)}"><span class="number">${turn.number}</span><span class="unseen"> ${titleOf(head)}</span></a></h2>`
  if (head.kind !== 'prompt')
    return html`<div class="turn-head">${number}${entryLayouts[head.kind].draw(head, context)}${factsOf(turn, context)}</div>`
  const short = (head.subject ?? '').length <= maxHeadingLength ? ' short' : ''
  return joinHtml([
    html`<div class="${entryClasses(head)} turn-head${short}"${writer.id(idOf(head.anchor))}>${number}`,
    html`<div class="text">${renderHtmlNodes([...head.asked, ...head.answered], options)}${rawText(head)}</div>${factsOf(turn, context)}</div>`,
  ])
}

/** When it was, how long it took, what it used. */
function factsOf(turn: PageTurn, {options}: HtmlSessionContext): Html {
  const time = options.timestamps ? timeTag(turn.startedAt, options.zone, 'minute') : ''
  const took =
    turn.durationMs === undefined
      ? noHtml
      : html`<span class="took">${formatDuration(turn.durationMs)}</span>`
  return html`<p class="margin">${time} ${took}${usageNote(turn.usage)}${costNote(turn.cost)}</p>`
}
