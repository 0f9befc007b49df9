import {flag, number, objects, text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import {formatDuration, formatMoment, formatNoun, note, plain} from '../../page/index.ts'
import {describeText} from '../describe-blocks.ts'
import {formatMomentValue, knownFields, notShown} from '../shared/known-fields.ts'
import {plainOutput} from '../shared/output-nodes.ts'
import type {Tool} from '../tool.ts'

/** A prompt that is to be given again and again, or once, at set times. */
const cronCreate: Tool = {
  names: ['CronCreate'],
  subject: (input) => text(input, 'prompt'),
  asked: knownFields(
    ['cron', 'time', 'Schedule'],
    ['prompt', 'prompt', 'Prompt'],
    ['recurring', 'setting', 'Recurring'],
    ['durable', 'setting', 'Durable'],
  ),
  answered: (answer) =>
    text(answer.structured, 'id') === undefined ? plainOutput(answer) : tellJob(answer.structured),
  outcome: ({structured}) => text(structured, 'humanSchedule'),
}

const tellJob = knownFields(
  ['id', 'task', 'Job'],
  ['humanSchedule', 'time', 'Schedule'],
  ['nextFireAt', 'time', 'Next', formatMomentValue],
  ['recurring', 'setting', 'Recurring'],
  ['durable', 'setting', 'Durable'],
)

/** The end of a scheduled prompt. */
const cronDelete: Tool = {
  names: ['CronDelete'],
  subject: (input) => text(input, 'id'),
  asked: knownFields(['id', 'task', 'Job']),
  answered(answer) {
    const {structured} = answer
    if (text(structured, 'id') === undefined) return plainOutput(answer)
    return flag(structured, 'endedLoopWakeup') === true ? [note('info', 'Its loop has ended')] : []
  },
  outcome: ({structured}) => (text(structured, 'id') === undefined ? undefined : 'deleted'),
}

/** All scheduled prompts. */
const cronList: Tool = {
  names: ['CronList'],
  subject: () => undefined,
  answered(answer) {
    const jobs = objects(answer.structured, 'jobs')
    if (jobs.length === 0) return plainOutput(answer)
    return [{kind: 'table', head: ['Job', 'Schedule', 'Prompt', 'Next'], rows: jobs.map(describeJob)}]
  },
  outcome: ({structured}) =>
    structured['jobs'] === undefined ? undefined : formatNoun(objects(structured, 'jobs').length, 'job'),
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

/** A time at which the model wakes itself, or the end of such a loop. */
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
  answered(answer) {
    const {structured} = answer
    if (flag(structured, 'stopped') === true) return [note('info', 'No further wake-up')]
    if (number(structured, 'scheduledFor') === undefined) return plainOutput(answer)
    return [
      ...tellWakeup(structured),
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

const tellWakeup = knownFields(
  ['scheduledFor', 'time', 'Wakes at', formatMomentValue],
  ['cancelledWakeups', 'number', 'Replaced'],
  ['clampedDelaySeconds', 'time', 'Delay', notShown],
  ['wasClamped', 'setting', 'Changed', notShown],
  ['stopped', 'setting', 'Stopped', notShown],
)

/** A trigger that starts sessions elsewhere: listed, made, changed or run. */
const remoteTrigger: Tool = {
  names: ['RemoteTrigger'],
  subject: (input) =>
    [text(input, 'action'), text(input, 'trigger_id')].filter(Boolean).join(' ') || undefined,
  asked: knownFields(
    ['action', 'setting', 'Action'],
    ['trigger_id', 'task', 'Trigger'],
    ['session_id', 'task', 'Session'],
    ['cursor', 'setting', 'From'],
  ),
  answered(answer) {
    const summary = text(answer.structured, 'summary') ?? ''
    const json = text(answer.structured, 'json')
    if (json === undefined) return plainOutput(answer)
    return [...(summary === '' ? [] : [plain(summary)]), ...describeText(json)]
  },
  outcome({structured}) {
    const status = number(structured, 'status')
    return status === undefined ? undefined : `status ${status}`
  },
}

/** Tools that start something later or elsewhere. */
export const scheduleTools: readonly Tool[] = [
  cronCreate,
  cronDelete,
  cronList,
  scheduleWakeup,
  remoteTrigger,
]
