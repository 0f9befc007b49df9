import type {JsonObject, MessageBase} from '../../model/index.ts'
import type {Dialect} from '../dialect.ts'
import {text} from '../shared/fields.ts'
import {makeMessage} from '../shared/make-message.ts'
import {readTime} from '../shared/read-time.ts'
import {wireType} from '../shared/wire-type.ts'
import {readers} from './readers.ts'

/** What `claude -p --output-format stream-json` prints, and the SDK's messages, which are the same. */
export const streamJson: Dialect = {
  name: 'stream-json',
  recognizes: (record) => readers.has(text(record, 'type') ?? ''),
  read(record) {
    const reading = readers.get(text(record, 'type') ?? '')?.(record)
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
    // A heartbeat names its own call as parent; it does not stand inside a sub-agent.
    parentCall: record['type'] === 'tool_progress' ? undefined : text(record, 'parent_tool_use_id'),
    version: text(record, 'claude_code_version'),
    cwd: text(record, 'cwd'),
    gitBranch: undefined,
    entrypoint: undefined,
    record,
  }
}
