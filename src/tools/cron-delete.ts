import {flag, text} from '../model/fields.ts'
import {note} from '../page/index.ts'
import {said} from './shared/said.ts'
import {tellFields} from './shared/tell-fields.ts'
import type {Tool} from './tool.ts'

/** The end of a scheduled prompt. */
export const cronDelete: Tool = {
  names: ['CronDelete'],
  subject: (input) => text(input, 'id'),
  asked: tellFields(['id', 'task', 'Job']),
  answered(answer) {
    const {structured} = answer
    if (text(structured, 'id') === undefined) return said(answer)
    return flag(structured, 'endedLoopWakeup') === true ? [note('info', 'The loop it woke has ended')] : []
  },
  outcome: ({structured}) => (text(structured, 'id') === undefined ? undefined : 'deleted'),
}
