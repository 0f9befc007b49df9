import {text} from '../model/fields.ts'
import {taskIdOf} from '../model/task-id-of.ts'
import {field, fields, plain} from '../page/index.ts'
import type {KnownFields} from './shared/other-fields.ts'
import {otherFields} from './shared/other-fields.ts'
import {resultFields} from './shared/result-fields.ts'
import type {Tool} from './tool.ts'

const known: KnownFields = new Map([
  ['task_id', 'string'],
  ['shell_id', 'string'],
])

/** The end of a background command or agent, by order. */
export const taskStop: Tool = {
  names: ['TaskStop', 'KillShell', 'KillBash'],
  subject: taskIdOf,
  asked: (input) => [...fields(field('task', 'Task', taskIdOf(input))), ...otherFields(input, known)],
  answered(answer) {
    const result = resultFields(answer)
    const command = text(result, 'command')
    if (command !== undefined) return fields(field('command', 'Command', command))
    const message = text(result, 'message') ?? answer.text
    return message === '' ? [] : [plain(message)]
  },
  outcome: (answer) => {
    const {success, message} = resultFields(answer)
    if (success === false) return 'not stopped'
    return message === undefined && success === undefined ? undefined : 'stopped'
  },
}
