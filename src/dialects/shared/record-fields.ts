import {isJsonObject, type JsonObject, type JsonValue} from '../../model/index.ts'

/** The fields of a record that more than one reader uses, in all dialects; `undefined` if they are missing. */
export type RecordFields = {readonly [Name in keyof ReturnType<typeof noFields>]?: JsonValue | undefined}

/** All fields, undefined. */
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
 * Reads a record's fields in one pass. Records have hundreds of shapes, more than V8 can cache look-ups for; reading
 * fifty fields by name takes several times as long. The most frequent names are first.
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

// V8 compiles `readRecordFields` for the fields it has seen, and again for each new one. So show it all of them first.
const everyField = Object.fromEntries(Object.keys(noFields()).map((name) => [name, null]))
for (let round = 0; round < 2; round += 1) readRecordFields(everyField)

/** The content of a record's message or, if it has none, the message or the content of the record. */
export function readContent(record: RecordFields, said = saidIn(record.message)): JsonValue | undefined {
  return said === undefined ? (record.message ?? record.content) : said
}

const saidIn = (message: JsonValue | undefined): JsonValue | undefined =>
  isJsonObject(message) ? message['content'] : undefined
