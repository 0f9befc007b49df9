import {text} from '../model/fields.ts'
import {said} from './shared/said.ts'
import {tellFields} from './shared/tell-fields.ts'
import type {Tool} from './tool.ts'

/** A goal that the model proposes to work towards. */
export const proposeGoal: Tool = {
  names: ['ProposeGoal'],
  subject: (input) => text(input, 'condition'),
  asked: tellFields(['condition', 'description', 'Condition'], ['ask_user', 'setting', 'Ask the user']),
  answered(answer) {
    const condition = text(answer.structured, 'condition')
    return condition === undefined ? said(answer) : tellGoal(answer.structured)
  },
}

const tellGoal = tellFields(['condition', 'description', 'Goal'], ['askUser', 'setting', 'Asked the user'])
