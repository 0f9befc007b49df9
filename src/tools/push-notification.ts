import {flag, text} from '../model/fields.ts'
import type {JsonObject} from '../model/index.ts'
import {note} from '../page/index.ts'
import {said} from './shared/said.ts'
import {tellFields} from './shared/tell-fields.ts'
import type {Tool} from './tool.ts'

const reasons: ReadonlyMap<string, string> = new Map([
  ['config_off', 'Notifications are turned off'],
  ['user_present', 'Not sent: the user is here'],
  ['no_transport', 'Not sent: there is no way to send it'],
])

/** A message to a person who may be away. */
export const pushNotification: Tool = {
  names: ['PushNotification'],
  subject: (input) => text(input, 'message'),
  asked: tellFields(['message', 'prompt', 'Message'], ['status', 'setting', 'Status']),
  answered(answer) {
    const reason = text(answer.structured, 'disabledReason')
    if (reason !== undefined) return [note('info', reasons.get(reason) ?? `Not sent: ${reason}`)]
    return wasSent(answer.structured) ? [] : said(answer)
  },
  outcome: ({structured}) => (wasSent(structured) ? 'sent' : undefined),
}

const wasSent = (structured: JsonObject): boolean =>
  flag(structured, 'pushSent') === true || flag(structured, 'localSent') === true
