import {maxCost} from '../../conversation/costs/ledger.ts'
import {type Message, type MessageOf, maxUsage, noUsage, type Usage} from '../../model/index.ts'
import type {BySession} from './gather-calls.ts'
import type {SeenMessage} from './gather-facts.ts'

/** What one line, or all lines of a file, say of the usage of a response. */
export interface ResponseNumbers {
  /** Missing for the final numbers of older streams, which belong to the response that began last in the main thread. */
  readonly responseId: string | undefined
  model: string | undefined
  usage: Usage
  /** The numbers are final; otherwise output is a lower bound. */
  final: boolean
  /** It is in a stream, where a later `result` counts it. */
  readonly streamed: boolean
  costUsd: number | undefined
  webSearches: number
  /** How it was served, as bits: see `modes`. */
  modes: number
}

/** A response in one file, with the largest of each number that its lines have. */
export interface GatheredResponse {
  readonly message: string
  readonly session: string
  /** Its first line. */
  readonly line: number
  readonly agent: string | undefined
  time: number | undefined
  readonly numbers: ResponseNumbers
}

/** Adds the numbers of a message. Most responses have several lines. Gives the response if this is its first. */
export function gatherResponse(
  responses: BySession<GatheredResponse>,
  id: string,
  numbers: ResponseNumbers,
  {session, line, agent, time}: SeenMessage,
): GatheredResponse | undefined {
  const own = responses.of(session)
  const known = own.get(id)
  if (known) {
    if (time !== undefined) known.time = Math.min(known.time ?? time, time)
    merge(known.numbers, numbers)
    return undefined
  }
  const response = {message: id, session, line, agent, time, numbers}
  own.set(id, response)
  return response
}

/** Does what `write-facts.ts` does with the numbers of an earlier chunk. */
function merge(known: ResponseNumbers, numbers: ResponseNumbers): void {
  known.model ??= numbers.model
  known.usage = maxUsage(known.usage, numbers.usage)
  known.webSearches = Math.max(known.webSearches, numbers.webSearches)
  known.modes |= numbers.modes
  known.final ||= numbers.final
  known.costUsd = maxCost(known.costUsd, numbers.costUsd)
}

/** Reads what a message says of the usage of a response. */
export function readResponse(message: Message): ResponseNumbers | undefined {
  if (message.kind === 'partial') return readPartial(message)
  if (message.kind !== 'assistant' || message.synthetic) return undefined
  // A response without an id has the id of its record.
  const responseId = message.responseId ?? message.id
  if (responseId === undefined) return undefined
  return {
    responseId,
    model: message.model,
    usage: message.usage ?? noUsage,
    final: message.usageFinal && !message.aborted,
    streamed: message.dialect !== 'transcript',
    costUsd: message.costUsd,
    webSearches: message.webSearches,
    modes: message.modes,
  }
}

/** A stream's partial messages say when a response begins, and at its end they have its only final numbers. */
function readPartial({event, responseId}: MessageOf<'partial'>): ResponseNumbers | undefined {
  const isStart = event.event === 'message-start' && event.responseId !== ''
  if (!isStart && (event.event !== 'message-delta' || !event.usage)) return undefined
  return {
    responseId: isStart ? event.responseId : responseId,
    model: isStart ? event.model : undefined,
    usage: event.usage ?? noUsage,
    final: !isStart,
    streamed: true,
    costUsd: undefined,
    webSearches: event.webSearches,
    modes: event.modes,
  }
}
