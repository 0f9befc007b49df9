import type {NodeOf, TodoItem} from '../../../page/index.ts'
import {type Html, html, noHtml} from '../html.ts'

const marks = {
  pending: ['○', 'to do'],
  'in-progress': ['◐', 'in progress'],
  completed: ['✓', 'done'],
  cancelled: ['⊘', 'cancelled'],
} as const

/** What there is to do, each with its mark. */
export const todo = (node: NodeOf<'todo'>): Html => html`<ul class="todo">${node.items.map(item)}</ul>`

function item({text, status, priority}: TodoItem): Html {
  const [glyph, word] = marks[status]
  const urgency = priority === undefined ? noHtml : html` <span class="priority">${priority}</span>`
  return html`<li class="${status}"><span class="glyph" title="${word}" aria-hidden="true">${glyph}</span><span class="unseen">${word}: </span><span class="what">${text}</span>${urgency}</li>\n`
}
