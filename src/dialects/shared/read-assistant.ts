import {noBilling} from '../../model/billing.ts'
import {asDollars, asFlag, asObject, asText} from '../../model/fields.ts'
import type {JsonValue} from '../../model/index.ts'
import type {MessageContent} from './make-message.ts'
import {readBlocks} from './read-blocks.ts'
import {readBilling} from './read-usage.ts'
import {type RecordFields, readContent} from './record-fields.ts'

/** The model name of messages that the client wrote. */
const syntheticModel = '<synthetic>'

/**
 * Reads an `assistant` record of a stream or a transcript. `usageFinal` says whether the usage of a finished response
 * is its final one in this dialect.
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

/** The fields of the API's message. */
interface ApiMessage {
  id?: JsonValue | undefined
  model?: JsonValue | undefined
  content?: JsonValue | undefined
  usage?: JsonValue | undefined
  stop_reason?: JsonValue | undefined
}

/** Reads the fields in one pass, for the same reason as `readRecordFields`. */
function readApiMessage(message: JsonValue | undefined): ApiMessage {
  const apiMessage: ApiMessage = {
    id: undefined,
    model: undefined,
    content: undefined,
    usage: undefined,
    stop_reason: undefined,
  }
  const fields = asObject(message)
  for (const key in fields) {
    const value = fields[key]
    if (key === 'id') apiMessage.id = value
    else if (key === 'model') apiMessage.model = value
    else if (key === 'content') apiMessage.content = value
    else if (key === 'usage') apiMessage.usage = value
    else if (key === 'stop_reason') apiMessage.stop_reason = value
  }
  return apiMessage
}

function readError(record: RecordFields): string | undefined {
  const marked = record.isApiErrorMessage === true || record.is_api_error_message === true
  return asText(record.error) ?? (marked ? 'api_error' : undefined)
}
