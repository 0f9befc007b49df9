import {flag, list, object, objects, text, texts} from '../../model/fields.ts'
import type {JsonObject, JsonValue} from '../../model/index.ts'
import {isJsonObject} from '../../model/index.ts'
import type {Node, TodoItem} from '../../page/index.ts'
import {field, fields, note, plain, prose} from '../../page/index.ts'
import {describeBlocks} from '../describe-blocks.ts'
import {tryParse} from '../shared/json-text.ts'
import {otherFields} from '../shared/known-fields.ts'
import type {Tool, ToolOutput} from '../tool.ts'

const statuses: ReadonlyMap<string | undefined, TodoItem['status']> = new Map([
  ['pending', 'pending'],
  ['in_progress', 'in-progress'],
  ['completed', 'completed'],
  ['cancelled', 'cancelled'],
  ['deleted', 'cancelled'],
])

/** A status in the client's word; one nobody knows is still to be done. */
const todoStatus = (status: string | undefined): TodoItem['status'] => statuses.get(status) ?? 'pending'

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
const todoList = (items: readonly TodoItem[]): readonly Node[] =>
  items.length === 0 ? [] : [{kind: 'todo', items}]

/** How far a list is done; what was cancelled needs no doing. */
function todoProgress(items: readonly TodoItem[]): string {
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
  const value = start === -1 ? undefined : tryParse(text.slice(start, text.lastIndexOf(']') + 1))
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

/** The task a call is about, as it is spoken of: `#4`. */
const taskNumberOf = (input: JsonObject): string | undefined => {
  const id = text(input, 'taskId')
  return id === undefined ? undefined : `#${id}`
}

/** Tasks as they are spoken of: `#1, #4`. */
const taskNumbers = (ids: readonly string[]): string | undefined =>
  ids.length === 0 ? undefined : ids.map((id) => `#${id}`).join(', ')

/** Something to do, put on the list. */
const taskCreate: Tool = {
  names: ['TaskCreate'],
  subject: (input) => text(input, 'subject') ?? text(input, 'description'),
  asked(input) {
    const subject = text(input, 'subject')
    const description = text(input, 'description') ?? ''
    const said: readonly Node[] = description === '' || description === subject ? [] : [prose(description)]
    return [
      ...fields(field('task', 'Task', subject)),
      ...said,
      ...otherFields(input, {string: ['subject', 'description', 'activeForm']}),
    ]
  },
  answered(answer) {
    const id = idOf(answer)
    return id === undefined ? describeBlocks(answer.content) : [note('success', `Created as #${id}`)]
  },
  outcome(answer) {
    const id = idOf(answer)
    return id === undefined ? undefined : `#${id}`
  },
}

const idOf = ({text: said, structured}: ToolOutput): string | undefined =>
  text(object(structured, 'task') ?? {}, 'id') ?? /^Task #(\S+) created/.exec(said)?.[1]

/** A change to something on the list: its state, its owner, what it waits for. */
const taskUpdate: Tool = {
  names: ['TaskUpdate'],
  subject(input) {
    const status = text(input, 'status')
    const to = status === undefined ? undefined : `→ ${spoken(status)}`
    const parts = [taskNumberOf(input), text(input, 'subject'), to].filter((part) => part !== undefined)
    return parts.length === 0 ? undefined : parts.join(' ')
  },
  asked(input) {
    const description = text(input, 'description') ?? ''
    return [
      ...fields(
        field('task', 'Task', taskNumberOf(input)),
        field('setting', 'Status', spoken(text(input, 'status') ?? '')),
        field('description', 'Subject', text(input, 'subject')),
        field('agent', 'Owner', text(input, 'owner')),
        field('task', 'Blocks', taskNumbers(texts(input, 'addBlocks'))),
        field('task', 'Blocked by', taskNumbers(texts(input, 'addBlockedBy'))),
      ),
      ...(description === '' ? [] : [prose(description)]),
      ...otherFields(input, {
        string: ['taskId', 'status', 'subject', 'description', 'activeForm', 'owner'],
        object: ['addBlocks', 'addBlockedBy'],
      }),
    ]
  },
  answered(answer) {
    const {structured} = answer
    const error = text(structured, 'error')
    if (error !== undefined) return [plain(error, 'error')]
    return changedIn(answer) === undefined ? describeBlocks(answer.content) : []
  },
  outcome(answer, input) {
    const {structured} = answer
    if (isRefused(answer)) return 'not changed'
    const change = object(structured, 'statusChange') ?? {}
    const from = text(change, 'from')
    const to = text(change, 'to')
    // The subject says what it was asked to become.
    if (from !== undefined && to !== undefined && to === text(input, 'status')) return `was ${spoken(from)}`
    if (from !== undefined && to !== undefined) return `${spoken(from)} → ${spoken(to)}`
    const changed = changedIn(answer)
    return changed === '' ? 'nothing changed' : changed === undefined ? undefined : `${changed} changed`
  },
  refused: isRefused,
}

function isRefused({structured}: ToolOutput): boolean {
  return flag(structured, 'success') === false
}

/** The names of what was changed; the sentence of older clients ends its first line with them. */
function changedIn({text: said, structured}: ToolOutput): string | undefined {
  if (structured['updatedFields'] !== undefined) return texts(structured, 'updatedFields').join(', ')
  return /^Updated task #\S+ ?(.*)/.exec(said)?.[1]?.trim()
}

const spoken = (status: string): string => status.replaceAll('_', ' ')

/** A look at one thing on the list. */
const taskGet: Tool = {
  names: ['TaskGet'],
  subject: taskNumberOf,
  asked: (input) => [
    ...fields(field('task', 'Task', taskNumberOf(input))),
    ...otherFields(input, {string: ['taskId']}),
  ],
  answered({structured, content}) {
    const task = object(structured, 'task')
    if (!task) return describeBlocks(content)
    const description = text(task, 'description') ?? ''
    return [
      ...fields(
        field('task', 'Subject', text(task, 'subject')),
        field('setting', 'Status', text(task, 'status')?.replaceAll('_', ' ')),
        field('agent', 'Owner', text(task, 'owner')),
        field('task', 'Blocks', taskNumbers(texts(task, 'blocks'))),
        field('task', 'Blocked by', taskNumbers(texts(task, 'blockedBy'))),
      ),
      ...(description === '' ? [] : [prose(description)]),
    ]
  },
  outcome({structured, text: said}) {
    if (structured['task'] === null) return 'not found'
    const status = text(object(structured, 'task') ?? {}, 'status') ?? /^Status: (\w+)$/m.exec(said)?.[1]
    return status?.replaceAll('_', ' ')
  },
}

/** A look at everything on the list. */
const taskList: Tool = {
  names: ['TaskList'],
  answered(answer) {
    const items = itemsOf(answer)
    return items.length === 0 ? describeBlocks(answer.content) : todoList(items)
  },
  outcome(answer) {
    const items = itemsOf(answer)
    return items.length === 0 ? undefined : todoProgress(items)
  },
}

const itemsOf = ({text: said, structured}: ToolOutput): readonly TodoItem[] =>
  structured['tasks'] === undefined
    ? said.split('\n').flatMap(itemOfLine)
    : objects(structured, 'tasks').map(itemOfTask)

function itemOfTask(task: JsonObject): TodoItem {
  const blockers = taskNumbers(texts(task, 'blockedBy'))
  const id = text(task, 'id')
  const owner = text(task, 'owner')
  const words = [
    ...(id === undefined ? [] : [`#${id}`]),
    text(task, 'subject') ?? '',
    ...(owner === undefined ? [] : [`(${owner})`]),
    ...(blockers === undefined ? [] : [`(blocked by ${blockers})`]),
  ]
  return {
    text: words.join(' '),
    status: todoStatus(text(task, 'status')),
    priority: undefined,
  }
}

/** A line of the text that is all older clients give: `#1 [completed] Add tests (alice)`. */
function itemOfLine(line: string): readonly TodoItem[] {
  const [, id, status, subject] = /^#(\S+) \[(\w+)\] (.*)$/.exec(line) ?? []
  return id === undefined
    ? []
    : [{text: `#${id} ${subject ?? ''}`, status: todoStatus(status), priority: undefined}]
}

/** Tools of the lists of things to do: of early clients, and of newer ones. */
export const taskTools: readonly Tool[] = [todoRead, todoWrite, taskCreate, taskUpdate, taskGet, taskList]
