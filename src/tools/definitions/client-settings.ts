import {flag, number, objects, text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import {formatNoun, type Node, note, plain} from '../../page/index.ts'
import {countObjects} from '../shared/json-text.ts'
import {knownFields, notShown} from '../shared/known-fields.ts'
import {joinParts, openGroup, plainOutput} from '../shared/output-nodes.ts'
import type {Tool} from '../tool.ts'

/** Reads or changes a setting of the client. */
const config: Tool = {
  names: ['Config'],
  subject: (input) => text(input, 'setting'),
  asked: knownFields(['setting', 'setting', 'Setting'], ['value', 'setting', 'Value']),
  answered: (output) =>
    text(output.structured, 'operation') === undefined
      ? plainOutput(output)
      : describeSetting(output.structured),
  outcome: ({structured}) => (text(structured, 'operation') === 'set' ? 'changed' : undefined),
}

const describeSetting = knownFields(
  ['value', 'setting', 'Value'],
  ['previousValue', 'setting', 'Before'],
  ['newValue', 'setting', 'Now'],
  ['error', 'setting', 'Error'],
  ...notShown('setting', 'operation', 'success'),
)

/** Returns to an earlier message, with a correction. */
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

/** A report to the developers of the client. */
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
  answered(output) {
    const message = text(output.structured, 'message')
    if (message === undefined) return plainOutput(output)
    return [note(flag(output.structured, 'success') === false ? 'warning' : 'info', message)]
  },
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['config_off', 'Notifications are turned off'],
  ['user_present', 'Not sent: the user is present'],
  ['no_transport', 'Not sent: no channel is available'],
])

/** A notification for a user who may be away. */
const pushNotification: Tool = {
  names: ['PushNotification'],
  subject: (input) => text(input, 'message'),
  asked: knownFields(['message', 'prompt', 'Message'], ['status', 'setting', 'Status']),
  answered(output) {
    const reason = text(output.structured, 'disabledReason')
    if (reason !== undefined) return [note('info', reasons.get(reason) ?? `Not sent: ${reason}`)]
    return wasSent(output.structured) ? [] : plainOutput(output)
  },
  outcome: ({structured}) => (wasSent(structured) ? 'sent' : undefined),
}

const wasSent = (structured: JsonObject): boolean =>
  flag(structured, 'pushSent') === true || flag(structured, 'localSent') === true

/** Reads the notifications for the model. */
const readNotifications: Tool = {
  names: ['ReadNotifications'],
  answered(output) {
    const remaining = number(output.structured, 'remaining') ?? 0
    const nodes = objects(output.structured, 'notifications').map(describeNotification)
    if (nodes.length === 0) return plainOutput(output)
    return [
      ...nodes,
      ...(remaining > 0 ? [note('info', `${formatNoun(remaining, 'notification')} still unread`)] : []),
    ]
  },
  outcome: ({structured}) => countObjects(structured, 'notifications', 'notification'),
}

const describeNotification = (notification: JsonObject): Node =>
  openGroup(
    joinParts([text(notification, 'origin'), text(notification, 'queued_at')]) ?? 'notification',
    plain(text(notification, 'content') ?? ''),
  )

/** Tools for the client: its settings, its history, its messages. */
export const clientTools: readonly Tool[] = [
  config,
  timeMachine,
  sendFeedback,
  pushNotification,
  readNotifications,
]
