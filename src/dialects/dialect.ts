import {asObject, asText, text} from '../model/fields.ts'
import type {DialectName, JsonObject, JsonValue, Message} from '../model/index.ts'
import type {RecordFields} from './shared/record-fields.ts'

/** One format of messages. Recognizing depends on fields, never on their order or on a prefix. */
export interface Dialect {
  readonly name: DialectName
  /** Whether a record has this dialect's shape. Its fields are enough, and much faster than the record. */
  recognizes(record: RecordFields): boolean
  /** The record as a message; `undefined` if the dialect does not have its type. */
  read(record: JsonObject, fields?: RecordFields): Message | undefined
}

/**
 * The dialect of a record whose type several dialects have (`user`, `assistant`, `system`, …), by its other fields.
 * Every record has one shape, so the dialects exclude each other.
 */
export function dialectByShape(record: RecordFields): DialectName {
  if (has(record.claudeMessage)) return 'stored'
  if (has(record.parentUuid) || has(record.isSidechain) || has(record.userType)) return 'transcript'
  if (isRow(record)) return 'stored'
  if (has(record.sessionId)) return 'transcript'
  return isBackendRecord(record) ? 'webui' : 'stream-json'
}

/** JSON has no `undefined`; a field that is `null` is present. */
const has = (value: JsonValue | undefined): boolean => value !== undefined

/** A row has its text at the top like a record of ccWebUI, and an id like a record of a stream. */
function isRow(record: RecordFields): boolean {
  if (has(record.message) || !(has(record.uuid) && has(record.content) && has(record.timestamp))) return false
  return !isForeignToRows(record)
}

/** Fields that records of streams and transcripts have, and rows never. */
const isForeignToRows = ({session_id, subtype, level, version, cwd}: RecordFields): boolean =>
  has(session_id) || has(subtype) || has(level) || has(version) || has(cwd)

/** A stream's records have `message` or `uuid`; results of old clients have neither, but no `metadata` either. */
function isBackendRecord(record: RecordFields): boolean {
  if (has(record.message) || has(record.uuid)) return false
  return has(record.metadata) || (record.type !== 'result' && (has(record.content) || has(record.timestamp)))
}

/** The name of a record's type with its subtype, as it is counted and shown: `system/init`, `attachment/file`. */
export function wireType(record: RecordFields): string {
  // A store's envelope has no type; its message does.
  const kept = asObject(record.claudeMessage)
  if (kept && record.type === undefined) return wireType(kept)
  const type = asText(record.type) ?? asText(record._type)
  if (type === undefined) return 'no type'
  const subtype = subtypeOf(type, record)
  return subtype === undefined ? type : `${type}/${subtype}`
}

function subtypeOf(type: string, record: RecordFields): string | undefined {
  switch (type) {
    case 'attachment':
      return textInside(record.attachment, 'type')
    case 'progress':
      return textInside(record.data, 'type')
    case 'queue-operation':
      return asText(record.operation)
    case 'stream_event':
      return textInside(record.event, 'type')
    case 'control_request':
      return textInside(record.request, 'subtype')
    case 'control_response':
      return textInside(record.response, 'subtype')
    default:
      return asText(record.subtype)
  }
}

function textInside(value: JsonValue | undefined, key: string): string | undefined {
  const holder = asObject(value)
  return holder && text(holder, key)
}
