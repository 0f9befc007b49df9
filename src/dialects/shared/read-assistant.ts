import {asDollars, asFlag, asObject, asText, nothing, object, text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import {contentOf} from './content-of.ts'
import type {Fields} from './fields-of.ts'
import type {Reading} from './make-message.ts'
import {readBlocks} from './read-blocks.ts'
import {readUsage} from './read-usage.ts'

/** The model name of messages the client made up itself. */
const syntheticModel = '<synthetic>'

/**
 * Reads an `assistant` record of a stream or a transcript. `usageFinal` is the dialect's word on whether the
 * usage of a finished answer can be trusted.
 */
export function readAssistant(record: Fields, usageFinal: (message: JsonObject) => boolean): Reading {
  const message = asObject(record.message) ?? nothing
  const model = text(message, 'model')
  const synthetic = model === syntheticModel
  return {
    kind: 'assistant',
    messageId: text(message, 'id'),
    model,
    blocks: readBlocks(contentOf(record)),
    usage: synthetic ? undefined : readUsage(object(message, 'usage')),
    usageFinal: usageFinal(message),
    stopReason: text(message, 'stop_reason'),
    requestId: asText(record.request_id) ?? asText(record.requestId),
    synthetic,
    error: readError(record),
    aborted: asFlag(record.aborted) ?? asFlag(record.isAbortedMidStream) ?? false,
    costUsd: asDollars(record.costUSD),
    agentType: asText(record.subagent_type) ?? asText(record.attributionAgent),
  }
}

function readError(record: Fields): string | undefined {
  const marked = record.isApiErrorMessage === true || record.is_api_error_message === true
  return asText(record.error) ?? (marked ? 'api_error' : undefined)
}
