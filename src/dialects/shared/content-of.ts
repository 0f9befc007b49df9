import {object} from '../../model/fields.ts'
import type {JsonObject, JsonValue} from '../../model/index.ts'

/** What a record says: its message's content or, where a message has none, all there is instead. */
export function contentOf(record: JsonObject): JsonValue | undefined {
  const message = object(record, 'message')
  return message && 'content' in message ? message['content'] : (record['message'] ?? record['content'])
}
