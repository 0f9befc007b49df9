import {text} from '../model/fields.ts'
import {said} from './shared/said.ts'
import {sayNothing, tellFields} from './shared/tell-fields.ts'
import type {Tool} from './tool.ts'

/** A setting of the client that was looked at or changed. */
export const config: Tool = {
  names: ['Config'],
  subject: (input) => text(input, 'setting'),
  asked: tellFields(['setting', 'setting', 'Setting'], ['value', 'setting', 'Value']),
  answered: (answer) =>
    text(answer.structured, 'operation') === undefined ? said(answer) : tellChange(answer.structured),
  outcome: ({structured}) => (text(structured, 'operation') === 'set' ? 'changed' : undefined),
}

const tellChange = tellFields(
  ['value', 'setting', 'Value'],
  ['previousValue', 'setting', 'Before'],
  ['newValue', 'setting', 'Now'],
  ['error', 'setting', 'Error'],
  ['setting', 'setting', 'Setting', sayNothing],
  ['operation', 'setting', 'Operation', sayNothing],
  ['success', 'setting', 'Success', sayNothing],
)
