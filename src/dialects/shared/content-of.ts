import type {JsonValue} from '../../model/index.ts'
import {isJsonObject} from '../../model/index.ts'
import type {Fields} from './fields-of.ts'

/** What a record says: what its message has as content or, where that is nothing, all there is instead. */
export function contentOf(record: Fields, said = saidIn(record.message)): JsonValue | undefined {
  return said === undefined ? (record.message ?? record.content) : said
}

const saidIn = (message: JsonValue | undefined): JsonValue | undefined =>
  isJsonObject(message) ? message['content'] : undefined
