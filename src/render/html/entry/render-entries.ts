import type {PageEntry} from '../../../page/index.ts'
import {
  countByGroup,
  firstLine,
  formatEntryCounts,
  groupCalls,
  groupOfEntry,
  walkEntries,
} from '../../../page/index.ts'
import {html} from '../html.ts'
import type {HtmlSessionContext} from '../session/session-context.ts'
import {closeBranch, openBranch} from './branch.ts'
import {entryLayouts} from './entry-layouts.ts'

/** Deeper than this, entries are not nested: a transcript can nest agents to any depth. */
const maxDepth = 48

/** Writes entries and all below them. */
export function renderHtmlEntries(
  entries: readonly PageEntry[],
  context: HtmlSessionContext,
  branch: string | undefined,
  depth = 0,
): void {
  const {writer} = context
  let left: string | undefined
  for (const [index, grouped] of groupCalls(entries).entries()) {
    const [first] = grouped.kind === 'one' ? [grouped.entry] : grouped.entries
    const here = first?.branch === branch ? undefined : first?.branch
    if (left !== here && left !== undefined) closeBranch(context)
    if (index > 0) writer.border('entry')
    if (left !== here && here !== undefined) openBranch(context, here)
    left = here
    if (grouped.kind === 'one') renderEntry(grouped.entry, context, here ?? branch, depth)
    else renderTogether(grouped.kind, grouped.title, grouped.entries, context)
  }
  if (left !== undefined) closeBranch(context)
}

function renderEntry(
  entry: PageEntry,
  context: HtmlSessionContext,
  branch: string | undefined,
  depth: number,
): void {
  const {writer} = context
  const layout = entryLayouts[entry.kind]
  writer.count(groupOfEntry(entry))
  if (layout.lane && depth < maxDepth) {
    layout.lane(entry, context)
    renderHtmlEntries(entry.below, context, branch, depth + 1)
    writer.close()
    return
  }
  writer.write(layout.draw(entry, context))
  if (entry.below.length === 0) return
  if (depth < maxDepth) renderBelow(entry, context, branch, depth)
  else renderFlat(entry.below, context)
}

function renderFlat(entries: readonly PageEntry[], context: HtmlSessionContext): void {
  const {writer} = context
  for (const entry of walkEntries(entries)) {
    writer.border('entry')
    writer.count(groupOfEntry(entry))
    writer.write(entryLayouts[entry.kind].draw(entry, context))
  }
}

function renderBelow(
  entry: PageEntry,
  context: HtmlSessionContext,
  branch: string | undefined,
  depth: number,
): void {
  const {writer} = context
  const words = formatEntryCounts(countByGroup(entry.below))
  // A call's agents fold by themselves.
  if (entry.kind === 'tool') writer.open(html`<div class="below">`, html`</div>`, html`<div class="below">`)
  else
    writer.open(
      html`<details class="inside of-${entry.kind}" open><summary class="fold">${words}</summary>`,
      html`</details>`,
      html`<details class="inside of-${entry.kind}" open><summary class="fold">continued</summary>`,
    )
  renderHtmlEntries(entry.below, context, branch, depth + 1)
  writer.close()
}

/** How many are named on the line of the group. */
const named = 8

function renderTogether(
  kind: 'calls' | 'records',
  title: string,
  entries: readonly PageEntry[],
  context: HtmlSessionContext,
): void {
  const {writer} = context
  const isCalls = kind === 'calls'
  const classes = `${kind} ${isCalls ? 'g-tool' : 'g-other'}${entries[0]?.lane ? ' sidechain' : ''}`
  const names = entries
    .slice(0, named)
    .map((entry) => (isCalls ? (entry.subject ?? '').split('/').at(-1) : entry.title) ?? '')
    .filter(Boolean)
    .map((name) => firstLine(name, 60))
  const more = entries.length > named ? ', …' : ''
  writer.open(
    html`<details class="${classes}"><summary class="line"><span class="state" aria-hidden="true">${isCalls ? '✓' : '+'}</span><span class="name">${title}</span><span class="subject">${names.join(', ')}${more}</span></summary>`,
    html`</details>`,
    html`<details class="${classes}" open><summary class="line">continued</summary>`,
  )
  for (const entry of entries) {
    writer.count(groupOfEntry(entry))
    writer.write(entryLayouts[entry.kind].draw(entry, context))
  }
  writer.close()
}
