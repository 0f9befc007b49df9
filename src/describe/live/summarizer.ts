import type {Change, Conversation, Outcome} from '../../conversation/index.ts'
import {bestCost, completeCost} from '../../conversation/index.ts'
import {promptTokens, sumTokens} from '../../model/billing.ts'
import type {Line, MessageOf, ModelTotal} from '../../model/index.ts'
import type {Spent, Summary} from '../../page/index.ts'
import type {PriceOverrides} from '../../prices/index.ts'
import {contextAt, durationOfTurn, summarize} from '../summarize.ts'

/** Collects what the closing line of a conversation says and the conversation forgets. */
export class Summarizer {
  #unknown = 0
  #turns = 0
  #durationMs = 0
  #apiError: string | undefined
  /** The last response of the main thread with a prompt. */
  #response: Pick<MessageOf<'assistant'>, 'usage' | 'model'> | undefined
  #totals: readonly ModelTotal[] = []

  /** How full the context window was at the last response of the main thread. */
  get context(): Spent['context'] {
    const {usage, model} = this.#response ?? {}
    return usage && contextAt(usage, model, this.#totals)
  }

  addLine(line: Line): void {
    if (line.kind === 'unknown') this.#unknown += 1
    if (line.kind !== 'message') return
    const {message} = line
    if (message.kind === 'assistant') {
      const {usage, model = this.#response?.model, error} = message
      const isMain = !message.sidechain && message.parentCall === undefined
      if (usage && isMain && promptTokens(usage) > 0) this.#response = {usage, model}
      if (error !== undefined) this.#apiError = textOf(message)
    } else if (message.kind === 'result') {
      if (message.failed && message.text) this.#apiError = message.text
      this.#totals = message.totals
    }
  }

  addChanges(changes: readonly Change[]): void {
    for (const change of changes) {
      if (change.type !== 'turn-settled') continue
      this.#turns += 1
      this.#durationMs += durationOfTurn(change.turn)
    }
  }

  /** The run so far in one line. */
  summary(conversation: Conversation, overrides?: PriceOverrides): Summary {
    const {total} = conversation.costs(overrides)
    const facts = summarize({
      outcome: worstOutcome(conversation),
      apiError: this.#apiError,
      turns: this.#turns,
      durationMs: this.#durationMs,
      runCounts: conversation.runCounts,
      spending: total,
      unknownRecords: this.#unknown,
    })
    return {...facts, cost: completeCost(total)}
  }
}

const textOf = ({blocks}: MessageOf<'assistant'>): string =>
  blocks.find((block) => block.type === 'text')?.text ?? ''

/** Tokens and cost so far, for outputs that redraw them. */
export function describeSpending(
  conversation: Conversation,
  summarizer: Summarizer,
  overrides?: PriceOverrides,
): Spent {
  const {total} = conversation.costs(overrides)
  return {
    tokens: sumTokens(total.usage) || undefined,
    costUsd: bestCost(total)?.usd,
    context: summarizer.context,
  }
}

const severity = {completed: 0, open: 1, interrupted: 2, 'cut-off': 3, failed: 4}

/** The worst outcome of all sessions; of equal ones the first. */
const worstOutcome = ({sessions}: Conversation): Outcome =>
  [...sessions.values()]
    .map(({outcome}) => outcome)
    .sort((a, b) => severity[b.state] - severity[a.state])[0] ?? {state: 'open'}
