import {maxCost} from '../../conversation/costs/ledger.ts'
import type {Usage} from '../../model/index.ts'
import {maxUsage} from '../../model/index.ts'
import type {Facts, ResponseFact} from './facts.ts'
import {newBySession} from './gather-calls.ts'

/** An answer as one file tells it: the largest of each number that its lines say. */
export interface GatheredResponse {
  readonly message: string
  readonly session: string
  /** Its first. */
  readonly line: number
  readonly agent: string | undefined
  readonly streamed: boolean
  model: string | undefined
  time: number | undefined
  usage: Usage
  webSearches: number
  modes: number
  final: boolean
  costUsd: number | undefined
}

/** Gathers answers. Most have several lines. */
interface ResponseGatherer {
  add(session: string, line: number, facts: Facts): void
  all(): readonly GatheredResponse[]
  /** The one that was begun last in the main thread, as long as no result says that its turn is over. */
  last(): string | undefined
}

/** No answers yet, in a file whose main thread began `last` before. */
export function gatherResponses(last: string | undefined): ResponseGatherer {
  const answers = newBySession<GatheredResponse>()
  let begun = last
  return {
    add(session, line, {agent, time, response: fact, report}) {
      if (report?.kind === 'result') begun = undefined
      if (!fact) return
      const message = fact.responseId ?? begun ?? ''
      const own = answers.of(session)
      const known = own.get(message)
      if (known) merge(known, time, fact)
      else {
        own.set(message, newResponse(message, session, line, agent, time, fact))
        if (agent === undefined) begun = message
      }
    },
    all: answers.all,
    last: () => begun,
  }
}

const newResponse = (
  message: string,
  session: string,
  line: number,
  agent: string | undefined,
  time: number | undefined,
  fact: ResponseFact,
): GatheredResponse => ({
  message,
  session,
  line,
  agent,
  streamed: fact.streamed,
  model: fact.model,
  time,
  usage: fact.usage,
  webSearches: fact.webSearches,
  modes: fact.modes,
  final: fact.final,
  costUsd: fact.costUsd,
})

/** The same as the database does with what another piece said. */
function merge(answer: GatheredResponse, time: number | undefined, fact: ResponseFact): void {
  answer.model ??= fact.model
  if (time !== undefined) answer.time = Math.min(answer.time ?? time, time)
  answer.usage = maxUsage(answer.usage, fact.usage)
  answer.webSearches = Math.max(answer.webSearches, fact.webSearches)
  answer.modes |= fact.modes
  answer.final ||= fact.final
  answer.costUsd = maxCost(answer.costUsd, fact.costUsd)
}
