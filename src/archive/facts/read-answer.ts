import type {Message, MessageOf} from '../../model/index.ts'
import {noUsage} from '../../model/index.ts'
import type {AnswerFact} from './facts.ts'

/** Reads what a message says of an answer's usage. */
export function readAnswer(message: Message): AnswerFact | undefined {
  if (message.kind === 'partial') return readPartial(message)
  if (message.kind !== 'assistant' || message.synthetic) return undefined
  // An answer without an id of its own goes by its record's.
  const messageId = message.messageId ?? message.id
  if (messageId === undefined) return undefined
  return {
    messageId,
    model: message.model,
    usage: message.usage ?? noUsage,
    final: message.usageFinal && !message.aborted,
    streamed: message.dialect !== 'transcript',
    costUsd: message.costUsd,
    webSearches: message.webSearches,
    modes: message.modes,
  }
}

/** A stream's partial messages tell when an answer begins, and at its end the only final numbers of it. */
function readPartial({event, messageId}: MessageOf<'partial'>): AnswerFact | undefined {
  const isStart = event.event === 'message-start' && event.messageId !== ''
  if (!isStart && (event.event !== 'message-delta' || !event.usage)) return undefined
  return {
    messageId: isStart ? event.messageId : messageId,
    model: isStart ? event.model : undefined,
    usage: event.usage ?? noUsage,
    final: !isStart,
    streamed: true,
    costUsd: undefined,
    webSearches: event.webSearches,
    modes: event.modes,
  }
}
