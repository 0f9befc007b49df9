import type {Counts, Group} from '../../page/index.ts'
import {formatCount, groups} from '../../page/index.ts'
import {encodeAttribute} from './frame.ts'
import {type Html, html, joinHtml, noHtml} from './html.ts'
import type {HtmlOptions} from './html-options.ts'
import {icons} from './icons.ts'

/** The bar above a session. What needs the script is shown where there is one. */
export function toolbar(
  title: string,
  counts: Counts,
  options: HtmlOptions,
  {grows = false}: {readonly grows?: boolean} = {},
): Html {
  const {home} = options
  const back =
    home === undefined ? noHtml : html`<a class="home" href="${encodeAttribute(home.href)}">${home.label}</a>`
  return joinHtml([
    html`<a class="skip" href="#conversation">Skip to the conversation</a><header class="bar">`,
    html`<button type="button" class="icon only-narrow" popovertarget="outline" aria-label="Outline" title="Outline">${icons.outline}</button>${back}`,
    html`<p class="bar-title">${title}</p>`,
    html`<search class="find needs-script"><label class="unseen" for="search">Search this page</label><input id="search" type="search" placeholder="Search, or /regex/" autocomplete="off" spellcheck="false"><output class="hits" for="search"></output>`,
    html`<button type="button" class="icon" data-do="previous" aria-label="Previous hit" title="Previous hit (N)">${icons.previous}</button><button type="button" class="icon" data-do="next" aria-label="Next hit" title="Next hit (n)">${icons.next}</button></search>`,
    html`<div class="levels needs-script" role="group" aria-label="Folding"><button type="button" class="icon" data-fold="folded" aria-label="Fold everything" title="Fold everything (1)">${icons.folded}</button><button type="button" class="icon" data-fold="one" aria-label="Open one level" title="Open one level (2)">${icons.one}</button><button type="button" class="icon" data-fold="all" aria-label="Open everything" title="Open everything (3)">${icons.all}</button></div>`,
    html`<button type="button" class="icon" popovertarget="filters" aria-label="Filter" title="Filter by type">${icons.filter}</button>`,
    html`<button type="button" class="icon needs-script" data-do="theme" aria-label="Light or dark" title="Light or dark (t)">${icons.theme}</button>`,
    html`<button type="button" class="icon only-narrow" popovertarget="details" aria-label="Details" title="Details">${icons.details}</button>`,
    html`<button type="button" class="icon only-wide needs-script" data-do="panel" aria-label="Show or hide the details" title="Details (d)">${icons.details}</button>`,
    html`<button type="button" class="icon needs-script" popovertarget="keys" aria-label="Keys" title="Keys (?)">${icons.keys}</button></header>`,
    filters(counts, grows),
    keys,
  ])
}

const words: Readonly<Record<Group, string>> = {
  user: 'You',
  assistant: 'Assistant',
  thinking: 'Thinking',
  tool: 'Tools',
  agent: 'Agents',
  system: 'System',
  hook: 'Hooks',
  other: 'Other records',
}

/** Each type can be hidden by style alone; what went well needs the script. Where more may come, types wait for it. */
function filters(counts: Counts, grows: boolean): Html {
  const boxes = groups
    .filter((group) => grows || counts[group] > 0)
    .map(
      (group) =>
        html`<label class="only-${group}"${counts[group] > 0 ? '' : html` hidden`}><input type="checkbox" id="show-${group}" checked> <span>${words[group]}</span> <span class="count">${formatCount(counts[group])}</span></label>`,
    )
  return html`<div class="floats" id="filters" popover><fieldset><legend>Show</legend>${boxes}</fieldset><label class="errors-only needs-script"><input type="checkbox" id="only-errors"> <span>Only what went wrong</span></label></div>`
}

const shortcuts: readonly (readonly [keys: string, does: string])[] = [
  ['/', 'search'],
  ['n N', 'next, previous hit'],
  ['j k', 'next, previous turn'],
  ['1 2 3', 'fold everything, open one level, open everything'],
  ['← →', 'fold, open what is in focus; with Shift, all of it'],
  ['d', 'details'],
  ['t', 'light or dark'],
  ['?', 'this list'],
  ['Esc', 'close, end the search'],
]

const keys = html`<div class="floats" id="keys" popover><h2>Keys</h2><dl>${shortcuts.map(
  ([names, does]) =>
    html`<div><dt>${joinHtml(
      names.split(' ').map((name) => html`<kbd>${name}</kbd>`),
      ' ',
    )}</dt><dd>${does}</dd></div>`,
)}</dl></div>`
