import {taskIdOf} from '../../model/agents.ts'
import {emptyObject, flag, number, object, text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import {isJsonObject} from '../../model/index.ts'
import type {Node} from '../../page/index.ts'
import {ansi, field, fields, formatDuration, plain, prose} from '../../page/index.ts'
import {describeBlocks} from '../describe-blocks.ts'
import {textInTag} from '../shared/client-text.ts'
import {resultFields} from '../shared/json-text.ts'
import {formatTimeout, formatTimeoutValue, knownFields, otherFields} from '../shared/known-fields.ts'
import {backgroundNote, plainOutput} from '../shared/output-nodes.ts'
import type {Tool, ToolOutput} from '../tool.ts'

/** A look at what a background command or agent has said so far. */
const taskOutput: Tool = {
  names: ['TaskOutput', 'BashOutput', 'AgentOutputTool'],
  prominent: 'answered',
  subject: taskIdOf,
  asked: (input) => [
    ...fields(
      field('task', 'Task', taskIdOf(input)),
      field('pattern', 'Filter', text(input, 'filter')),
      field('setting', 'Wait', flag(input, 'block') ? 'yes' : undefined),
      field('time', 'Timeout', formatTimeout(number(input, 'timeout') ?? waitOf(input))),
    ),
    ...otherFields(input, {
      string: ['task_id', 'bash_id', 'agentId', 'filter'],
      boolean: ['block'],
      number: ['timeout', 'wait_up_to'],
    }),
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

function readTask({text: said, structured}: ToolOutput): TaskLook {
  const task = object(structured, 'task') ?? structured
  const exit = textInTag(said, 'exit_code')
  const type = text(task, 'task_type') ?? textInTag(said, 'task_type')
  const result = text(object(structured, 'task') ?? emptyObject, 'result')
  return {
    status: text(task, 'status') ?? textInTag(said, 'status') ?? text(structured, 'retrieval_status'),
    exit: number(task, 'exitCode') ?? (exit === undefined || !/^\d+$/.test(exit) ? undefined : Number(exit)),
    output:
      result ??
      text(task, 'output') ??
      text(task, 'stdout') ??
      textInTag(said, 'output') ??
      textInTag(said, 'stdout') ??
      (textInTag(said, 'status') === undefined ? undefined : ''),
    stderr: text(task, 'stderr') ?? textInTag(said, 'stderr') ?? '',
    command: text(task, 'command'),
    description: text(task, 'description'),
    isReport: type === 'local_agent' || type === 'remote_agent',
  }
}

/** The end of a background command or agent, by order. */
const taskStop: Tool = {
  names: ['TaskStop', 'KillShell', 'KillBash'],
  subject: taskIdOf,
  asked: (input) => [
    ...fields(field('task', 'Task', taskIdOf(input))),
    ...otherFields(input, {string: ['task_id', 'shell_id']}),
  ],
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

/** A command or a socket that is watched in the background: each line of it wakes the model. */
const monitor: Tool = {
  names: ['Monitor'],
  subject: (input) =>
    text(input, 'description') ?? text(input, 'command') ?? text(object(input, 'ws') ?? {}, 'url'),
  asked: knownFields(
    ['command', 'command', 'Command'],
    ['ws', 'url', 'Socket', (socket) => (isJsonObject(socket) ? text(socket, 'url') : undefined)],
    ['description', 'description', 'Description'],
    ['timeout_ms', 'time', 'Timeout', formatTimeoutValue],
    ['persistent', 'setting', 'Persistent'],
  ),
  answered(answer) {
    const task = text(answer.structured, 'taskId') ?? /^Monitor started \(task (\w+)/.exec(answer.text)?.[1]
    return task === undefined ? plainOutput(answer) : [backgroundNote(task)]
  },
  outcome({structured}) {
    const timeout = number(structured, 'timeoutMs')
    if (flag(structured, 'persistent') === true || timeout === undefined || timeout <= 0) return undefined
    return `for ${formatDuration(timeout)}`
  },
}

/** Tools that look at, stop or start what runs in the background. */
export const backgroundTools: readonly Tool[] = [taskOutput, taskStop, monitor]
