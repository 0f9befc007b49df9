import type {NodeOf, TodoItem} from '../../../page/index.ts'
import {todoMarks} from '../../../page/index.ts'
import {type Html, html, noHtml} from '../html.ts'

/** What there is to do, each with its mark. */
export const todo = (node: NodeOf<'todo'>): Html => html`<ul class="todo">${node.items.map(item)}</ul>`

function item({text, status, priority}: TodoItem): Html {
  const word = todoMarks.word[status]
  const urgency = priority === undefined ? noHtml : html` <span class="priority">${priority}</span>`
  return html`<li class="${status}"><span class="glyph" title="${word}" aria-hidden="true">${todoMarks.page[status]}</span><span class="unseen">${word}: </span><span class="what">${text}</span>${urgency}</li>\n`
}
