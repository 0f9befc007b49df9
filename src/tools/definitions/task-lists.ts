import {emptyObject, flag, isList, list, object, objects, parseJson, text, texts} from '../../model/fields.ts'
import {isJsonObject, type JsonObject, type JsonValue} from '../../model/index.ts'
import {field, fields, type Node, note, plain, prose, type TodoItem} from '../../page/index.ts'
import {describeBlocks} from '../describe-blocks.ts'
import type {FormatValue, KnownField} from '../shared/known-fields.ts'
import {formatName, knownFields, partsElsewhere, textsElsewhere} from '../shared/known-fields.ts'
import {joinParts, optional} from '../shared/output-nodes.ts'
import type {Tool, ToolOutput} from '../tool.ts'

const statuses: ReadonlyMap<string | undefined, TodoItem['status']> = new Map([
  ['pending', 'pending'],
  ['in_progress', 'in-progress'],
  ['completed', 'completed'],
  ['cancelled', 'cancelled'],
  ['deleted', 'cancelled'],
])

/** An item of a list; an unknown status counts as pending. */
const createItem = (words: string, status: string | undefined, priority?: string): TodoItem => ({
  text: words,
  status: statuses.get(status) ?? 'pending',
  priority,
})

/** The items of a list as any client writes it: with ids and priorities, with active forms, or as bare texts. */
const readTodos = (todos: readonly JsonValue[]): readonly TodoItem[] =>
  todos.flatMap((todo) => {
    if (typeof todo === 'string') return [createItem(todo, 'pending')]
    if (!isJsonObject(todo)) return []
    const words = text(todo, 'content') ?? text(todo, 'activeForm') ?? ''
    return [createItem(words, text(todo, 'status'), text(todo, 'priority'))]
  })

/** The list, or no node if it is empty. */
const describeTodos = (items: readonly TodoItem[]): readonly Node[] =>
  items.length === 0 ? [] : [{kind: 'todo', items}]

/** How much of a list is done; cancelled items do not count. */
function formatProgress(items: readonly TodoItem[]): string {
  const due = items.filter((item) => item.status !== 'cancelled')
  return `${due.filter((item) => item.status === 'completed').length} of ${due.length} done`
}

/** A tool that shows a list. */
const listReader = (name: string, read: (output: ToolOutput) => readonly TodoItem[]): Tool => ({
  names: [name],
  answered(output) {
    const items = read(output)
    return items.length === 0 ? describeBlocks(output.content) : describeTodos(items)
  },
  outcome(output) {
    const items = read(output)
    return items.length === 0 ? undefined : formatProgress(items)
  },
})

/** Reads the to-do list; only the first clients needed it. The list is JSON after a sentence. */
const todoRead = listReader('TodoRead', ({text: said}) => {
  const start = said.indexOf('[')
  const value = start === -1 ? undefined : parseJson(said.slice(start, said.lastIndexOf(']') + 1))
  return isList(value) ? readTodos(value) : []
})

/** Replaces the to-do list. The client's result is only for the model. */
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
  asked: (input) => [...describeTodos(readTodos(list(input, 'todos'))), ...describeTodoInput(input)],
  answered: () => [],
  outcome: (_, input) => formatProgress(readTodos(list(input, 'todos'))),
}

const describeTodoInput = knownFields(...partsElsewhere('todos'))

/** Ids as they are shown: `#1, #4`. */
const formatIds = (ids: readonly string[]): string | undefined =>
  joinParts(
    ids.map((id) => `#${id}`),
    ', ',
  )

function formatTaskId(input: JsonObject): string | undefined {
  const id = text(input, 'taskId')
  return id && `#${id}`
}

const formatIdList: FormatValue = (ids) =>
  isList(ids) ? (formatIds(ids.filter((id) => typeof id === 'string')) ?? '') : undefined

/** A name of the wire format as words: `in_progress` is `in progress`. */
const formatStatus = (status: string | undefined): string | undefined => status?.replaceAll('_', ' ')

const taskField: KnownField = ['taskId', 'task', 'Task', (_, input) => formatTaskId(input)]

/** Adds a task to the list. */
const taskCreate: Tool = {
  names: ['TaskCreate'],
  subject: (input) => text(input, 'subject') ?? text(input, 'description'),
  asked(input) {
    const description = text(input, 'description')
    return [
      ...describeNewTask(input),
      ...(description === text(input, 'subject') ? [] : optional(description, prose)),
    ]
  },
  answered(output) {
    const id = readId(output)
    return id === undefined ? describeBlocks(output.content) : [note('success', `Created as #${id}`)]
  },
  outcome(output) {
    const id = readId(output)
    return id && `#${id}`
  },
}

const describeNewTask = knownFields(
  ['subject', 'task', 'Task'],
  ...textsElsewhere('description', 'activeForm'),
)

const readId = ({text: said, structured}: ToolOutput): string | undefined =>
  text(object(structured, 'task') ?? emptyObject, 'id') ?? /^Task #(\S+) created/.exec(said)?.[1]

/** Changes a task of the list: its status, its owner, what it waits for. */
const taskUpdate: Tool = {
  names: ['TaskUpdate'],
  subject(input) {
    const status = formatStatus(text(input, 'status'))
    return joinParts([formatTaskId(input), text(input, 'subject'), status && `→ ${status}`], ' ')
  },
  asked: (input) => [...describeTaskChange(input), ...optional(text(input, 'description'), prose)],
  answered(output) {
    const error = text(output.structured, 'error')
    if (error !== undefined) return [plain(error, 'error')]
    return readChanges(output) === undefined ? describeBlocks(output.content) : []
  },
  outcome(output, input) {
    if (isRefused(output)) return 'not changed'
    const change = object(output.structured, 'statusChange') ?? emptyObject
    const from = formatStatus(text(change, 'from'))
    const to = text(change, 'to')
    // The subject says what it was asked to become.
    if (from !== undefined && to !== undefined)
      return to === text(input, 'status') ? `was ${from}` : `${from} → ${formatStatus(to)}`
    const changed = readChanges(output)
    return changed === '' ? 'nothing changed' : changed && `${changed} changed`
  },
  refused: isRefused,
}

const describeTaskChange = knownFields(
  taskField,
  ['status', 'setting', 'Status', formatName],
  ['subject', 'description', 'Subject'],
  ['owner', 'agent', 'Owner'],
  ['addBlocks', 'task', 'Blocks', formatIdList],
  ['addBlockedBy', 'task', 'Blocked by', formatIdList],
  ...textsElsewhere('description', 'activeForm'),
)

function isRefused({structured}: ToolOutput): boolean {
  return flag(structured, 'success') === false
}

/** The names of the changed fields; the first line of older clients' sentence ends with them. */
function readChanges({text: said, structured}: ToolOutput): string | undefined {
  if (structured['updatedFields'] !== undefined) return texts(structured, 'updatedFields').join(', ')
  return /^Updated task #\S+ ?(.*)/.exec(said)?.[1]?.trim()
}

/** Shows one task of the list. */
const taskGet: Tool = {
  names: ['TaskGet'],
  subject: formatTaskId,
  asked: knownFields(taskField),
  answered({structured, content}) {
    const task = object(structured, 'task')
    if (!task) return describeBlocks(content)
    return [
      ...fields(
        field('task', 'Subject', text(task, 'subject')),
        field('setting', 'Status', formatStatus(text(task, 'status'))),
        field('agent', 'Owner', text(task, 'owner')),
        field('task', 'Blocks', formatIds(texts(task, 'blocks'))),
        field('task', 'Blocked by', formatIds(texts(task, 'blockedBy'))),
      ),
      ...optional(text(task, 'description'), prose),
    ]
  },
  outcome({structured, text: said}) {
    if (structured['task'] === null) return 'not found'
    const task = object(structured, 'task') ?? emptyObject
    return formatStatus(text(task, 'status') ?? /^Status: (\w+)$/m.exec(said)?.[1])
  },
}

/** Shows all tasks of the list. Older clients give only lines like `#1 [completed] Add tests (alice)`. */
const taskList = listReader('TaskList', ({text: said, structured}) =>
  structured['tasks'] === undefined
    ? said.split('\n').flatMap((line) => {
        const [, id, status, subject = ''] = /^#(\S+) \[(\w+)\] (.*)$/.exec(line) ?? []
        return id === undefined ? [] : [createItem(`#${id} ${subject}`, status)]
      })
    : objects(structured, 'tasks').map(readTask),
)

function readTask(task: JsonObject): TodoItem {
  const [id, owner] = [text(task, 'id'), text(task, 'owner')]
  const blockers = formatIds(texts(task, 'blockedBy'))
  const blocked = blockers && `(blocked by ${blockers})`
  const words = [id && `#${id}`, text(task, 'subject'), owner && `(${owner})`, blocked]
  return createItem(joinParts(words, ' ') ?? '', text(task, 'status'))
}

/** Tools for to-do lists: those of early clients, and those of newer ones. */
export const taskTools: readonly Tool[] = [todoRead, todoWrite, taskCreate, taskUpdate, taskGet, taskList]
