import {list, objects, text} from '../model/fields.ts'
import type {JsonObject, JsonValue} from '../model/index.ts'
import {isJsonObject} from '../model/index.ts'
import type {Node, TodoItem} from '../page/index.ts'
import {describeBlocks} from './describe-blocks.ts'
import {parsed} from './shared/json-text.ts'
import {otherFields} from './shared/tell-fields.ts'
import type {Tool} from './tool.ts'

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
const todoItems = (todos: readonly JsonValue[]): readonly TodoItem[] =>
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

/** A look at the list of things to do; only the first clients needed one. */
const todoRead: Tool = {
  names: ['TodoRead'],
  answered({text, content}) {
    const items = itemsIn(text)
    return items.length === 0 ? describeBlocks(content) : todoList(items)
  },
  outcome({text}) {
    const items = itemsIn(text)
    return items.length === 0 ? undefined : todoProgress(items)
  },
}

/** The list is JSON behind a sentence. */
function itemsIn(text: string): readonly TodoItem[] {
  const start = text.indexOf('[')
  const value = start === -1 ? undefined : parsed(text.slice(start, text.lastIndexOf(']') + 1))
  return isList(value) ? todoItems(value) : []
}

const isList = (value: unknown): value is readonly JsonValue[] => Array.isArray(value)

/** The whole list of things to do, written anew. What the client answers is only meant for the model. */
const todoWrite: Tool = {
  names: ['TodoWrite'],
  subject(input) {
    const withStatus = (status: string) =>
      objects(input, 'todos').find((todo) => text(todo, 'status') === status)
    const doing = withStatus('in_progress')
    if (doing) return text(doing, 'activeForm') ?? text(doing, 'content')
    const next = withStatus('pending')
    return next && text(next, 'content')
  },
  asked: (input) => [
    ...todoList(todoItems(list(input, 'todos'))),
    ...otherFields(input, {object: ['todos']}),
  ],
  answered: () => [],
  outcome: (_, input) => todoProgress(todoItems(list(input, 'todos'))),
}

/** Tools of the list of things to do that early clients have. */
export const todoTools: readonly Tool[] = [todoRead, todoWrite]
