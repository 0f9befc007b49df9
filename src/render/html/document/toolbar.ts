import {type EntryCounts, type EntryGroup, entryGroups, formatCount} from '../../../page/index.ts'
import {type Html, html, joinHtml, noHtml} from '../html.ts'
import type {HtmlOptions} from '../html-options.ts'
import {encodeAttribute} from '../session/session-context.ts'

const icon = (path: string): Html =>
  html`<svg class="glyph" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false"><path d="${path}"/></svg>`

/** Drawn, not written: not every font has the signs, and these are the same everywhere. */
export const toolbarIcons = {
  outline: icon('M2 4h12M2 8h8M2 12h10'),
  details: icon('M2.5 3h11v10h-11zM10 3v10'),
  filter: icon('M2 3.5h12L9.5 8.5v4.5l-3-1.5v-3z'),
  theme: icon('M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12'),
  collapsed: icon('M3 4h10M3 8h10M3 12h10'),
  one: icon('M3 3h10M6 6.5h7M6 10h7M3 13.5h10'),
  all: icon('M3 3h10M6 6.5h7M9 10h4M9 13.5h4'),
  previous: icon('M4 10l4-4 4 4'),
  next: icon('M4 6l4 4 4-4'),
  keys: icon('M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M8 12.2v.3'),
} as const

/** The toolbar of a session. Elements that need the script are hidden without it. */
export function renderToolbar(
  title: string,
  counts: EntryCounts | undefined,
  options: HtmlOptions,
  {grows = false}: {readonly grows?: boolean} = {},
): Html {
  const {home} = options
  const back =
    home === undefined ? noHtml : html`<a class="home" href="${encodeAttribute(home.href)}">${home.label}</a>`
  return joinHtml([
    html`<a class="skip" href="#conversation">Skip to conversation</a><header class="bar">`,
    html`<button type="button" class="icon only-narrow" popovertarget="outline" aria-label="Outline" title="Outline">${toolbarIcons.outline}</button>${back}`,
    html`<p class="bar-title">${title}</p>`,
    html`<search class="find needs-script"><label class="unseen" for="search">Search this page</label><input id="search" type="search" placeholder="Search, or /regex/" autocomplete="off" spellcheck="false"><output class="hits" for="search"></output>`,
    html`<button type="button" class="icon" data-do="previous" aria-label="Previous hit" title="Previous hit (N)">${toolbarIcons.previous}</button><button type="button" class="icon" data-do="next" aria-label="Next hit" title="Next hit (n)">${toolbarIcons.next}</button></search>`,
    html`<div class="levels needs-script" role="group" aria-label="Collapse and expand"><button type="button" class="icon" data-expand="collapsed" aria-label="Collapse all" title="Collapse all (1)">${toolbarIcons.collapsed}</button><button type="button" class="icon" data-expand="one" aria-label="Expand one level" title="Expand one level (2)">${toolbarIcons.one}</button><button type="button" class="icon" data-expand="all" aria-label="Expand all" title="Expand all (3)">${toolbarIcons.all}</button></div>`,
    html`<button type="button" class="icon" popovertarget="filters" aria-label="Filter" title="Filter by type">${toolbarIcons.filter}</button>`,
    html`<button type="button" class="icon needs-script" data-do="theme" aria-label="Toggle theme" title="Toggle theme (t)">${toolbarIcons.theme}</button>`,
    html`<button type="button" class="icon only-narrow" popovertarget="details" aria-label="Details" title="Details">${toolbarIcons.details}</button>`,
    html`<button type="button" class="icon only-wide needs-script" data-do="panel" aria-label="Show or hide the details" title="Details (d)">${toolbarIcons.details}</button>`,
    html`<button type="button" class="icon needs-script" popovertarget="keys" aria-label="Keyboard shortcuts" title="Keyboard shortcuts (?)">${toolbarIcons.keys}</button></header>`,
    filters(counts, grows),
    keys,
  ])
}

const words: Readonly<Record<EntryGroup, string>> = {
  user: 'You',
  assistant: 'Assistant',
  thinking: 'Thinking',
  tool: 'Tools',
  agent: 'Agents',
  system: 'System',
  hook: 'Hooks',
  other: 'Other records',
}

/**
 * Styles alone can hide each type; the error filter needs the script. In a live session, types without entries are
 * hidden. While a session is read, its counts are not known.
 */
function filters(counts: EntryCounts | undefined, grows: boolean): Html {
  const boxes = entryGroups.flatMap((group) => {
    const count = counts?.[group]
    if (count === 0 && !grows) return []
    return html`<label class="only-${group}"${count === 0 ? html` hidden` : ''}><input type="checkbox" id="show-${group}" checked> <span>${words[group]}</span> <span class="count">${count === undefined ? '' : formatCount(count)}</span></label>`
  })
  return html`<div class="floats" id="filters" popover><fieldset><legend>Show</legend>${boxes}</fieldset><label class="errors-only needs-script"><input type="checkbox" id="only-errors"> <span>Errors only</span></label></div>`
}

const shortcuts: readonly (readonly [keys: string, does: string])[] = [
  ['/', 'search'],
  ['n N', 'next, previous hit'],
  ['j k', 'next, previous turn'],
  ['1 2 3', 'collapse all, expand one level, expand all'],
  ['← →', 'collapse, expand the selection (Shift: all levels)'],
  ['d', 'details'],
  ['t', 'toggle theme'],
  ['?', 'show shortcuts'],
  ['Esc', 'close, clear the search'],
]

const keys = html`<div class="floats" id="keys" popover><h2>Keyboard shortcuts</h2><dl>${shortcuts.map(
  ([names, does]) =>
    html`<div><dt>${joinHtml(
      names.split(' ').map((name) => html`<kbd>${name}</kbd>`),
      ' ',
    )}</dt><dd>${does}</dd></div>`,
)}</dl></div>`
