import {asText, emptyObject, object, text} from '../../model/fields.ts'
import type {JsonObject, MessageBase} from '../../model/index.ts'
import {type Dialect, dialectByShape, wireType} from '../dialect.ts'
import {makeMessage} from '../shared/make-message.ts'
import {readTime} from '../shared/read-time.ts'
import {typesByClass, webuiReaders} from './readers.ts'

/** The files of the ccWebUI backend: flat content with `metadata`, or the SDK's objects with a `_type`. */
export const webui: Dialect = {
  name: 'webui',
  recognizes(record) {
    if (typesByClass.has(asText(record._type) ?? '')) return true
    return webuiReaders.has(asText(record.type) ?? '') && dialectByShape(record) === 'webui'
  },
  read(record) {
    const className = text(record, '_type')
    const type = className === undefined ? text(record, 'type') : typesByClass.get(className)
    // An object of the SDK is under `data`, or its fields are next to its `_type`.
    const fields = className === undefined ? record : {...record, ...object(record, 'data')}
    const reading = webuiReaders.get(type ?? '')?.(fields)
    return reading && makeMessage(backendEnvelope(record, fields), reading)
  },
}

function backendEnvelope(record: JsonObject, fields: JsonObject): MessageBase {
  const metadata = object(fields, 'metadata') ?? emptyObject
  return {
    dialect: 'webui',
    type: wireType(record),
    session: text(record, 'session_id') ?? text(fields, 'session_id') ?? text(metadata, 'session_id'),
    id: text(record, 'sdk_uuid') ?? text(fields, 'uuid') ?? ownId(record),
    parent: undefined,
    logicalParent: undefined,
    time: readTime(record['timestamp']),
    sidechain: false,
    agent: undefined,
    parentCall: text(fields, 'parent_tool_use_id') ?? text(metadata, 'parent_tool_use_id'),
    version: undefined,
    cwd: text(metadata, 'working_directory') ?? text(object(metadata, 'init_data') ?? emptyObject, 'cwd'),
    gitBranch: undefined,
    entrypoint: undefined,
    record,
  }
}

/** In an object of the SDK, `message_id` is that of the response, which several records share. */
const ownId = (record: JsonObject): string | undefined =>
  '_type' in record && 'content' in record ? undefined : text(record, 'message_id')
