import {number, text} from '../model/fields.ts'
import {plain} from '../page/index.ts'
import {describeText} from './describe-blocks.ts'
import {said} from './shared/said.ts'
import {tellFields} from './shared/tell-fields.ts'
import type {Tool} from './tool.ts'

/** A trigger that starts sessions elsewhere: listed, made, changed or run. */
export const remoteTrigger: Tool = {
  names: ['RemoteTrigger'],
  subject: (input) =>
    [text(input, 'action'), text(input, 'trigger_id')].filter(Boolean).join(' ') || undefined,
  asked: tellFields(
    ['action', 'setting', 'Action'],
    ['trigger_id', 'task', 'Trigger'],
    ['session_id', 'task', 'Session'],
    ['cursor', 'setting', 'From'],
  ),
  answered(answer) {
    const summary = text(answer.structured, 'summary') ?? ''
    const json = text(answer.structured, 'json')
    if (json === undefined) return said(answer)
    return [...(summary === '' ? [] : [plain(summary)]), ...describeText(json)]
  },
  outcome({structured}) {
    const status = number(structured, 'status')
    return status === undefined ? undefined : `status ${status}`
  },
}
