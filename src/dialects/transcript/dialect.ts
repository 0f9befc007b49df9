import {text} from '../../model/fields.ts'
import type {JsonObject, MessageBase} from '../../model/index.ts'
import type {Dialect} from '../dialect.ts'
import {makeMessage} from '../shared/make-message.ts'
import {readTime} from '../shared/read-time.ts'
import {shapeOf} from '../shared/shape-of.ts'
import {wireType} from '../shared/wire-type.ts'
import {ownReaders, sharedReaders} from './readers.ts'

/** What Claude Code keeps under `~/.claude/projects`, from 0.2 to 2.1. */
export const transcript: Dialect = {
  name: 'transcript',
  recognizes(record) {
    const type = text(record, 'type') ?? ''
    return ownReaders.has(type) || (sharedReaders.has(type) && shapeOf(record) === 'transcript')
  },
  read(record) {
    const type = text(record, 'type') ?? ''
    const reading = (sharedReaders.get(type) ?? ownReaders.get(type))?.(record)
    return reading && makeMessage(transcriptEnvelope(record), reading)
  },
}

function transcriptEnvelope(record: JsonObject): MessageBase {
  const parent = record['parentUuid']
  return {
    dialect: 'transcript',
    type: wireType(record),
    session: text(record, 'sessionId'),
    id: text(record, 'uuid'),
    parent: parent === null ? null : text(record, 'parentUuid'),
    logicalParent: text(record, 'logicalParentUuid'),
    time: readTime(record['timestamp']),
    sidechain: record['isSidechain'] === true,
    agent: text(record, 'agentId'),
    parentCall: undefined,
    version: text(record, 'version'),
    cwd: text(record, 'cwd'),
    gitBranch: text(record, 'gitBranch'),
    entrypoint: text(record, 'entrypoint'),
    record,
  }
}
