import type {Costs} from '../../../conversation/index.ts'
import {bestCost, Conversation} from '../../../conversation/index.ts'
import {Summarizer} from '../../../describe/index.ts'
import {sumTokens} from '../../../model/billing.ts'
import type {Instant, Line, MessageKind} from '../../../model/index.ts'
import {noUsage} from '../../../model/index.ts'
import type {PriceOverrides} from '../../../prices/index.ts'

/** What one turn cost, in dollars. */
export interface TurnCosts {
  /** As the client reported it; `undefined` until it does. */
  readonly reported: number | undefined
  /** By known prices; `undefined` if there is none. */
  readonly computed: number | undefined
}

/** Kinds of messages that may change what a run costs. */
const costly: ReadonlySet<MessageKind> = new Set<MessageKind>([
  'assistant',
  'partial',
  'tool-result',
  'result',
])

/**
 * Follows what a run costs while it is running: what the client has reported so far, and since then what its responses
 * cost by known prices. A stream has a response's final output late or never, so until then it is a lower bound.
 */
export class RunCosts {
  readonly conversation = new Conversation({keep: 'open'})
  readonly summarizer = new Summarizer()
  readonly #overrides: PriceOverrides | undefined
  readonly #ended: TurnCosts[] = []
  #atLastResult: Costs | undefined

  constructor(overrides: PriceOverrides | undefined) {
    this.#overrides = overrides
  }

  /** Adds a line, and returns whether the sum may have changed. */
  add(line: Line, at?: Instant): boolean {
    this.conversation.add(line, at)
    this.summarizer.addLine(line)
    if (line.kind !== 'message' || !costly.has(line.message.kind)) return false
    const {message} = line
    if (message.kind === 'result') {
      const now = this.costs
      this.#ended.push(turnBetween(this.#atLastResult, now, message.costUsd !== undefined))
      this.#atLastResult = now
    }
    return message.kind !== 'partial' || message.event.event.startsWith('message-')
  }

  end(source: string): void {
    this.conversation.end(source)
  }

  get costs(): Costs {
    return this.conversation.costs(this.#overrides).total
  }

  /** Everything so far, in dollars; `undefined` if no number is known. */
  get total(): number | undefined {
    return bestCost(this.costs)?.usd
  }

  /** Something was used since the client last reported. */
  get isOpen(): boolean {
    return this.#openTurn().length > 0
  }

  /** Each turn; the last may not have ended. */
  get turns(): readonly TurnCosts[] {
    return [...this.#ended, ...this.#openTurn()]
  }

  /** What each agent's responses cost in dollars, by the call that started it, as far as prices are known. */
  get agents(): ReadonlyMap<string, number> {
    const costs = new Map<string, number>()
    for (const {session, agent, nano = 0} of this.conversation.costs(this.#overrides).charges) {
      const call = this.conversation.sessions.get(session)?.agentsByKey.get(agent ?? '')?.callId
      if (call !== undefined) costs.set(call, (costs.get(call) ?? 0) + nano)
    }
    return new Map([...costs].map(([call, nano]) => [call, nano / 1e9]))
  }

  #openTurn(): readonly TurnCosts[] {
    const [before, now] = [this.#atLastResult, this.costs]
    if (sumTokens(now.usage) === sumTokens(before?.usage ?? noUsage)) return []
    return [turnBetween(before, now, false)]
  }
}

/** What came between two moments. */
function turnBetween(before: Costs | undefined, now: Costs, isReported: boolean): TurnCosts {
  const computed = (now.computed ?? 0) - (before?.computed ?? 0)
  return {
    reported: isReported ? (now.reportedCostUsd ?? 0) - (before?.reportedCostUsd ?? 0) : undefined,
    computed: computed === 0 ? undefined : computed / 1_000_000,
  }
}

/** What a turn counts for: the client knows requests that no line shows. */
export const turnCost = ({reported, computed}: TurnCosts): number | undefined => reported ?? computed
