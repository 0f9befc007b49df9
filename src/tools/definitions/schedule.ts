import {flag, number, objects, text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import {formatDuration, formatMoment, note, plain} from '../../page/index.ts'
import {describeText} from '../describe-blocks.ts'
import {countObjects} from '../shared/json-text.ts'
import {formatMomentValue, knownFields, notShown} from '../shared/known-fields.ts'
import {joinParts, optional, plainOutput} from '../shared/output-nodes.ts'
import type {Tool} from '../tool.ts'

/** Schedules a prompt, once or repeatedly. */
const cronCreate: Tool = {
  names: ['CronCreate'],
  subject: (input) => text(input, 'prompt'),
  asked: knownFields(
    ['cron', 'time', 'Schedule'],
    ['prompt', 'prompt', 'Prompt'],
    ['recurring', 'setting', 'Recurring'],
    ['durable', 'setting', 'Durable'],
  ),
  answered: (output) =>
    text(output.structured, 'id') === undefined ? plainOutput(output) : describeNewJob(output.structured),
  outcome: ({structured}) => text(structured, 'humanSchedule'),
}

const describeNewJob = knownFields(
  ['id', 'task', 'Job'],
  ['humanSchedule', 'time', 'Schedule'],
  ['nextFireAt', 'time', 'Next', formatMomentValue],
  ['recurring', 'setting', 'Recurring'],
  ['durable', 'setting', 'Durable'],
)

/** Deletes a scheduled prompt. */
const cronDelete: Tool = {
  names: ['CronDelete'],
  subject: (input) => text(input, 'id'),
  asked: knownFields(['id', 'task', 'Job']),
  answered(output) {
    const {structured} = output
    if (text(structured, 'id') === undefined) return plainOutput(output)
    return flag(structured, 'endedLoopWakeup') === true ? [note('info', 'Its loop has ended')] : []
  },
  outcome: ({structured}) => (text(structured, 'id') === undefined ? undefined : 'deleted'),
}

/** Lists the scheduled prompts. */
const cronList: Tool = {
  names: ['CronList'],
  subject: () => undefined,
  answered(output) {
    const jobs = objects(output.structured, 'jobs')
    if (jobs.length === 0) return plainOutput(output)
    return [{kind: 'table', head: ['Job', 'Schedule', 'Prompt', 'Next'], rows: jobs.map(describeJob)}]
  },
  outcome: ({structured}) => countObjects(structured, 'jobs', 'job'),
}

function describeJob(job: JsonObject): readonly string[] {
  const next = number(job, 'nextFireAt')
  const schedule = text(job, 'humanSchedule') ?? text(job, 'cron') ?? ''
  return [
    text(job, 'id') ?? '',
    flag(job, 'recurring') === false ? `${schedule}, once` : schedule,
    text(job, 'prompt') ?? '',
    next === undefined ? '' : (formatMoment(next) ?? ''),
  ]
}

/** Schedules when the model continues, or stops that. */
const scheduleWakeup: Tool = {
  names: ['ScheduleWakeup'],
  subject: (input) => text(input, 'reason') ?? text(input, 'prompt'),
  asked: knownFields(
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
  answered(output) {
    const {structured} = output
    if (flag(structured, 'stopped') === true) return [note('info', 'No further wake-up')]
    if (number(structured, 'scheduledFor') === undefined) return plainOutput(output)
    return [
      ...describeWakeup(structured),
      ...(flag(structured, 'wasClamped') === true
        ? [note('info', 'The delay was adjusted to the allowed range')]
        : []),
    ]
  },
  outcome({structured}) {
    if (flag(structured, 'stopped') === true) return 'stopped'
    const delay = number(structured, 'clampedDelaySeconds')
    return delay === undefined ? undefined : `in ${formatDuration(delay * 1000)}`
  },
}

const describeWakeup = knownFields(
  ['scheduledFor', 'time', 'Wakes at', formatMomentValue],
  ['cancelledWakeups', 'number', 'Replaced'],
  ...notShown('clampedDelaySeconds', 'wasClamped', 'stopped'),
)

/** A trigger that starts remote sessions: listed, created, changed or run. */
const remoteTrigger: Tool = {
  names: ['RemoteTrigger'],
  subject: (input) => joinParts([text(input, 'action'), text(input, 'trigger_id')], ' '),
  asked: knownFields(
    ['action', 'setting', 'Action'],
    ['trigger_id', 'task', 'Trigger'],
    ['session_id', 'task', 'Session'],
    ['cursor', 'setting', 'From'],
  ),
  answered(output) {
    const json = text(output.structured, 'json')
    if (json === undefined) return plainOutput(output)
    return [...optional(text(output.structured, 'summary'), plain), ...describeText(json)]
  },
  outcome({structured}) {
    const status = number(structured, 'status')
    return status === undefined ? undefined : `status ${status}`
  },
}

/** Tools that start something later or remotely. */
export const scheduleTools: readonly Tool[] = [
  cronCreate,
  cronDelete,
  cronList,
  scheduleWakeup,
  remoteTrigger,
]
