import {
  type EntryKind,
  fieldsIn,
  firstLine,
  formatCount,
  formatDuration,
  formatTokens,
  kindMarks,
  type PageEntry,
  sumTokens,
  type TurnCost,
  type Usage,
} from '../../../page/index.ts'
import {type Html, html, joinHtml, noHtml} from '../html.ts'
import {renderHtmlNodes} from '../nodes/render-nodes.ts'
import {anchorHref, type HtmlSessionContext} from '../session/session-context.ts'
import {turnCostHtml} from '../text/cost-html.ts'
import {timeTag} from '../text/time-tag.ts'
import {entryClasses} from './entry-classes.ts'

/** Kinds with a label above their text. */
const labels: Partial<Record<EntryKind, string>> = {
  prompt: 'User',
  steering: 'Queued message',
  memory: 'Memory',
  recap: 'While you were away',
}

/** Something that someone said: its words are the page. */
export function drawMessage(entry: PageEntry, context: HtmlSessionContext): Html {
  const {kind} = entry
  const hue = kind === 'teammate' ? ` hue-${context.hueOf(entry.lane?.key ?? entry.title)}` : ''
  const label = kind === 'teammate' ? entry.title : labels[kind]
  const head =
    label === undefined
      ? noHtml
      : html`<p class="who"><span class="glyph" aria-hidden="true">${kindMarks[kind].page}</span> ${label}</p>`
  const id = context.writer.id(context.idOf(entry.anchor))
  const text = renderHtmlNodes([...entry.asked, ...entry.answered], context.options)
  return html`<div class="${entryClasses(entry)}${hue}"${id}>${head}<div class="text">${text}${rawText(entry)}${referenceLink(entry, context)}</div>${marginNote(entry, context)}</div>`
}

/** A link to the entry with the result, which is not shown twice. */
export const referenceLink = ({refersTo}: PageEntry, context: HtmlSessionContext): Html =>
  refersTo === undefined
    ? noHtml
    : html`<p class="elsewhere"><a href="${anchorHref(context, refersTo)}">↑ see the result above</a></p>`

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

/** The margin next to a text: its time, which is also its link, and its usage. */
function marginNote(entry: PageEntry, context: HtmlSessionContext): Html {
  const {options, idOf} = context
  const time = options.timestamps ? timeTag(entry.at, options.zone, 'minute') : noHtml
  return html`<p class="margin"><a class="at" href="#${idOf(entry.anchor)}">${time.markup === '' ? html`<span aria-label="Link">#</span>` : time}</a>${usageNote(entry.usage)}</p>`
}

/** The tokens of an answer: all of them, and on hover which. */
export function usageNote(usage: Usage | undefined): Html {
  if (!usage) return noHtml
  const all = sumTokens(usage)
  if (all === 0) return noHtml
  const parts = [
    `${formatCount(usage.input)} in`,
    `${formatCount(usage.output)} out`,
    `${formatCount(usage.cacheRead)} cache reads`,
    `${formatCount(usage.cacheWrite5m + usage.cacheWrite1h)} cache writes`,
  ]
  return html` <span class="used" title="${parts.join(', ')}">${formatTokens(all)}</span>`
}

/** The cost of a turn, if known. */
export const costNote = (cost: TurnCost | undefined): Html =>
  cost === undefined ? noHtml : html` <span class="spent">${turnCostHtml(cost)}</span>`

/** What was considered: collapsed to its first words. */
export function drawThinking(entry: PageEntry, context: HtmlSessionContext): Html {
  const first = entry.subject === undefined ? '' : firstLine(entry.subject, 140)
  return joinHtml([
    html`<details class="${entryClasses(entry)}"${context.writer.id(context.idOf(entry.anchor))}><summary class="line">`,
    html`<span class="state" aria-hidden="true">${kindMarks.thinking.page}</span><span class="name">${entry.title}</span><span class="subject">${first}</span></summary>`,
    html`<div class="text">${renderHtmlNodes([...entry.asked, ...entry.answered], context.options)}</div>${marginNote(entry, context)}</details>`,
  ])
}

/** Something that divides a conversation: a line across the page. */
export function drawDivider(entry: PageEntry, context: HtmlSessionContext): Html {
  const {options, idOf, writer} = context
  const trigger = fieldsIn(entry.asked).find(({label}) => label === 'Trigger')?.value
  const facts = [
    entry.outcome,
    trigger,
    entry.durationMs === undefined ? undefined : formatDuration(entry.durationMs),
  ].flatMap((fact) => (fact ? [html`<span class="fact">${fact}</span>`] : []))
  const time = options.timestamps ? timeTag(entry.at, options.zone, 'minute') : ''
  return joinHtml([
    html`<div class="${entryClasses(entry)} landmark"${writer.id(idOf(entry.anchor))}><p><span class="glyph" aria-hidden="true">${kindMarks[entry.kind].page}</span> `,
    html`<a href="#${idOf(entry.anchor)}">${entry.title}</a> ${joinHtml(facts, ' ')} ${time}</p></div>`,
  ])
}
