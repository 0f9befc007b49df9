import {sumTokens} from '../../model/billing.ts'
import {addPrice, costOfSum, nanoPriceOf, newPriceSum, type PriceOverrides} from '../../prices/index.ts'
import type {ConversationState} from '../state/state.ts'
import {listCharges} from './charges.ts'
import {newLedger, type Response, reportedOf, type StreamPart} from './ledger.ts'
import {settleSessions} from './settle-sessions.ts'
import {chargeTimes} from './spending.ts'

/** What one turn of a stream cost by known prices. */
export interface PricedTurn {
  /** In micro-dollars; `undefined` if nothing of it has a known price. */
  readonly computed: number | undefined
  /** It used tokens. */
  readonly isUsed: boolean
}

/**
 * Prices the turns of streams one by one, each when its result has been added. Only the responses of that turn are read,
 * so this takes no longer after many turns than after few.
 */
export class TurnPricer {
  readonly #state: ConversationState
  readonly #overrides: PriceOverrides | undefined
  /** Responses that a later report may still count, with what earlier turns were charged for them, in nano-dollars. */
  readonly #open = new Map<string, Map<Response, number>>()
  /** The last part of each stream that was priced. */
  readonly #last = new Map<string, StreamPart>()

  constructor(state: ConversationState, overrides: PriceOverrides | undefined) {
    this.#state = state
    this.#overrides = overrides
  }

  /** The cost of the turn whose result was added last. */
  end(source: string): PricedTurn {
    return this.#price(source, true)
  }

  /** The cost of the turn that has no result yet. */
  running(source: string): PricedTurn {
    return this.#price(source, false)
  }

  #price(source: string, isEnd: boolean): PricedTurn {
    const {ledger} = this.#state
    const stream = ledger.streams.get(source)
    const before = this.#open.get(source) ?? new Map<Response, number>()
    const last = stream?.parts.at(-1)
    const part = isEnd && last !== this.#last.get(source) ? last : undefined
    const own = part?.responses ?? stream?.unreported ?? []
    // An agent in the background may begin before a report and be counted by a later one.
    const responses = new Set([...(part ? before.keys() : []), ...own])
    const turn = {...newLedger(), searches: ledger.searches}
    for (const response of responses) turn.responses.set(String(turn.responses.size), response)
    // A session is known by its responses or by a report, and a turn may have no responses.
    if (part) reportedOf(turn, part.report.session)
    const parts = part ? [{...part, responses}] : []
    const partOf = new Map([...responses].map((response) => [response, responses]))
    turn.streams.set(source, {parts, settled: [], unreported: new Set(), partOf, isMade: false})
    const settlement = settleSessions(turn, () => [], [])
    const sum = newPriceSum()
    const open = new Map<Response, number>()
    let tokens = 0
    for (const charge of listCharges(turn, settlement, chargeTimes(this.#state))) {
      const response = turn.responses.get(charge.response ?? '')
      const earlier = response && before.get(response)
      const nano = nanoPriceOf(charge, this.#overrides)
      if (response && (!part || (response.agent !== undefined && !settlement.covered.has(response))))
        open.set(response, nano ?? 0)
      if (earlier === undefined) tokens += sumTokens(charge.usage)
      addPrice(sum, earlier === undefined ? sumTokens(charge.usage) : 0, nano && nano - (earlier ?? 0))
    }
    if (isEnd) this.#open.set(source, open)
    if (part) this.#last.set(source, part)
    return {computed: costOfSum(sum), isUsed: tokens > 0}
  }
}
