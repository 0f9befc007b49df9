import type {JsonObject, ToolResultBlock} from '../../model/index.ts'
import {nothing, object, objects, text} from './fields.ts'
import type {Reading} from './make-message.ts'
import {readBlocks} from './read-blocks.ts'
import {readUserText} from './read-user-text.ts'

/** Reads a `user` record of a stream or a transcript: tool results, or one of the many texts in a person's place. */
export function readUser(record: JsonObject): Reading {
  const message = object(record, 'message') ?? nothing
  const blocks = readBlocks(
    'content' in message ? message['content'] : (record['message'] ?? record['content']),
  )
  const results = blocks.filter((block) => block.type === 'tool-result')
  if (results.length > 0) {
    return {
      kind: 'tool-result',
      results: results.map((result) => withOutcome(result, record, results.length === 1)),
      blocks: blocks.filter((block) => block.type !== 'tool-result'),
    }
  }
  return readUserText(blocks, {
    meta: record['isMeta'] === true || record['isSynthetic'] === true,
    compactSummary: record['isCompactSummary'] === true,
    replay: record['isReplay'] === true,
    origin: text(object(record, 'origin') ?? nothing, 'kind'),
    sourceCall: text(record, 'sourceToolUseID'),
    interruptedMessage: text(record, 'interruptedMessageId'),
  })
}

/** The structured output stands on the record, not on the block: it belongs to the block only if that is alone. */
function withOutcome(result: ToolResultBlock, record: JsonObject, alone: boolean): ToolResultBlock {
  const meta = objects(record, 'tool_result_meta').find((entry) => entry['id'] === result.callId)
  const decision =
    object(record, 'permissionDecision') ?? object(meta ?? nothing, 'permission_decision') ?? nothing
  return {
    ...result,
    structured: alone ? (record['toolUseResult'] ?? record['tool_use_result']) : undefined,
    denial: text(record, 'toolDenialKind') ?? text(meta ?? nothing, 'non_execution_kind'),
    decision:
      decision['decision'] === 'reject' ? 'reject' : decision['decision'] === 'accept' ? 'accept' : undefined,
  }
}
