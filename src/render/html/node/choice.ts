import type {Choice, NodeOf} from '../../../page/index.ts'
import {type Html, html, noHtml} from '../html.ts'

/** A question and what could be answered, the answer marked. */
export const choice = (node: NodeOf<'choice'>): Html =>
  html`<div class="choice"><p class="question">${node.question}</p>${list(node.choices)}</div>`

const list = (choices: readonly Choice[]): Html =>
  choices.length === 0 ? noHtml : html`<ul>${choices.map(option)}</ul>`

function option({label, description, chosen}: Choice): Html {
  const mark = chosen
    ? html`<span class="glyph" aria-hidden="true">●</span><span class="unseen">chosen: </span>`
    : html`<span class="glyph" aria-hidden="true">○</span>`
  const more = description === undefined ? noHtml : html` <span class="description">${description}</span>`
  return html`<li${chosen ? html` class="chosen"` : ''}>${mark}<span><span class="label">${label}</span>${more}</span></li>\n`
}
