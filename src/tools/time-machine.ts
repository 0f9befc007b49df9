import {text} from '../model/fields.ts'
import {said} from './shared/said.ts'
import {tellFields} from './shared/tell-fields.ts'
import type {Tool} from './tool.ts'

/** A step back to an earlier message, with what to do differently from there. */
export const timeMachine: Tool = {
  names: ['TimeMachine'],
  subject: (input) => text(input, 'course_correction') ?? text(input, 'message_prefix'),
  asked: tellFields(
    ['message_prefix', 'prompt', 'Back to'],
    ['course_correction', 'prompt', 'Then'],
    ['restore_code', 'setting', 'Files too'],
  ),
  answered: said,
}
