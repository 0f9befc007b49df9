import type {DialectName, JsonValue} from '../../model/index.ts'
import type {Fields} from './fields-of.ts'

/**
 * Tells which dialect wrote a record whose type several dialects have (`user`, `assistant`, `system`, …) by the
 * fields around it. Every record has one shape, so the dialects exclude each other.
 */
export function shapeOf(record: Fields): DialectName {
  if (has(record.claudeMessage)) return 'stored'
  if (has(record.parentUuid) || has(record.isSidechain) || has(record.userType)) return 'transcript'
  if (isRow(record)) return 'stored'
  if (has(record.sessionId)) return 'transcript'
  return isBackendRecord(record) ? 'webui' : 'stream-json'
}

/** JSON knows no `undefined`; a field that is `null` is there. */
const has = (value: JsonValue | undefined): boolean => value !== undefined

/** A row has its text at the top like a backend's record, and an id like a stream's. */
function isRow(record: Fields): boolean {
  if (has(record.message) || !(has(record.uuid) && has(record.content) && has(record.timestamp))) return false
  return !isForeignToRows(record)
}

/** Fields that a stream's or a transcript's record has beside its content, and a row never. */
const isForeignToRows = ({session_id, subtype, level, version, cwd}: Fields): boolean =>
  has(session_id) || has(subtype) || has(level) || has(version) || has(cwd)

/** A stream's records have `message` or `uuid`; results of old clients have neither, but no `metadata` either. */
function isBackendRecord(record: Fields): boolean {
  if (has(record.message) || has(record.uuid)) return false
  return has(record.metadata) || (record.type !== 'result' && (has(record.content) || has(record.timestamp)))
}
