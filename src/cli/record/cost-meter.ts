import type {PricedResponse} from '../../archive/usage/response-prices.ts'
import {ResponsePrices} from '../../archive/usage/response-prices.ts'
import type {Line, MessageOf} from '../../model/index.ts'
import type {PriceOverrides} from '../../prices/index.ts'

/** What was spent on something, in dollars. */
export interface Spending {
  /** As the client said; nothing as long as it did not. */
  readonly reported: number | undefined
  /** By the prices that are known, of the answers that were seen; nothing where a price is not known. */
  readonly computed: number | undefined
}

/**
 * Adds up what a run costs while it goes on: what the client has reported by now, and since then what its answers cost by
 * known prices. A stream tells an answer's final output late or never, so until then it is a lower bound.
 */
export class CostMeter {
  readonly #prices: ResponsePrices
  /** Responses since the last result. */
  #responses = new Set<PricedResponse>()
  readonly #told = new Map<string, number>()
  readonly #turns: Spending[] = []
  #agents: ReadonlyMap<string, number> = new Map()

  constructor(overrides: PriceOverrides | undefined, now: () => number) {
    this.#prices = new ResponsePrices(overrides, now)
  }

  /** Gives true where the sum may have changed. */
  look(line: Line): boolean {
    const told = this.#prices.look(line)
    for (const response of told) this.#responses.add(response)
    if (line.kind === 'message' && line.message.kind === 'result') return this.#close(line.message)
    return told.length > 0
  }

  /** Everything so far, in dollars; nothing where not a single number is known. */
  get total(): number | undefined {
    const parts = this.turns.map(worthOf).filter((part) => part !== undefined)
    return parts.length === 0 ? undefined : parts.reduce((sum, part) => sum + part, 0)
  }

  /** Something was answered since the client last told a sum. */
  get isOpen(): boolean {
    return this.#responses.size > 0
  }

  /** Each turn; the last may not have ended. */
  get turns(): readonly Spending[] {
    if (!this.isOpen) return this.#turns
    return [...this.#turns, {reported: undefined, computed: this.#openCost()}]
  }

  /** What each agent's answers cost, by the call that started it, as far as prices are known. */
  get agents(): ReadonlyMap<string, number> {
    return this.isOpen ? this.#withOpen() : this.#agents
  }

  /** A result's total runs on in its process; newer clients tell what is new of it. */
  #close(message: MessageOf<'result'>): boolean {
    const {costUsd, sinceLast} = message
    const session = message.session ?? ''
    const before = this.#told.get(session) ?? 0
    const own = sinceLast?.reduce((sum, part) => sum + (part.costUsd ?? 0), 0)
    const reported =
      own ?? (costUsd === undefined ? undefined : costUsd < before ? costUsd : costUsd - before)
    if (costUsd !== undefined) this.#told.set(session, costUsd)
    this.#turns.push({reported, computed: this.#responses.size === 0 ? undefined : this.#openCost()})
    this.#agents = this.#withOpen()
    this.#responses = new Set()
    this.#prices.forget()
    return true
  }

  #withOpen(): ReadonlyMap<string, number> {
    const agents = new Map(this.#agents)
    for (const response of this.#responses) {
      const {parentCall} = response
      const cost = parentCall === undefined ? undefined : this.#dollars(response)
      if (parentCall !== undefined && cost !== undefined)
        agents.set(parentCall, (agents.get(parentCall) ?? 0) + cost)
    }
    return agents
  }

  #openCost(): number | undefined {
    let sum: number | undefined
    for (const response of this.#responses) {
      const cost = this.#dollars(response)
      if (cost !== undefined) sum = (sum ?? 0) + cost
    }
    return sum
  }

  #dollars(response: PricedResponse): number | undefined {
    const nano = this.#prices.price(response)
    return nano === undefined ? undefined : nano / 1e9
  }
}

/** What a turn counts for: the client knows calls that no line shows. */
export const worthOf = ({reported, computed}: Spending): number | undefined => reported ?? computed
