import {flag, number, objects, text} from '../model/fields.ts'
import type {JsonObject} from '../model/index.ts'
import {formatMoment, formatNoun} from '../page/index.ts'
import {said} from './shared/said.ts'
import type {Tool} from './tool.ts'

/** All scheduled prompts. */
export const cronList: Tool = {
  names: ['CronList'],
  subject: () => undefined,
  answered(answer) {
    const jobs = objects(answer.structured, 'jobs')
    if (jobs.length === 0) return said(answer)
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
