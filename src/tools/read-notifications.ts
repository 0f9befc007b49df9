import {number, objects, text} from '../model/fields.ts'
import type {JsonObject} from '../model/index.ts'
import type {Node} from '../page/index.ts'
import {formatNoun, note, plain} from '../page/index.ts'
import {said} from './shared/said.ts'
import type {Tool} from './tool.ts'

/** What waited for the model to read it. */
export const readNotifications: Tool = {
  names: ['ReadNotifications'],
  answered(answer) {
    const remaining = number(answer.structured, 'remaining') ?? 0
    const nodes = objects(answer.structured, 'notifications').map(describeNotification)
    if (nodes.length === 0) return said(answer)
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
