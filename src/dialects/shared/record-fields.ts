import type {JsonObject, JsonValue} from '../../model/index.ts'
import {isJsonObject} from '../../model/index.ts'

/**
 * The fields of a record that more than one reader asks for, whatever the dialect: each of them is there, and
 * `undefined` where the record has none. Read from it, a field costs next to nothing.
 */
export type RecordFields = {readonly [Name in keyof ReturnType<typeof noFields>]?: JsonValue | undefined}

/** Fields of which none is there. */
const noFields = () => ({
  type: undefined,
  uuid: undefined,
  sessionId: undefined,
  session_id: undefined,
  timestamp: undefined,
  message: undefined,
  parentUuid: undefined,
  isSidechain: undefined,
  userType: undefined,
  cwd: undefined,
  version: undefined,
  gitBranch: undefined,
  entrypoint: undefined,
  parent_tool_use_id: undefined,
  attachment: undefined,
  subtype: undefined,
  requestId: undefined,
  request_id: undefined,
  toolUseResult: undefined,
  event: undefined,
  api_message_id: undefined,
  content: undefined,
  operation: undefined,
  agentId: undefined,
  logicalParentUuid: undefined,
  agent_id: undefined,
  tool_use_id: undefined,
  claude_code_version: undefined,
  claudeMessage: undefined,
  metadata: undefined,
  level: undefined,
  error: undefined,
  isApiErrorMessage: undefined,
  is_api_error_message: undefined,
  aborted: undefined,
  isAbortedMidStream: undefined,
  costUSD: undefined,
  subagent_type: undefined,
  attributionAgent: undefined,
  isMeta: undefined,
  isSynthetic: undefined,
  isCompactSummary: undefined,
  isReplay: undefined,
  origin: undefined,
  sourceToolUseID: undefined,
  interruptedMessageId: undefined,
  tool_result_meta: undefined,
  permissionDecision: undefined,
  tool_use_result: undefined,
  toolDenialKind: undefined,
  toolEndsTurn: undefined,
  data: undefined,
  request: undefined,
  response: undefined,
  _type: undefined,
})

/**
 * Takes a record's fields in one pass over what it has. Records come in hundreds of shapes, for which V8 keeps
 * no look-up ready; to ask such a record for fifty fields by name costs several times as much. The most frequent
 * names stand first.
 */
export function readRecordFields(record: JsonObject): RecordFields {
  const fields: {-readonly [Name in keyof RecordFields]: RecordFields[Name]} = noFields()
  for (const key in record) {
    const value = record[key]
    if (key === 'type') fields.type = value
    else if (key === 'uuid') fields.uuid = value
    else if (key === 'sessionId') fields.sessionId = value
    else if (key === 'session_id') fields.session_id = value
    else if (key === 'timestamp') fields.timestamp = value
    else if (key === 'message') fields.message = value
    else if (key === 'parentUuid') fields.parentUuid = value
    else if (key === 'isSidechain') fields.isSidechain = value
    else if (key === 'userType') fields.userType = value
    else if (key === 'cwd') fields.cwd = value
    else if (key === 'version') fields.version = value
    else if (key === 'gitBranch') fields.gitBranch = value
    else if (key === 'entrypoint') fields.entrypoint = value
    else if (key === 'parent_tool_use_id') fields.parent_tool_use_id = value
    else if (key === 'attachment') fields.attachment = value
    else if (key === 'subtype') fields.subtype = value
    else if (key === 'requestId') fields.requestId = value
    else if (key === 'request_id') fields.request_id = value
    else if (key === 'toolUseResult') fields.toolUseResult = value
    else if (key === 'event') fields.event = value
    else if (key === 'api_message_id') fields.api_message_id = value
    else if (key === 'content') fields.content = value
    else if (key === 'operation') fields.operation = value
    else if (key === 'agentId') fields.agentId = value
    else if (key === 'logicalParentUuid') fields.logicalParentUuid = value
    else if (key === 'agent_id') fields.agent_id = value
    else if (key === 'tool_use_id') fields.tool_use_id = value
    else if (key === 'claude_code_version') fields.claude_code_version = value
    else if (key === 'claudeMessage') fields.claudeMessage = value
    else if (key === 'metadata') fields.metadata = value
    else if (key === 'level') fields.level = value
    else if (key === 'error') fields.error = value
    else if (key === 'isApiErrorMessage') fields.isApiErrorMessage = value
    else if (key === 'is_api_error_message') fields.is_api_error_message = value
    else if (key === 'aborted') fields.aborted = value
    else if (key === 'isAbortedMidStream') fields.isAbortedMidStream = value
    else if (key === 'costUSD') fields.costUSD = value
    else if (key === 'subagent_type') fields.subagent_type = value
    else if (key === 'attributionAgent') fields.attributionAgent = value
    else if (key === 'isMeta') fields.isMeta = value
    else if (key === 'isSynthetic') fields.isSynthetic = value
    else if (key === 'isCompactSummary') fields.isCompactSummary = value
    else if (key === 'isReplay') fields.isReplay = value
    else if (key === 'origin') fields.origin = value
    else if (key === 'sourceToolUseID') fields.sourceToolUseID = value
    else if (key === 'interruptedMessageId') fields.interruptedMessageId = value
    else if (key === 'tool_result_meta') fields.tool_result_meta = value
    else if (key === 'permissionDecision') fields.permissionDecision = value
    else if (key === 'tool_use_result') fields.tool_use_result = value
    else if (key === 'toolDenialKind') fields.toolDenialKind = value
    else if (key === 'toolEndsTurn') fields.toolEndsTurn = value
    else if (key === 'data') fields.data = value
    else if (key === 'request') fields.request = value
    else if (key === 'response') fields.response = value
    else if (key === '_type') fields._type = value
  }
  return fields
}

/** What a record says: what its message has as content or, where that is nothing, all there is instead. */
export function readContent(record: RecordFields, said = saidIn(record.message)): JsonValue | undefined {
  return said === undefined ? (record.message ?? record.content) : said
}

const saidIn = (message: JsonValue | undefined): JsonValue | undefined =>
  isJsonObject(message) ? message['content'] : undefined
