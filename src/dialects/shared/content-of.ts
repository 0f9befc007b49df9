import type {JsonValue} from '../../model/index.ts'
import {isJsonObject} from '../../model/index.ts'
import type {Fields} from './fields-of.ts'

/** What a record says: its message's content or, where a message has none, all there is instead. */
export function contentOf({message, content}: Fields): JsonValue | undefined {
  const said = isJsonObject(message) ? message['content'] : undefined
  return said === undefined ? (message ?? content) : said
}
