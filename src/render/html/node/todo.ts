import type {NodeOf, TodoItem} from '../../../page/index.ts'
import {escapeHtml} from '../escape.ts'

const marks = {
  pending: ['○', 'to do'],
  'in-progress': ['◐', 'in progress'],
  completed: ['✓', 'done'],
  cancelled: ['⊘', 'cancelled'],
} as const

/** What there is to do, each with its mark. */
export const todo = (node: NodeOf<'todo'>): string => `<ul class="todo">${node.items.map(item).join('')}</ul>`

function item({text, status, priority}: TodoItem): string {
  const [glyph, word] = marks[status]
  const urgency = priority === undefined ? '' : ` <span class="priority">${escapeHtml(priority)}</span>`
  return `<li class="${status}"><span class="glyph" title="${word}" aria-hidden="true">${glyph}</span><span class="unseen">${word}: </span><span class="what">${escapeHtml(text)}</span>${urgency}</li>\n`
}
