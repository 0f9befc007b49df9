import {flag, text} from '../model/fields.ts'
import type {JsonObject} from '../model/index.ts'
import {said} from './shared/said.ts'
import type {Tool} from './tool.ts'

/** The question what somebody does for a living. */
export const showOnboardingRolePicker: Tool = {
  names: ['ShowOnboardingRolePicker'],
  answered: (answer) => (roleOf(answer.structured) === undefined ? said(answer) : []),
  outcome: ({structured}) => roleOf(structured),
}

const roleOf = (structured: JsonObject): string | undefined =>
  flag(structured, 'dismissed') === true ? 'dismissed' : text(structured, 'role')
