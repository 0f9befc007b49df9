import {text} from '../model/fields.ts'
import {said} from './shared/said.ts'
import {sayMoment, tellFields} from './shared/tell-fields.ts'
import type {Tool} from './tool.ts'

/** A prompt that is to be given again and again, or once, at set times. */
export const cronCreate: Tool = {
  names: ['CronCreate'],
  subject: (input) => text(input, 'prompt'),
  asked: tellFields(
    ['cron', 'time', 'Schedule'],
    ['prompt', 'prompt', 'Prompt'],
    ['recurring', 'setting', 'Recurring'],
    ['durable', 'setting', 'Durable'],
  ),
  answered: (answer) =>
    text(answer.structured, 'id') === undefined ? said(answer) : tellJob(answer.structured),
  outcome: ({structured}) => text(structured, 'humanSchedule'),
}

const tellJob = tellFields(
  ['id', 'task', 'Job'],
  ['humanSchedule', 'time', 'Schedule'],
  ['nextFireAt', 'time', 'Next', sayMoment],
  ['recurring', 'setting', 'Recurring'],
  ['durable', 'setting', 'Durable'],
)
