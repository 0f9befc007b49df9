import {count, object} from '../../model/fields.ts'
import type {Message, MessageOf} from '../../model/index.ts'
import {noUsage} from '../../model/index.ts'
import {readModes} from '../prices/modes.ts'
import type {AnswerFact} from './facts.ts'

/** Reads what a message says of an answer's usage. */
export function readAnswer(message: Message): AnswerFact | undefined {
  if (message.kind === 'partial') return readPartial(message)
  if (message.kind !== 'assistant' || message.synthetic) return undefined
  // An answer without an id of its own goes by its record's.
  const messageId = message.messageId ?? message.id
  if (messageId === undefined) return undefined
  const wire = object(object(message.record, 'message') ?? {}, 'usage') ?? {}
  return {
    messageId,
    model: message.model,
    usage: message.usage ?? noUsage,
    final: message.usageFinal && !message.aborted,
    streamed: message.dialect !== 'transcript',
    costUsd: message.costUsd,
    webSearches: count(object(wire, 'server_tool_use') ?? {}, 'web_search_requests'),
    modes: readModes(wire),
  }
}

/** A stream's partial messages tell when an answer begins, and at its end the only final numbers of it. */
function readPartial({event, messageId}: MessageOf<'partial'>): AnswerFact | undefined {
  const told = {streamed: true, costUsd: undefined, webSearches: 0, modes: 0} as const
  if (event.event === 'message-start' && event.messageId !== '') {
    const {model, usage = noUsage} = event
    return {...told, messageId: event.messageId, model, usage, final: false}
  }
  if (event.event !== 'message-delta' || !event.usage) return undefined
  return {...told, messageId, model: undefined, usage: event.usage, final: true}
}
