import {objects, text, texts} from '../model/fields.ts'
import type {JsonObject} from '../model/index.ts'
import type {TodoItem} from '../page/index.ts'
import {describeBlocks} from './generic.ts'
import {taskNumbers} from './shared/task-numbers.ts'
import {todoList, todoProgress, todoStatus} from './shared/todo-items.ts'
import type {Tool, ToolAnswer} from './tool.ts'

/** A look at everything on the list. */
export const taskList: Tool = {
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
