import type {JsonObject, MessageBase} from '../../model/index.ts'
import type {Dialect} from '../dialect.ts'
import {object, text} from '../shared/fields.ts'
import {makeMessage} from '../shared/make-message.ts'
import {readTime} from '../shared/read-time.ts'
import {streamJson} from '../stream-json/dialect.ts'
import {rowReaders} from './read-row.ts'

/** Conversation stores: seed 001's envelope around a stream message, and the rows Chorus really wrote. */
export const stored: Dialect = {
  name: 'stored',
  recognizes: (record) => object(record, 'claudeMessage') !== undefined || isRow(record),
  read(record) {
    const kept = object(record, 'claudeMessage')
    if (kept) {
      const message = streamJson.read(kept)
      return message && {...message, ...storedEnvelope(record, message)}
    }
    const reading = rowReaders.get(text(record, 'type') ?? '')?.(record)
    return reading && makeMessage(storedEnvelope(record, undefined), reading)
  },
}

/** A row has its text at the top like a backend message, and an id like a transcript, but nothing else of either. */
function isRow(record: JsonObject): boolean {
  if (foreignFields.some((field) => field in record)) return false
  return (
    rowReaders.has(text(record, 'type') ?? '') &&
    'content' in record &&
    'uuid' in record &&
    'timestamp' in record
  )
}

const foreignFields = [
  'message',
  'parentUuid',
  'isSidechain',
  'session_id',
  'userType',
  'version',
  'cwd',
  'subtype',
  'level',
]

function storedEnvelope(record: JsonObject, kept: MessageBase | undefined): MessageBase {
  return {
    dialect: 'stored',
    type: kept?.type ?? text(record, 'type') ?? '',
    session: kept?.session ?? text(record, 'sessionId') ?? text(record, 'conversationId'),
    id: kept?.id ?? text(record, 'id') ?? text(record, 'uuid'),
    parent: undefined,
    logicalParent: undefined,
    time: kept?.time ?? readTime(record['timestamp']),
    sidechain: false,
    agent: kept?.agent,
    parentCall: kept?.parentCall,
    version: kept?.version,
    cwd: kept?.cwd,
    gitBranch: undefined,
    entrypoint: undefined,
    record,
  }
}
