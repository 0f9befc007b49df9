import {asText} from '../../model/fields.ts'
import type {JsonObject, MessageBase} from '../../model/index.ts'
import type {Dialect} from '../dialect.ts'
import {shapeOf, wireType} from '../dialect.ts'
import type {Fields} from '../shared/fields-of.ts'
import {fieldsOf} from '../shared/fields-of.ts'
import {makeMessage} from '../shared/make-message.ts'
import {readTime} from '../shared/read-time.ts'
import {callOf, ownReaders, sharedReaders} from './readers.ts'

/** What `claude -p --output-format stream-json` prints, and the SDK's messages, which are the same. */
export const streamJson: Dialect = {
  name: 'stream-json',
  recognizes(record) {
    const type = asText(record.type) ?? ''
    return sharedReaders.has(type) ? shapeOf(record) === 'stream-json' : ownReaders.has(type)
  },
  read(record, fields = fieldsOf(record)) {
    const type = asText(fields.type) ?? ''
    const reading = isOfJournal(fields)
      ? ({kind: 'metadata', name: 'workflow-result'} as const)
      : (sharedReaders.get(type) ?? ownReaders.get(type))?.(record, fields)
    return reading && makeMessage(streamEnvelope(record, fields), reading)
  },
}

/** The journal of a workflow has `result` records that are the result of an agent, and not the end of a turn. */
const isOfJournal = ({type, agentId, session_id}: Fields): boolean =>
  type === 'result' && agentId !== undefined && session_id === undefined

function streamEnvelope(record: JsonObject, fields: Fields): MessageBase {
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

/** Progress names its own call as its parent; it is not inside a sub-agent because of that. */
function parentCallOf(fields: Fields): string | undefined {
  const parent = asText(fields.parent_tool_use_id)
  return parent === undefined || parent === callOf(asText(fields.tool_use_id), parent) ? undefined : parent
}
