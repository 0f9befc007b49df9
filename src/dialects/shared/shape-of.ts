import type {DialectName, JsonObject} from '../../model/index.ts'

/**
 * Tells which dialect wrote a record whose type several dialects have (`user`, `assistant`, `system`, …) by the
 * fields around it. Every record has one shape, so the dialects exclude each other.
 */
export function shapeOf(record: JsonObject): DialectName {
  if ('claudeMessage' in record) return 'stored'
  if ('parentUuid' in record || 'isSidechain' in record || 'userType' in record) return 'transcript'
  if (isRow(record)) return 'stored'
  if ('sessionId' in record) return 'transcript'
  return isBackendRecord(record) ? 'webui' : 'stream-json'
}

/** Fields that a stream's or a transcript's record has beside its content, and a row never. */
const foreignToRows = ['session_id', 'subtype', 'level', 'version', 'cwd']

/** A row has its text at the top like a backend's record, and an id like a stream's. */
function isRow(record: JsonObject): boolean {
  if ('message' in record || !('uuid' in record && 'content' in record && 'timestamp' in record)) return false
  return !foreignToRows.some((field) => field in record)
}

/** A stream's records have `message` or `uuid`; results of old clients have neither, but no `metadata` either. */
function isBackendRecord(record: JsonObject): boolean {
  if ('message' in record || 'uuid' in record) return false
  return (
    'metadata' in record || (record['type'] !== 'result' && ('content' in record || 'timestamp' in record))
  )
}
