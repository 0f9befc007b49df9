import {asObject, asText, text} from '../model/fields.ts'
import type {DialectName, JsonObject, JsonValue, Message} from '../model/index.ts'
import type {RecordFields} from './shared/record-fields.ts'

/** One way of writing messages down. Recognising looks at fields, never at their order or at a prefix. */
export interface Dialect {
  readonly name: DialectName
  /** The record has this dialect's shape. Its fields alone are enough, and much faster to ask. */
  recognizes(record: RecordFields): boolean
  /** The record as a message; nothing where the dialect does not name its type. */
  read(record: JsonObject, fields?: RecordFields): Message | undefined
}

/**
 * Tells which dialect wrote a record whose type several dialects have (`user`, `assistant`, `system`, …) by the
 * fields around it. Every record has one shape, so the dialects exclude each other.
 */
export function dialectByShape(record: RecordFields): DialectName {
  if (has(record.claudeMessage)) return 'stored'
  if (has(record.parentUuid) || has(record.isSidechain) || has(record.userType)) return 'transcript'
  if (isRow(record)) return 'stored'
  if (has(record.sessionId)) return 'transcript'
  return isBackendRecord(record) ? 'webui' : 'stream-json'
}

/** JSON knows no `undefined`; a field that is `null` is there. */
const has = (value: JsonValue | undefined): boolean => value !== undefined

/** A row has its text at the top like a backend's record, and an id like a stream's. */
function isRow(record: RecordFields): boolean {
  if (has(record.message) || !(has(record.uuid) && has(record.content) && has(record.timestamp))) return false
  return !isForeignToRows(record)
}

/** Fields that a stream's or a transcript's record has beside its content, and a row never. */
const isForeignToRows = ({session_id, subtype, level, version, cwd}: RecordFields): boolean =>
  has(session_id) || has(subtype) || has(level) || has(version) || has(cwd)

/** A stream's records have `message` or `uuid`; results of old clients have neither, but no `metadata` either. */
function isBackendRecord(record: RecordFields): boolean {
  if (has(record.message) || has(record.uuid)) return false
  return has(record.metadata) || (record.type !== 'result' && (has(record.content) || has(record.timestamp)))
}

/** The name of a record's type with its subtype, as it is counted and shown: `system/init`, `attachment/file`. */
export function wireType(record: RecordFields): string {
  // A store's envelope has no type; what it keeps does.
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
