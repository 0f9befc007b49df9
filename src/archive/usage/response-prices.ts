import type {Line, Message, Usage} from '../../model/index.ts'
import {maxUsage, noUsage} from '../../model/index.ts'
import {countSearches, searchTool} from '../../model/web-tools.ts'
import type {PriceOverrides} from '../../prices/index.ts'
import {nanoPriceOf} from '../../prices/index.ts'
import {blocksOf} from '../facts/blocks-of.ts'
import {readAnswer} from '../facts/read-answer.ts'

/** What the lines of a response tell of its price. */
export interface PricedResponse {
  readonly id: string
  /** The call of the agent that it is from. */
  readonly parentCall: string | undefined
  model: string | undefined
  time: number | undefined
  /** Absent if no line has any, which is not the same as zero. */
  usage: Usage | undefined
  /** By its own usage: searches on the server. */
  serverSearches: number
  /** By the results of the client's own search tool. */
  clientSearches: number
  modes: number
}

/** Streams before 2.1.112 have no times: unless a better time is known, the newest price counts. */
const now = (): number => Number.MAX_SAFE_INTEGER

/**
 * Notes what lines tell of the price of responses, and prices them. Everything that prices a single response does it
 * here: pages, the viewer, and `record` with its budget.
 */
export class ResponsePrices {
  readonly #responses = new Map<string, PricedResponse>()
  /** Calls of the search tool: the response that made each, and how many searches its result reports. */
  readonly #searching = new Map<string, {readonly response: PricedResponse; searches: number}>()
  readonly #serverCalls = new Set<string>()
  readonly #overrides: PriceOverrides | undefined
  readonly #timeless: () => number
  #begun: string | undefined

  /** `timeless` gives the time for responses that have none. */
  constructor(overrides: PriceOverrides | undefined, timeless: () => number = now) {
    this.#overrides = overrides
    this.#timeless = timeless
  }

  /** Looks at a line, and gives the responses whose price may have changed. */
  look(line: Line): readonly PricedResponse[] {
    if (line.kind !== 'message') return []
    const {message} = line
    const response = this.#noteUsage(message)
    const searched = this.#noteTools(message, response)
    return response ? [response, ...searched] : searched
  }

  /** What a response cost, in nano-dollars; `undefined` if nobody knows. */
  price(response: PricedResponse, usage = response.usage): number | undefined {
    const {model, modes, serverSearches, clientSearches} = response
    if (model === undefined || !usage) return undefined
    const time = response.time ?? this.#timeless()
    return nanoPriceOf(
      {usage, model, modes, time, webSearches: serverSearches + clientSearches},
      this.#overrides,
    )
  }

  /** What the response with an id cost for a usage counted elsewhere, in nano-dollars. */
  priceOf(id: string, usage: Usage): number | undefined {
    const response = this.#responses.get(id)
    return response && this.price(response, usage)
  }

  /** Forgets all responses; calls that still run may add to theirs. */
  forget(): void {
    this.#responses.clear()
  }

  #noteUsage(message: Message): PricedResponse | undefined {
    const told = readAnswer(message)
    if (message.kind === 'result') this.#begun = undefined
    const id = told?.messageId ?? this.#begun
    if (!told || id === undefined) return undefined
    if (message.kind === 'partial' && message.event.event === 'message-start') {
      this.#begun = id
      // Of a response that only began nothing is known.
      if (!message.event.usage) return undefined
    }
    const response = this.#responses.get(id) ?? newResponse(id, message.parentCall)
    this.#responses.set(id, response)
    response.model ??= told.model
    response.time ??= message.time
    // A line without numbers is read as `noUsage` itself.
    if (told.usage !== noUsage) response.usage = maxUsage(response.usage ?? noUsage, told.usage)
    response.serverSearches = Math.max(response.serverSearches, told.webSearches)
    response.modes |= told.modes
    return response
  }

  #noteTools(message: Message, response: PricedResponse | undefined): readonly PricedResponse[] {
    const searched: PricedResponse[] = []
    for (const block of blocksOf(message)) {
      if (block.type === 'tool-call') {
        if (block.server) this.#serverCalls.add(block.id)
        else if (response && block.name === searchTool && !this.#searching.has(block.id))
          this.#searching.set(block.id, {response, searches: 0})
      } else if (block.type === 'tool-result') {
        const call = this.#searching.get(block.callId)
        const searches = call ? countSearches(block, (id) => this.#serverCalls.has(id)) : 0
        // Stream and transcript both have the result: the second copy adds nothing.
        if (!call || searches <= call.searches) continue
        call.response.clientSearches += searches - call.searches
        call.searches = searches
        searched.push(call.response)
      }
    }
    return searched
  }
}

const newResponse = (id: string, parentCall: string | undefined): PricedResponse => ({
  id,
  parentCall,
  model: undefined,
  time: undefined,
  usage: undefined,
  serverSearches: 0,
  clientSearches: 0,
  modes: 0,
})
