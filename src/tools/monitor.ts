import {flag, number, object, text} from '../model/fields.ts'
import {isJsonObject} from '../model/index.ts'
import {formatDuration} from '../page/index.ts'
import {runsOn} from './shared/runs-on.ts'
import {said} from './shared/said.ts'
import {sayTimeout, tellFields} from './shared/tell-fields.ts'
import type {Tool} from './tool.ts'

/** A command or a socket that is watched in the background: each line of it wakes the model. */
export const monitor: Tool = {
  names: ['Monitor'],
  subject: (input) =>
    text(input, 'description') ?? text(input, 'command') ?? text(object(input, 'ws') ?? {}, 'url'),
  asked: tellFields(
    ['command', 'command', 'Command'],
    ['ws', 'url', 'Socket', (socket) => (isJsonObject(socket) ? text(socket, 'url') : undefined)],
    ['description', 'description', 'Description'],
    ['timeout_ms', 'time', 'Timeout', sayTimeout],
    ['persistent', 'setting', 'Persistent'],
  ),
  answered(answer) {
    const task = text(answer.structured, 'taskId') ?? /^Monitor started \(task (\w+)/.exec(answer.text)?.[1]
    return task === undefined ? said(answer) : [runsOn(task)]
  },
  outcome({structured}) {
    const timeout = number(structured, 'timeoutMs')
    if (flag(structured, 'persistent') === true || timeout === undefined || timeout <= 0) return undefined
    return `for ${formatDuration(timeout)}`
  },
}
