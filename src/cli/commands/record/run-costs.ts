import {bestCost, Conversation, type Costs, type TurnPricer} from '../../../conversation/index.ts'
import {Summarizer} from '../../../describe/index.ts'
import type {Instant, Line, MessageKind, MessageOf} from '../../../model/index.ts'
import {formatBytes, formatDollars, formatNoun} from '../../../page/index.ts'
import type {PriceOverrides} from '../../../prices/index.ts'
import type {Arguments} from '../../arguments/command.ts'
import {invalidValue} from '../../failure.ts'
import type {RecordedAmount} from './follow-run.ts'

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
  readonly #pricer: TurnPricer
  readonly #ended: TurnCosts[] = []
  #source = ''
  /** The running total of the last result that was made from a transcript. */
  #madeCostUsd = 0

  constructor(overrides: PriceOverrides | undefined) {
    this.#overrides = overrides
    this.#pricer = this.conversation.turnPricer(overrides)
  }

  /** Adds a line, and returns whether the sum may have changed. */
  add(line: Line, at?: Instant): boolean {
    this.conversation.add(line, at)
    this.summarizer.addLine(line)
    if (line.kind !== 'message' || !costly.has(line.message.kind)) return false
    const {message} = line
    this.#source = line.at.source
    if (message.kind === 'result') {
      const {computed} = this.#pricer.end(this.#source)
      this.#ended.push({reported: this.#reportedBy(message), computed: inDollars(computed)})
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
    const {isUsed, computed} = this.#pricer.running(this.#source)
    return isUsed ? [{reported: undefined, computed: inDollars(computed)}] : []
  }

  /** What a result that was just added reports for its own turn. */
  #reportedBy({made, costUsd}: MessageOf<'result'>): number | undefined {
    if (!made) return this.conversation.sessionOfSource(this.#source)?.totals?.ownCostUsd
    if (costUsd === undefined) return undefined
    const own = costUsd - this.#madeCostUsd
    this.#madeCostUsd = costUsd
    return own
  }
}

const inDollars = (micros: number | undefined): number | undefined =>
  micros ? micros / 1_000_000 : undefined

/** The cost of a turn. The reported cost is better: the client knows requests that no line shows. */
const turnCost = ({reported, computed}: TurnCosts): number | undefined => reported ?? computed

/** The maximum number of turns that are listed. */
const maxTurns = 8

/** The messages after a recording: where it is, and what the run cost, by turns and agents. */
export function describeRecording(
  path: string,
  {lines, bytes}: RecordedAmount,
  costs: RunCosts,
): readonly string[] {
  const cost = describeCost(costs)
  return [
    `Recorded ${formatNoun(lines, 'line')} (${formatBytes(bytes)}) in ${path}.`,
    ...(cost ? [cost] : []),
  ]
}

function describeCost(costs: RunCosts): string | undefined {
  const {total, turns, agents} = costs
  if (total === undefined) return undefined
  const shown = turns.slice(-maxTurns)
  const first = turns.length - shown.length + 1
  const byTurn =
    turns.length < 2 ? [] : shown.map((turn, at) => `turn ${first + at} ${dollars(turnCost(turn))}`)
  const ofAgents = [...agents.values()].reduce((sum, cost) => sum + cost, 0)
  const byAgent = agents.size === 0 ? [] : [`${formatNoun(agents.size, 'agent')} about ${dollars(ofAgents)}`]
  const parts = [...byTurn, ...byAgent]
  // Without a report of the client, the closing line has no cost either.
  const least = costs.isOpen ? 'at least ' : ''
  if (parts.length === 0 && !costs.isOpen) return undefined
  return `Cost: ${least}${dollars(total)}${parts.length === 0 ? ' (estimated)' : ` (${parts.join(', ')})`}.`
}

const dollars = (cost: number | undefined): string => (cost === undefined ? 'unknown' : formatDollars(cost))

/** Watches the cost of a run. */
export type Budget = NonNullable<ReturnType<typeof readBudget>>

/** The share of the budget at which the first warning appears. */
const warningShare = 0.8

/** The budget in the options. */
export function readBudget({values, switches}: Arguments) {
  const value = values.get('budget')
  if (value === undefined) return undefined
  const limit = /^\$?\d+(\.\d+)?$/.test(value) ? Number(value.replace('$', '')) : 0
  if (!(limit > 0)) throw invalidValue('budget', value, 'dollars such as 2.50')
  let said = 0
  return {
    /** The message for a sum, once for each threshold. */
    check(total = 0): string | undefined {
      const reached = total >= limit ? 1 : total >= limit * warningShare ? warningShare : 0
      if (reached <= said) return undefined
      said = reached
      const sum = `${formatDollars(total)} of ${formatDollars(limit)} spent (${Math.round((total / limit) * 100)}%)`
      if (reached < 1) return `Budget: ${sum}.`
      return `Budget: ${sum}${switches.has('budget-stop') ? '; stopping the run' : ''}.`
    },
    /** It is used up, and the run must be stopped. */
    get stopsRun(): boolean {
      return said === 1 && switches.has('budget-stop')
    },
  }
}
