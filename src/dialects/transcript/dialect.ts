import {asText} from '../../model/fields.ts'
import type {JsonObject, MessageBase} from '../../model/index.ts'
import {type Dialect, dialectByShape, wireType} from '../dialect.ts'
import {makeMessage} from '../shared/make-message.ts'
import {readTime} from '../shared/read-time.ts'
import {type RecordFields, readRecordFields} from '../shared/record-fields.ts'
import {ownTranscriptReaders, sharedTranscriptReaders} from './readers.ts'

/** The files under `~/.claude/projects`, from 0.2 to 2.1. */
export const transcript: Dialect = {
  name: 'transcript',
  recognizes(record) {
    const type = asText(record.type) ?? ''
    return sharedTranscriptReaders.has(type)
      ? dialectByShape(record) === 'transcript'
      : ownTranscriptReaders.has(type)
  },
  read(record, fields = readRecordFields(record)) {
    const type = asText(fields.type) ?? ''
    const reading = (sharedTranscriptReaders.get(type) ?? ownTranscriptReaders.get(type))?.(record, fields)
    return reading && makeMessage(transcriptEnvelope(record, fields), reading)
  },
}

function transcriptEnvelope(record: JsonObject, fields: RecordFields): MessageBase {
  return {
    dialect: 'transcript',
    type: wireType(fields),
    session: asText(fields.sessionId),
    id: asText(fields.uuid),
    parent: fields.parentUuid === null ? null : asText(fields.parentUuid),
    logicalParent: asText(fields.logicalParentUuid),
    time: readTime(fields.timestamp),
    sidechain: fields.isSidechain === true,
    agent: asText(fields.agentId),
    parentCall: undefined,
    version: asText(fields.version),
    cwd: asText(fields.cwd),
    gitBranch: asText(fields.gitBranch),
    entrypoint: asText(fields.entrypoint),
    record,
  }
}
