import {asText} from '../../model/fields.ts'
import type {JsonObject, MessageBase} from '../../model/index.ts'
import type {Dialect} from '../dialect.ts'
import {shapeOf, wireType} from '../dialect.ts'
import type {Fields} from '../shared/fields-of.ts'
import {fieldsOf} from '../shared/fields-of.ts'
import {makeMessage} from '../shared/make-message.ts'
import {readTime} from '../shared/read-time.ts'
import {ownReaders, sharedReaders} from './readers.ts'

/** What Claude Code keeps under `~/.claude/projects`, from 0.2 to 2.1. */
export const transcript: Dialect = {
  name: 'transcript',
  recognizes(record) {
    const type = asText(record.type) ?? ''
    return sharedReaders.has(type) ? shapeOf(record) === 'transcript' : ownReaders.has(type)
  },
  read(record, fields = fieldsOf(record)) {
    const type = asText(fields.type) ?? ''
    const reading = (sharedReaders.get(type) ?? ownReaders.get(type))?.(record, fields)
    return reading && makeMessage(transcriptEnvelope(record, fields), reading)
  },
}

function transcriptEnvelope(record: JsonObject, fields: Fields): MessageBase {
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
