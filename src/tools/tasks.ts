import {flag, object, objects, text, texts} from '../model/fields.ts'
import type {JsonObject} from '../model/index.ts'
import type {Node, TodoItem} from '../page/index.ts'
import {field, fields, note, plain, prose} from '../page/index.ts'
import {describeBlocks} from './describe-blocks.ts'
import {otherFields} from './shared/tell-fields.ts'
import {todoList, todoProgress, todoStatus} from './todos.ts'
import type {Tool, ToolAnswer} from './tool.ts'

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

const idOf = ({text: said, structured}: ToolAnswer): string | undefined =>
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

function isRefused({structured}: ToolAnswer): boolean {
  return flag(structured, 'success') === false
}

/** The names of what was changed; the sentence of older clients ends its first line with them. */
function changedIn({text: said, structured}: ToolAnswer): string | undefined {
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

const itemsOf = ({text: said, structured}: ToolAnswer): readonly TodoItem[] =>
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

/** Tools of the list of tasks that newer clients have. */
export const taskTools: readonly Tool[] = [taskCreate, taskUpdate, taskGet, taskList]
