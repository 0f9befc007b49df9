import {asText} from '../../model/fields.ts'
import type {JsonObject, MessageBase} from '../../model/index.ts'
import {type Dialect, dialectByShape, wireType} from '../dialect.ts'
import {makeMessage} from '../shared/make-message.ts'
import {readTime} from '../shared/read-time.ts'
import {type RecordFields, readRecordFields} from '../shared/record-fields.ts'
import {ownStreamReaders, readCallId, sharedStreamReaders} from './readers.ts'

/** The output of `claude -p --output-format stream-json`, and the SDK's messages, which are the same. */
export const streamJson: Dialect = {
  name: 'stream-json',
  recognizes(record) {
    const type = asText(record.type) ?? ''
    return sharedStreamReaders.has(type)
      ? dialectByShape(record) === 'stream-json'
      : ownStreamReaders.has(type)
  },
  read(record, fields = readRecordFields(record)) {
    const type = asText(fields.type) ?? ''
    const reading = isOfJournal(fields)
      ? ({kind: 'metadata', name: 'workflow-result'} as const)
      : (sharedStreamReaders.get(type) ?? ownStreamReaders.get(type))?.(record, fields)
    return reading && makeMessage(streamEnvelope(record, fields), reading)
  },
}

/** The journal of a workflow has `result` records that are results of agents, not the end of a turn. */
const isOfJournal = ({type, agentId, session_id}: RecordFields): boolean =>
  type === 'result' && agentId !== undefined && session_id === undefined

function streamEnvelope(record: JsonObject, fields: RecordFields): MessageBase {
  return {
    dialect: 'stream-json',
    type: wireType(fields),
    session: asText(fields.session_id),
    id: asText(fields.uuid),
    parent: undefined,
    logicalParent: undefined,
    time: readTime(fields.timestamp),
    sidechain: false,
    agent: asText(fields.agent_id),
    parentCall: parentCallOf(fields),
    version: asText(fields.claude_code_version),
    cwd: asText(fields.cwd),
    gitBranch: undefined,
    entrypoint: undefined,
    record,
  }
}

/** Progress names its call as its parent, which does not mean that it is inside a sub-agent. */
function parentCallOf(fields: RecordFields): string | undefined {
  const parent = asText(fields.parent_tool_use_id)
  return parent === undefined || parent === readCallId(asText(fields.tool_use_id), parent)
    ? undefined
    : parent
}
