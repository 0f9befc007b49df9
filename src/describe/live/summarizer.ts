import type {Change, Conversation, Outcome} from '../../conversation/index.ts'
import {bestCost, completeCost} from '../../conversation/index.ts'
import {promptTokens, sumTokens} from '../../model/billing.ts'
import {errorText} from '../../model/fields.ts'
import type {Line, MessageOf, Usage} from '../../model/index.ts'
import type {Spent, Summary} from '../../page/index.ts'
import type {PriceOverrides} from '../../prices/index.ts'
import {describeReason, isApiFailure} from '../entries/failure-reasons.ts'

/** Counts what the closing line of a conversation says. */
export class Summarizer {
  #unknown = 0
  #durationMs: number | undefined
  #turns = 0
  /** The client's last words on an error of the API. */
  #apiError: string | undefined
  #contextTokens: number | undefined
  #model: string | undefined
  #contextWindow: number | undefined

  /** How full the model's window was at the last answer of the main thread. */
  get context(): Spent['context'] {
    const tokens = this.#contextTokens
    return tokens === undefined ? undefined : {tokens, window: this.#contextWindow}
  }

  addLine(line: Line): void {
    if (line.kind === 'unknown') this.#unknown += 1
    if (line.kind !== 'message') return
    const {message} = line
    if (
      message.kind === 'assistant' &&
      message.usage &&
      !message.sidechain &&
      message.parentCall === undefined
    ) {
      const tokens = promptTokens(message.usage)
      if (tokens > 0) this.#contextTokens = tokens
      this.#model = message.model ?? this.#model
    }
    if (message.kind === 'assistant' && message.error !== undefined)
      this.#apiError = firstLine(textOf(message))
    if (message.kind === 'result' && message.failed && message.text) this.#apiError = firstLine(message.text)
    if (message.kind === 'result')
      // Helpers work with models of their own; the window is that of the model that answers.
      this.#contextWindow = message.totals.find(
        ({model}) => model.replace(/\[.*$/, '') === this.#model,
      )?.contextWindow
  }

  addChanges(changes: readonly Change[]): void {
    for (const change of changes) {
      if (change.type !== 'turn-settled') continue
      const {durationMs = 0, spanMs = 0} = change.turn
      this.#turns += 1
      // A turn without a duration arrived all at once, and was not measured.
      const took = Math.max(durationMs, spanMs)
      if (took > 0) this.#durationMs = (this.#durationMs ?? 0) + took
    }
  }

  /** The run so far in one line. */
  summary(state: Conversation, overrides?: PriceOverrides): Summary {
    const {total} = state.costs(overrides)
    const {usage, reportedCostUsd} = total
    const {outcome} = worst(state)
    return {
      state: outcome.state,
      reason: outcome.reason === undefined ? undefined : this.#reasonOf(outcome.reason),
      durationMs: this.#durationMs,
      turns: this.#turns,
      toolCalls: Object.values(state.runCounts).reduce((sum, count) => sum + count, 0),
      failedToolCalls: state.runCounts.failed,
      deniedToolCalls: state.runCounts.denied,
      tokens: totalTokens(usage),
      reportedCostUsd: reportedCostUsd,
      cost: completeCost(total),
      unknownRecords: this.#unknown,
    }
  }

  #reasonOf(name: string): string {
    return (isApiFailure(name) ? this.#apiError : undefined) ?? describeReason(name)
  }
}

const textOf = ({blocks}: MessageOf<'assistant'>): string =>
  blocks.find((block) => block.type === 'text')?.text ?? ''

const maxReason = 100
const halfPair = /[\uD800-\uDBFF]$/

/** The first line of what an error says. */
function firstLine(words: string): string | undefined {
  const line = errorText(words).trim().split('\n', 1)[0] || undefined
  if (line === undefined || line.length <= maxReason) return line
  return `${line.slice(0, maxReason).replace(halfPair, '')}…`
}

/** Tokens and cost so far, for outputs that redraw them. */
export function describeSpending(
  conversation: Conversation,
  summarizer: Summarizer,
  overrides?: PriceOverrides,
): Spent {
  const {total} = conversation.costs(overrides)
  return {tokens: totalTokens(total.usage), costUsd: bestCost(total)?.usd, context: summarizer.context}
}

/** All tokens that went through the model; `undefined` if no number is known. */
export function totalTokens(usage: Usage): number | undefined {
  return sumTokens(usage) || undefined
}

const severity: Readonly<Record<Outcome['state'], number>> = {
  completed: 0,
  open: 1,
  interrupted: 2,
  'cut-off': 3,
  failed: 4,
}

/** One bad session makes a run bad. */
function worst(state: Conversation): {readonly outcome: Outcome} {
  let found: {readonly outcome: Outcome} | undefined
  for (const session of state.sessions.values()) {
    if (!found || severity[session.outcome.state] > severity[found.outcome.state]) found = session
  }
  return found ?? {outcome: {state: 'open'}}
}
