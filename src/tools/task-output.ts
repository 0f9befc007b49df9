import {flag, nothing, number, object, text} from '../model/fields.ts'
import type {JsonObject} from '../model/index.ts'
import {taskIdOf} from '../model/task-id-of.ts'
import type {Node} from '../page/index.ts'
import {ansi, field, fields, prose} from '../page/index.ts'
import {describeBlocks} from './generic.ts'
import {formatTimeout} from './shared/format-timeout.ts'
import type {KnownFields} from './shared/other-fields.ts'
import {otherFields} from './shared/other-fields.ts'
import {tagged} from './shared/tagged.ts'
import type {Tool, ToolAnswer} from './tool.ts'

const known: KnownFields = new Map([
  ['task_id', 'string'],
  ['bash_id', 'string'],
  ['agentId', 'string'],
  ['filter', 'string'],
  ['block', 'boolean'],
  ['timeout', 'number'],
  ['wait_up_to', 'number'],
])

/** A look at what a background command or agent has said so far. */
export const taskOutput: Tool = {
  names: ['TaskOutput', 'BashOutput', 'AgentOutputTool'],
  tells: 'answered',
  subject: taskIdOf,
  asked: (input) => [
    ...fields(
      field('task', 'Task', taskIdOf(input)),
      field('pattern', 'Filter', text(input, 'filter')),
      field('setting', 'Wait', flag(input, 'block') ? 'yes' : undefined),
      field('time', 'Timeout', formatTimeout(number(input, 'timeout') ?? waitOf(input))),
    ),
    ...otherFields(input, known),
  ],
  answered(answer) {
    const {output, stderr, command, description, isReport} = readTask(answer)
    if (output === undefined) return describeBlocks(answer.content)
    const said: readonly Node[] = output === '' ? [] : [isReport ? prose(output) : ansi(output)]
    return [
      ...fields(field('command', 'Command', command), field('description', 'Description', description)),
      ...said,
      ...(stderr === '' ? [] : [ansi(stderr, 'error')]),
    ]
  },
  outcome(answer) {
    const {exit, status} = readTask(answer)
    return exit === undefined ? status?.replaceAll('_', ' ') : `exit ${exit}`
  },
}

/** In seconds, unlike the timeout that took its place. */
const waitOf = (input: JsonObject): number | undefined => {
  const seconds = number(input, 'wait_up_to')
  return seconds === undefined ? undefined : seconds * 1000
}

interface TaskLook {
  readonly status: string | undefined
  readonly exit: number | undefined
  readonly output: string | undefined
  readonly stderr: string
  readonly command: string | undefined
  readonly description: string | undefined
  /** An agent's words rather than a command's output. */
  readonly isReport: boolean
}

function readTask({text: said, structured}: ToolAnswer): TaskLook {
  const task = object(structured, 'task') ?? structured
  const exit = tagged(said, 'exit_code')
  const type = text(task, 'task_type') ?? tagged(said, 'task_type')
  const result = text(object(structured, 'task') ?? nothing, 'result')
  return {
    status: text(task, 'status') ?? tagged(said, 'status') ?? text(structured, 'retrieval_status'),
    exit: number(task, 'exitCode') ?? (exit === undefined || !/^\d+$/.test(exit) ? undefined : Number(exit)),
    output:
      result ??
      text(task, 'output') ??
      text(task, 'stdout') ??
      tagged(said, 'output') ??
      tagged(said, 'stdout') ??
      (tagged(said, 'status') === undefined ? undefined : ''),
    stderr: text(task, 'stderr') ?? tagged(said, 'stderr') ?? '',
    command: text(task, 'command'),
    description: text(task, 'description'),
    isReport: type === 'local_agent' || type === 'remote_agent',
  }
}
