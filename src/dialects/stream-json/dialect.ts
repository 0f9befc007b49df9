import {text} from '../../model/fields.ts'
import type {JsonObject, MessageBase} from '../../model/index.ts'
import type {Dialect} from '../dialect.ts'
import {makeMessage} from '../shared/make-message.ts'
import {readTime} from '../shared/read-time.ts'
import {shapeOf} from '../shared/shape-of.ts'
import {wireType} from '../shared/wire-type.ts'
import {callOf} from './call-of.ts'
import {ownReaders, sharedReaders} from './readers.ts'

/** What `claude -p --output-format stream-json` prints, and the SDK's messages, which are the same. */
export const streamJson: Dialect = {
  name: 'stream-json',
  recognizes(record) {
    const type = text(record, 'type') ?? ''
    return ownReaders.has(type) || (sharedReaders.has(type) && shapeOf(record) === 'stream-json')
  },
  read(record) {
    const type = text(record, 'type') ?? ''
    const reading = (sharedReaders.get(type) ?? ownReaders.get(type))?.(record)
    return reading && makeMessage(streamEnvelope(record), reading)
  },
}

function streamEnvelope(record: JsonObject): MessageBase {
  return {
    dialect: 'stream-json',
    type: wireType(record),
    session: text(record, 'session_id'),
    id: text(record, 'uuid'),
    parent: undefined,
    logicalParent: undefined,
    time: readTime(record['timestamp']),
    sidechain: false,
    agent: text(record, 'agent_id'),
    parentCall: parentCallOf(record),
    version: text(record, 'claude_code_version'),
    cwd: text(record, 'cwd'),
    gitBranch: undefined,
    entrypoint: undefined,
    record,
  }
}

/** A heartbeat names its own call as its parent; it does not stand inside a sub-agent because of that. */
function parentCallOf(record: JsonObject): string | undefined {
  const parent = text(record, 'parent_tool_use_id')
  return parent === undefined || parent === callOf(record) ? undefined : parent
}
