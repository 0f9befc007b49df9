import type {JsonObject, MessageBase} from '../../model/index.ts'
import type {Dialect} from '../dialect.ts'
import {object, text} from '../shared/fields.ts'
import {makeMessage} from '../shared/make-message.ts'
import {readTime} from '../shared/read-time.ts'
import {wireType} from '../shared/wire-type.ts'
import {readers, typesByClass} from './readers.ts'

/** What the web backend of seed 004 keeps: flat content with `metadata`, or the SDK's objects under `_type`. */
export const webui: Dialect = {
  name: 'webui',
  recognizes(record) {
    if (typesByClass.has(text(record, '_type') ?? '')) return true
    return readers.has(text(record, 'type') ?? '') && hasBackendFields(record)
  },
  read(record) {
    const className = text(record, '_type')
    const type = className === undefined ? text(record, 'type') : typesByClass.get(className)
    const fields = className === undefined ? record : (object(record, 'data') ?? record)
    const reading = readers.get(type ?? '')?.(fields)
    return reading && makeMessage(backendEnvelope(record, fields), reading)
  },
}

/** A stream's records have `message` or `uuid`, a transcript's their graph; the backend's have neither. */
function hasBackendFields(record: JsonObject): boolean {
  if ('message' in record || 'uuid' in record || 'sessionId' in record || 'parentUuid' in record) return false
  return (
    'metadata' in record || (record['type'] !== 'result' && ('content' in record || 'timestamp' in record))
  )
}

function backendEnvelope(record: JsonObject, fields: JsonObject): MessageBase {
  const metadata = object(fields, 'metadata') ?? {}
  return {
    dialect: 'webui',
    type: wireType(record),
    session: text(record, 'session_id') ?? text(fields, 'session_id') ?? text(metadata, 'session_id'),
    id: text(record, 'sdk_uuid') ?? text(record, 'message_id'),
    parent: undefined,
    logicalParent: undefined,
    time: readTime(record['timestamp']),
    sidechain: false,
    agent: undefined,
    parentCall: text(fields, 'parent_tool_use_id') ?? text(metadata, 'parent_tool_use_id'),
    version: undefined,
    cwd: text(metadata, 'working_directory'),
    gitBranch: undefined,
    entrypoint: undefined,
    record,
  }
}
