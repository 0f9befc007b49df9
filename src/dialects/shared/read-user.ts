import {asObject, asText, emptyObject, isList, object, text} from '../../model/fields.ts'
import {isJsonObject, type JsonObject, type JsonValue, type ToolResultBlock} from '../../model/index.ts'
import type {MessageContent} from './make-message.ts'
import {readBlocks} from './read-blocks.ts'
import {readUserText} from './read-user-text.ts'
import {type RecordFields, readContent} from './record-fields.ts'

/** Reads a `user` record of a stream or a transcript: tool results, a prompt, or a text of the client. */
export function readUser(record: RecordFields, queued = false): MessageContent {
  const content = readContent(record)
  const blocks = readBlocks(content)
  const results = blocks.filter((block) => block.type === 'tool-result')
  if (results.length > 0) {
    return {
      kind: 'tool-result',
      results: results.map((result) => withOutcome(result, record, results.length === 1)),
      blocks: results.length === blocks.length ? [] : blocks.filter((block) => block.type !== 'tool-result'),
      endsTurn: record.toolEndsTurn === true,
    }
  }
  const meta = record.isMeta === true || record.isSynthetic === true
  // The client adds a PDF after the result of the call that read it, without a text.
  const [first] = blocks
  if (meta && first && blocks.every((block) => block.type !== 'text'))
    return {kind: 'attachment', name: first.type, value: content ?? null}
  return readUserText(blocks, {
    meta,
    compactSummary: record.isCompactSummary === true,
    replay: record.isReplay === true,
    origin: text(asObject(record.origin) ?? emptyObject, 'kind'),
    sourceCall: asText(record.sourceToolUseID),
    interruptedMessage: asText(record.interruptedMessageId),
    queued,
  })
}

/** The structured output is on the record, so it belongs to a block only if that is the only one. */
function withOutcome(result: ToolResultBlock, record: RecordFields, alone: boolean): ToolResultBlock {
  const meta = metaOf(result, record.tool_result_meta)
  const decided = asObject(record.permissionDecision) ?? (meta && object(meta, 'permission_decision'))
  return {
    type: 'tool-result',
    callId: result.callId,
    content: result.content,
    isError: result.isError,
    server: result.server,
    structured: alone ? (record.toolUseResult ?? record.tool_use_result) : undefined,
    denial: asText(record.toolDenialKind) ?? (meta && text(meta, 'non_execution_kind')),
    decision: decided && readDecision(decided['decision']),
  }
}

/** The metadata that newer streams have for a result. */
function metaOf(result: ToolResultBlock, metas: JsonValue | undefined): JsonObject | undefined {
  if (!isList(metas)) return undefined
  return metas.filter(isJsonObject).find((entry) => entry['id'] === result.callId)
}

const readDecision = (decision: unknown): ToolResultBlock['decision'] =>
  decision === 'accept' || decision === 'reject' ? decision : undefined
