import {object, text, texts} from '../model/fields.ts'
import {field, fields, prose} from '../page/index.ts'
import {describeBlocks} from './generic.ts'
import type {KnownFields} from './shared/other-fields.ts'
import {otherFields} from './shared/other-fields.ts'
import {taskNumberOf} from './shared/task-number-of.ts'
import {taskNumbers} from './shared/task-numbers.ts'
import type {Tool} from './tool.ts'

const known: KnownFields = new Map([['taskId', 'string']])

/** A look at one thing on the list. */
export const taskGet: Tool = {
  names: ['TaskGet'],
  subject: taskNumberOf,
  asked: (input) => [...fields(field('task', 'Task', taskNumberOf(input))), ...otherFields(input, known)],
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
