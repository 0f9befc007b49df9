import type {PriceOverrides} from '../../archive/prices/index.ts'
import {nanoPriceOf} from '../../archive/prices/index.ts'
import type {Line, MessageOf, Usage} from '../../model/index.ts'
import {maxUsage, noUsage} from '../../model/index.ts'

/** What was spent on something, in dollars. */
export interface Spending {
  /** As the client said; nothing as long as it did not. */
  readonly reported: number | undefined
  /** By the prices that are known, of the answers that were seen; nothing where a price is not known. */
  readonly computed: number | undefined
}

interface Answer {
  readonly model: string | undefined
  readonly agent: string | undefined
  usage: Usage
}

/**
 * Adds up what a run costs while it goes on: what the client has reported by now, and since then what its answers cost by
 * known prices. A stream tells an answer's final output late or never, so until then it is a lower bound.
 */
export class CostMeter {
  readonly #overrides: PriceOverrides | undefined
  readonly #now: () => number
  /** Answers since the last result. */
  #answers = new Map<string, Answer>()
  #begun: string | undefined
  readonly #told = new Map<string, number>()
  readonly #turns: Spending[] = []
  #agents: ReadonlyMap<string, number> = new Map()

  constructor(overrides: PriceOverrides | undefined, now: () => number) {
    this.#overrides = overrides
    this.#now = now
  }

  /** Gives true where the sum may have changed. */
  look(line: Line): boolean {
    if (line.kind !== 'message') return false
    const {message} = line
    if (message.kind === 'assistant' && !message.synthetic) return this.#note(message)
    if (message.kind === 'partial') return this.#refine(message)
    if (message.kind === 'result') return this.#close(message)
    return false
  }

  /** Everything so far, in dollars; nothing where not a single number is known. */
  get total(): number | undefined {
    const parts = this.turns.map(worthOf).filter((part) => part !== undefined)
    return parts.length === 0 ? undefined : parts.reduce((sum, part) => sum + part, 0)
  }

  /** Something was answered since the client last told a sum. */
  get isOpen(): boolean {
    return this.#answers.size > 0
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

  #note(message: MessageOf<'assistant'>): boolean {
    const id = message.messageId ?? message.id
    if (id === undefined) return false
    const known = this.#answers.get(id) ?? {model: message.model, agent: message.parentCall, usage: noUsage}
    known.usage = maxUsage(known.usage, message.usage ?? noUsage)
    this.#answers.set(id, known)
    return true
  }

  /** Only partial messages tell what an answer used in the end. */
  #refine({event, messageId}: MessageOf<'partial'>): boolean {
    if (event.event === 'message-start') this.#begun = event.messageId
    if (event.event !== 'message-delta' || !event.usage) return false
    const answer = this.#answers.get(messageId ?? this.#begun ?? '')
    if (answer) answer.usage = maxUsage(answer.usage, event.usage)
    return answer !== undefined
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
    this.#turns.push({reported, computed: this.#answers.size === 0 ? undefined : this.#openCost()})
    this.#agents = this.#withOpen()
    this.#answers = new Map()
    return true
  }

  #withOpen(): ReadonlyMap<string, number> {
    const agents = new Map(this.#agents)
    for (const answer of this.#answers.values()) {
      const cost = answer.agent === undefined ? undefined : this.#priceOf(answer)
      if (answer.agent !== undefined && cost !== undefined)
        agents.set(answer.agent, (agents.get(answer.agent) ?? 0) + cost)
    }
    return agents
  }

  #openCost(): number | undefined {
    let sum: number | undefined
    for (const answer of this.#answers.values()) {
      const cost = this.#priceOf(answer)
      if (cost !== undefined) sum = (sum ?? 0) + cost
    }
    return sum
  }

  #priceOf({model, usage}: Answer): number | undefined {
    if (model === undefined) return undefined
    const use = {fast: false, time: this.#now(), webSearches: 0, overrides: this.#overrides}
    const nano = nanoPriceOf(usage, model, use)
    return nano === undefined ? undefined : nano / 1e9
  }
}

/** What a turn counts for: the client knows calls that no line shows. */
export const worthOf = ({reported, computed}: Spending): number | undefined => reported ?? computed
