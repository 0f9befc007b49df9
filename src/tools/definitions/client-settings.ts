import {flag, number, objects, text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import type {Node} from '../../page/index.ts'
import {formatNoun, note, plain} from '../../page/index.ts'
import {knownFields, notShown} from '../shared/known-fields.ts'
import {plainOutput} from '../shared/output-nodes.ts'
import type {Tool} from '../tool.ts'

/** A setting of the client that was looked at or changed. */
const config: Tool = {
  names: ['Config'],
  subject: (input) => text(input, 'setting'),
  asked: knownFields(['setting', 'setting', 'Setting'], ['value', 'setting', 'Value']),
  answered: (answer) =>
    text(answer.structured, 'operation') === undefined ? plainOutput(answer) : tellChange(answer.structured),
  outcome: ({structured}) => (text(structured, 'operation') === 'set' ? 'changed' : undefined),
}

const tellChange = knownFields(
  ['value', 'setting', 'Value'],
  ['previousValue', 'setting', 'Before'],
  ['newValue', 'setting', 'Now'],
  ['error', 'setting', 'Error'],
  ['setting', 'setting', 'Setting', notShown],
  ['operation', 'setting', 'Operation', notShown],
  ['success', 'setting', 'Success', notShown],
)

/** A step back to an earlier message, with what to do differently from there. */
const timeMachine: Tool = {
  names: ['TimeMachine'],
  subject: (input) => text(input, 'course_correction') ?? text(input, 'message_prefix'),
  asked: knownFields(
    ['message_prefix', 'prompt', 'Back to'],
    ['course_correction', 'prompt', 'Then'],
    ['restore_code', 'setting', 'Restore files'],
  ),
  answered: plainOutput,
}

/** What the model reports to the makers of the client. */
const sendFeedback: Tool = {
  names: ['SendFeedback'],
  subject: (input) => text(input, 'title'),
  asked: knownFields(
    ['type', 'setting', 'Kind'],
    ['title', 'description', 'Title'],
    ['details', 'description', 'Details'],
    ['area', 'setting', 'Area'],
    ['failure_mode', 'setting', 'Failure'],
    ['task_category', 'setting', 'Task'],
  ),
  answered(answer) {
    const message = text(answer.structured, 'message')
    if (message === undefined) return plainOutput(answer)
    return [note(flag(answer.structured, 'success') === false ? 'warning' : 'info', message)]
  },
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['config_off', 'Notifications are turned off'],
  ['user_present', 'Not sent: the user is present'],
  ['no_transport', 'Not sent: no channel is available'],
])

/** A message to a person who may be away. */
const pushNotification: Tool = {
  names: ['PushNotification'],
  subject: (input) => text(input, 'message'),
  asked: knownFields(['message', 'prompt', 'Message'], ['status', 'setting', 'Status']),
  answered(answer) {
    const reason = text(answer.structured, 'disabledReason')
    if (reason !== undefined) return [note('info', reasons.get(reason) ?? `Not sent: ${reason}`)]
    return wasSent(answer.structured) ? [] : plainOutput(answer)
  },
  outcome: ({structured}) => (wasSent(structured) ? 'sent' : undefined),
}

const wasSent = (structured: JsonObject): boolean =>
  flag(structured, 'pushSent') === true || flag(structured, 'localSent') === true

/** What waited for the model to read it. */
const readNotifications: Tool = {
  names: ['ReadNotifications'],
  answered(answer) {
    const remaining = number(answer.structured, 'remaining') ?? 0
    const nodes = objects(answer.structured, 'notifications').map(describeNotification)
    if (nodes.length === 0) return plainOutput(answer)
    return [
      ...nodes,
      ...(remaining > 0 ? [note('info', `${formatNoun(remaining, 'notification')} still unread`)] : []),
    ]
  },
  outcome: ({structured}) =>
    structured['notifications'] === undefined
      ? undefined
      : formatNoun(objects(structured, 'notifications').length, 'notification'),
}

function describeNotification(notification: JsonObject): Node {
  const words = [text(notification, 'origin'), text(notification, 'queued_at')].filter(
    (word) => word !== undefined,
  )
  return {
    kind: 'group',
    title: words.join(' · ') || 'notification',
    nodes: [plain(text(notification, 'content') ?? '')],
    folded: false,
  }
}

/** Tools for the client itself: its settings, its history, its messages. */
export const clientTools: readonly Tool[] = [
  config,
  timeMachine,
  sendFeedback,
  pushNotification,
  readNotifications,
]
