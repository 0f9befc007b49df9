import {noBilling} from '../../model/billing.ts'
import {asDollars, asFlag, asObject, asText} from '../../model/fields.ts'
import type {JsonValue} from '../../model/index.ts'
import type {MessageContent} from './make-message.ts'
import {readBlocks} from './read-blocks.ts'
import {readBilling} from './read-usage.ts'
import type {RecordFields} from './record-fields.ts'
import {readContent} from './record-fields.ts'

/** The model name of messages the client made up itself. */
const syntheticModel = '<synthetic>'

/**
 * Reads an `assistant` record of a stream or a transcript. `usageFinal` is the dialect's word on whether the
 * usage of a finished answer can be trusted.
 */
export function readAssistant(
  record: RecordFields,
  usageFinal: (stopReason: JsonValue | undefined) => boolean,
): MessageContent {
  const message = readApiMessage(record.message)
  const model = asText(message.model)
  const synthetic = model === syntheticModel
  const {usage, webSearches, modes} = synthetic ? noBilling : readBilling(asObject(message.usage))
  return {
    kind: 'assistant',
    responseId: asText(message.id),
    model,
    blocks: readBlocks(readContent(record, message.content)),
    usage,
    webSearches,
    modes,
    usageFinal: usageFinal(message.stop_reason),
    stopReason: asText(message.stop_reason),
    requestId: asText(record.request_id) ?? asText(record.requestId),
    synthetic,
    error: readError(record),
    aborted: asFlag(record.aborted) ?? asFlag(record.isAbortedMidStream) ?? false,
    costUsd: asDollars(record.costUSD),
    agentType: asText(record.subagent_type) ?? asText(record.attributionAgent),
  }
}

/** What the API answered with. */
interface ApiMessage {
  id?: JsonValue | undefined
  model?: JsonValue | undefined
  content?: JsonValue | undefined
  usage?: JsonValue | undefined
  stop_reason?: JsonValue | undefined
}

/** An answer's fields in one pass, for the reason that `fieldsOf` has. */
function readApiMessage(message: JsonValue | undefined): ApiMessage {
  const answer: ApiMessage = {
    id: undefined,
    model: undefined,
    content: undefined,
    usage: undefined,
    stop_reason: undefined,
  }
  const fields = asObject(message)
  for (const key in fields) {
    const value = fields[key]
    if (key === 'id') answer.id = value
    else if (key === 'model') answer.model = value
    else if (key === 'content') answer.content = value
    else if (key === 'usage') answer.usage = value
    else if (key === 'stop_reason') answer.stop_reason = value
  }
  return answer
}

function readError(record: RecordFields): string | undefined {
  const marked = record.isApiErrorMessage === true || record.is_api_error_message === true
  return asText(record.error) ?? (marked ? 'api_error' : undefined)
}
