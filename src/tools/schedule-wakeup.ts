import {flag, number, text} from '../model/fields.ts'
import {formatDuration, note} from '../page/index.ts'
import {said} from './shared/said.ts'
import {sayMoment, sayNothing, tellFields} from './shared/tell-fields.ts'
import type {Tool} from './tool.ts'

/** A time at which the model wakes itself, or the end of such a loop. */
export const scheduleWakeup: Tool = {
  names: ['ScheduleWakeup'],
  subject: (input) => text(input, 'reason') ?? text(input, 'prompt'),
  asked: tellFields(
    [
      'delaySeconds',
      'time',
      'Delay',
      (delay) => (typeof delay === 'number' ? formatDuration(delay * 1000) : undefined),
    ],
    ['reason', 'description', 'Reason'],
    ['prompt', 'prompt', 'Prompt'],
    ['stop', 'setting', 'Stop'],
    ['noop', 'setting', 'Nothing to do'],
  ),
  answered(answer) {
    const {structured} = answer
    if (flag(structured, 'stopped') === true) return [note('info', 'No further wake-up')]
    if (number(structured, 'scheduledFor') === undefined) return said(answer)
    return [
      ...tellWakeup(structured),
      ...(flag(structured, 'wasClamped') === true
        ? [note('info', 'The delay was changed to one that is allowed')]
        : []),
    ]
  },
  outcome({structured}) {
    if (flag(structured, 'stopped') === true) return 'stopped'
    const delay = number(structured, 'clampedDelaySeconds')
    return delay === undefined ? undefined : `in ${formatDuration(delay * 1000)}`
  },
}

const tellWakeup = tellFields(
  ['scheduledFor', 'time', 'Wakes at', sayMoment],
  ['cancelledWakeups', 'number', 'Replaced'],
  ['clampedDelaySeconds', 'time', 'Delay', sayNothing],
  ['wasClamped', 'setting', 'Changed', sayNothing],
  ['stopped', 'setting', 'Stopped', sayNothing],
)
