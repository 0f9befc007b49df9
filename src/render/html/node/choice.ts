import type {Choice, NodeOf} from '../../../page/index.ts'
import {escapeHtml} from '../escape.ts'

/** A question and what could be answered, the answer marked. */
export const choice = (node: NodeOf<'choice'>): string =>
  `<div class="choice"><p class="question">${escapeHtml(node.question)}</p>${list(node.choices)}</div>`

const list = (choices: readonly Choice[]): string =>
  choices.length === 0 ? '' : `<ul>${choices.map(option).join('')}</ul>`

function option({label, description, chosen}: Choice): string {
  const mark = chosen
    ? '<span class="glyph" aria-hidden="true">●</span><span class="unseen">chosen: </span>'
    : '<span class="glyph" aria-hidden="true">○</span>'
  const more = description === undefined ? '' : ` <span class="description">${escapeHtml(description)}</span>`
  return `<li${chosen ? ' class="chosen"' : ''}>${mark}<span><span class="label">${escapeHtml(label)}</span>${more}</span></li>\n`
}
