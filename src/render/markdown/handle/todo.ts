import type {NodeOf, TodoItem} from '../../../page/index.ts'
import {todoMarks} from '../../../page/index.ts'
import {escapeText} from '../escape-text.ts'
import {sanitizeLine} from '../sanitize.ts'

const forms: Readonly<Record<TodoItem['status'], (text: string) => string>> = {
  pending: (text) => `[ ] ${text}`,
  'in-progress': (text) => `[ ] ${todoMarks.text['in-progress']} ${text}`,
  completed: (text) => `[x] ${text}`,
  cancelled: (text) => `[ ] ${todoMarks.text.cancelled} ${text}`,
}

/** A list of tasks; what is being done and what was given up have a mark besides their box. */
export function todo({items}: NodeOf<'todo'>): readonly string[] {
  const lines = items.map(({text, status, priority}) => {
    const urgency = priority === undefined ? '' : ` (${escapeText(sanitizeLine(priority))})`
    return `- ${forms[status](escapeText(sanitizeLine(text)))}${urgency}`
  })
  return lines.length === 0 ? [] : [lines.join('\n')]
}
