import type {PricedResponse} from '../../archive/usage/response-prices.ts'
import {ResponsePrices} from '../../archive/usage/response-prices.ts'
import type {Line} from '../../model/index.ts'
import type {Cost} from '../../page/index.ts'
import type {PriceOverrides} from '../../prices/index.ts'

/** Adds up while lines are read what sessions cost by the prices that are known. */
export class SessionCosts {
  readonly #prices: ResponsePrices
  readonly #sessions = new Map<PricedResponse, string>()
  readonly #responses = new Map<string, PricedResponse[]>()

  constructor(overrides: PriceOverrides | undefined) {
    this.#prices = new ResponsePrices(overrides)
  }

  /** Looks at a line; `named` is the session that its file is named after. */
  look(line: Line, named: string | undefined): void {
    for (const response of this.#prices.look(line)) {
      const session = named ?? (line.kind === 'message' ? line.message.session : undefined)
      if (session === undefined || this.#sessions.has(response)) continue
      this.#sessions.set(response, session)
      const others = this.#responses.get(session)
      if (others) others.push(response)
      else this.#responses.set(session, [response])
    }
  }

  /** What a session cost; nothing where it used nothing, or a model whose price nobody knows. */
  costOf(session: string): Cost | undefined {
    let nano: number | undefined
    for (const response of this.#responses.get(session) ?? []) {
      const price = this.#prices.price(response)
      // A sum without one of its parts would look like the whole.
      if (price === undefined) return undefined
      nano = (nano ?? 0) + price
    }
    return nano === undefined ? undefined : {usd: nano / 1e9, from: 'computed'}
  }
}
