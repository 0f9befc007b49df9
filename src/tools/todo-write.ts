import {list, objects, text} from '../model/fields.ts'
import type {KnownFields} from './shared/other-fields.ts'
import {otherFields} from './shared/other-fields.ts'
import {todoItems, todoList, todoProgress} from './shared/todo-items.ts'
import type {Tool} from './tool.ts'

const known: KnownFields = new Map([['todos', 'object']])

/** The whole list of things to do, written anew. What the client answers is only meant for the model. */
export const todoWrite: Tool = {
  names: ['TodoWrite'],
  subject(input) {
    const withStatus = (status: string) =>
      objects(input, 'todos').find((todo) => text(todo, 'status') === status)
    const doing = withStatus('in_progress')
    if (doing) return text(doing, 'activeForm') ?? text(doing, 'content')
    const next = withStatus('pending')
    return next && text(next, 'content')
  },
  asked: (input) => [...todoList(todoItems(list(input, 'todos'))), ...otherFields(input, known)],
  answered: () => [],
  outcome: (_, input) => todoProgress(todoItems(list(input, 'todos'))),
}
