import {text} from '../../model/fields.ts'
import type {JsonObject, JsonValue} from '../../model/index.ts'
import {isJsonObject} from '../../model/index.ts'
import type {Node, TodoItem} from '../../page/index.ts'

const statuses: ReadonlyMap<string | undefined, TodoItem['status']> = new Map([
  ['pending', 'pending'],
  ['in_progress', 'in-progress'],
  ['completed', 'completed'],
  ['cancelled', 'cancelled'],
  ['deleted', 'cancelled'],
])

/** A status in the client's word; one nobody knows is still to be done. */
export const todoStatus = (status: string | undefined): TodoItem['status'] =>
  statuses.get(status) ?? 'pending'

/** Things to do as any client lists them: with ids and priorities, with active forms, or as bare texts. */
export const todoItems = (todos: readonly JsonValue[]): readonly TodoItem[] =>
  todos.flatMap((todo) => (isJsonObject(todo) ? todoItem(todo) : bareItem(todo)))

const todoItem = (todo: JsonObject): TodoItem => ({
  text: text(todo, 'content') ?? text(todo, 'activeForm') ?? '',
  status: todoStatus(text(todo, 'status')),
  priority: text(todo, 'priority'),
})

const bareItem = (todo: JsonValue): readonly TodoItem[] =>
  typeof todo === 'string' ? [{text: todo, status: 'pending', priority: undefined}] : []

/** The list, or no node where nothing is on it. */
export const todoList = (items: readonly TodoItem[]): readonly Node[] =>
  items.length === 0 ? [] : [{kind: 'todo', items}]

/** How far a list is done; what was cancelled needs no doing. */
export function todoProgress(items: readonly TodoItem[]): string {
  const due = items.filter((item) => item.status !== 'cancelled')
  return `${due.filter((item) => item.status === 'completed').length} of ${due.length} done`
}
