import {flag, text} from '../model/fields.ts'
import {note} from '../page/index.ts'
import {said} from './shared/said.ts'
import {tellFields} from './shared/tell-fields.ts'
import type {Tool} from './tool.ts'

/** What the model reports to the makers of the client. */
export const sendFeedback: Tool = {
  names: ['SendFeedback'],
  subject: (input) => text(input, 'title'),
  asked: tellFields(
    ['type', 'setting', 'Kind'],
    ['title', 'description', 'Title'],
    ['details', 'description', 'Details'],
    ['area', 'setting', 'Area'],
    ['failure_mode', 'setting', 'Failure'],
    ['task_category', 'setting', 'Task'],
  ),
  answered(answer) {
    const message = text(answer.structured, 'message')
    if (message === undefined) return said(answer)
    return [note(flag(answer.structured, 'success') === false ? 'warning' : 'info', message)]
  },
}
