import {taskIdOf} from '../../model/agents.ts'
import {emptyObject, flag, number, object, text} from '../../model/fields.ts'
import {isJsonObject} from '../../model/index.ts'
import {field, fields, formatDuration, plain, prose} from '../../page/index.ts'
import {describeBlocks} from '../describe-blocks.ts'
import {textInTag} from '../shared/client-text.ts'
import {resultFields} from '../shared/json-text.ts'
import {formatSet, formatTimeout, formatTimeoutValue, knownFields} from '../shared/known-fields.ts'
import {backgroundNote, describePrinted, optional, plainOutput} from '../shared/output-nodes.ts'
import type {Tool, ToolOutput} from '../tool.ts'

/** A look at what a background command or agent has printed so far. */
const taskOutput: Tool = {
  names: ['TaskOutput', 'BashOutput', 'AgentOutputTool'],
  prominent: 'answered',
  subject: taskIdOf,
  asked: knownFields(
    [['task_id', 'bash_id', 'agentId'], 'task', 'Task'],
    ['filter', 'pattern', 'Filter'],
    ['block', 'setting', 'Wait', formatSet('yes')],
    ['timeout', 'time', 'Timeout', formatTimeoutValue],
    // In seconds, unlike the timeout that replaced it.
    [
      'wait_up_to',
      'time',
      'Timeout',
      (wait) => (typeof wait === 'number' ? formatTimeout(wait * 1000) : undefined),
    ],
  ),
  answered(output) {
    const {printed, stderr, command, description, isReport} = readTask(output)
    if (printed === undefined) return describeBlocks(output.content)
    return [
      ...fields(field('command', 'Command', command), field('description', 'Description', description)),
      ...(isReport ? optional(printed, prose) : []),
      ...describePrinted(isReport ? '' : printed, stderr),
    ]
  },
  outcome(output) {
    const {exit, status} = readTask(output)
    return exit === undefined ? status?.replaceAll('_', ' ') : `exit ${exit}`
  },
}

function readTask({text: said, structured}: ToolOutput) {
  const task = object(structured, 'task') ?? structured
  const exit = textInTag(said, 'exit_code')
  const type = text(task, 'task_type') ?? textInTag(said, 'task_type')
  const status = textInTag(said, 'status')
  return {
    status: text(task, 'status') ?? status ?? text(structured, 'retrieval_status'),
    exit: number(task, 'exitCode') ?? (exit === undefined || !/^\d+$/.test(exit) ? undefined : Number(exit)),
    printed:
      text(object(structured, 'task') ?? emptyObject, 'result') ??
      text(task, 'output') ??
      text(task, 'stdout') ??
      textInTag(said, 'output') ??
      textInTag(said, 'stdout') ??
      (status === undefined ? undefined : ''),
    stderr: text(task, 'stderr') ?? textInTag(said, 'stderr'),
    command: text(task, 'command'),
    description: text(task, 'description'),
    /** An agent's words rather than a command's output. */
    isReport: type === 'local_agent' || type === 'remote_agent',
  }
}

/** Stops a background command or agent. */
const taskStop: Tool = {
  names: ['TaskStop', 'KillShell', 'KillBash'],
  subject: taskIdOf,
  asked: knownFields([['task_id', 'shell_id'], 'task', 'Task']),
  answered(output) {
    const result = resultFields(output)
    const command = text(result, 'command')
    if (command !== undefined) return fields(field('command', 'Command', command))
    return optional(text(result, 'message') ?? output.text, plain)
  },
  outcome(output) {
    const {success, message} = resultFields(output)
    if (success === false) return 'not stopped'
    return message === undefined && success === undefined ? undefined : 'stopped'
  },
}

/** A command or a socket that is watched in the background: each line of it wakes the model. */
const monitor: Tool = {
  names: ['Monitor'],
  subject: (input) =>
    text(input, 'description') ?? text(input, 'command') ?? text(object(input, 'ws') ?? emptyObject, 'url'),
  asked: knownFields(
    ['command', 'command', 'Command'],
    ['ws', 'url', 'Socket', (socket) => (isJsonObject(socket) ? text(socket, 'url') : undefined)],
    ['description', 'description', 'Description'],
    ['timeout_ms', 'time', 'Timeout', formatTimeoutValue],
    ['persistent', 'setting', 'Persistent'],
  ),
  answered(output) {
    const task = text(output.structured, 'taskId') ?? /^Monitor started \(task (\w+)/.exec(output.text)?.[1]
    return task === undefined ? plainOutput(output) : [backgroundNote(task)]
  },
  outcome({structured}) {
    const timeout = number(structured, 'timeoutMs')
    if (flag(structured, 'persistent') === true || timeout === undefined || timeout <= 0) return undefined
    return `for ${formatDuration(timeout)}`
  },
}

/** Tools that look at, stop or start background tasks. */
export const backgroundTools: readonly Tool[] = [taskOutput, taskStop, monitor]
