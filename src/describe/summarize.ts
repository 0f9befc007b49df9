import type {Outcome, Session, Spending, Turn} from '../conversation/index.ts'
import {promptTokens, sumTokens} from '../model/billing.ts'
import {errorText} from '../model/fields.ts'
import type {ModelTotal, Usage} from '../model/index.ts'
import {type ContextFill, firstLine, type Summary} from '../page/index.ts'
import {describeReason, isApiFailure} from './entries/failure-reasons.ts'

/** What a summary is made from: one session, or all sessions of a run. */
export interface SummaryFacts {
  readonly outcome: Outcome
  /** The client's last words on an error of the API. */
  readonly apiError: string | undefined
  readonly turns: number
  /** The durations of the turns, added up. */
  readonly durationMs: number
  readonly runCounts: Session['runCounts']
  readonly spending: Spending | undefined
  readonly unknownRecords: number
}

/** The heading of a page and the closing line of a run: how it ended, and what it took. */
export function summarize({outcome, apiError, runCounts, spending, ...facts}: SummaryFacts): Summary {
  return {
    state: outcome.state,
    reason: outcome.reason === undefined ? undefined : explainFailure(outcome.reason, apiError),
    durationMs: facts.durationMs || undefined,
    turns: facts.turns,
    toolCalls: Object.values(runCounts).reduce((sum, count) => sum + count, 0),
    failedToolCalls: runCounts.failed,
    deniedToolCalls: runCounts.denied,
    tokens: spending && (sumTokens(spending.usage) || undefined),
    reportedCostUsd: spending?.reportedCostUsd,
    unknownRecords: facts.unknownRecords,
  }
}

/** How long a turn took; 0 if it arrived at one time, and was not measured. */
export const durationOfTurn = ({durationMs = 0, spanMs = 0}: Pick<Turn, 'durationMs' | 'spanMs'>): number =>
  Math.max(durationMs, spanMs)

const maxReason = 100

/** Why a run failed: an error of the API in its own words, any other in ours. */
const explainFailure = (name: string, apiError = ''): string =>
  (isApiFailure(name) && firstLine(errorText(apiError), maxReason)) || describeReason(name)

/** How full the window of a model was at a response; helpers have other models with smaller windows. */
export function contextAt(
  usage: Usage,
  model: string | undefined,
  totals: readonly ModelTotal[],
  models: ReadonlySet<string> = new Set(),
): ContextFill | undefined {
  const tokens = promptTokens(usage)
  if (tokens === 0) return undefined
  const total = totals.find((total) => total.model.replace(/\[.*$/, '') === model)
  // Such a name asks for the long window, which the totals report only at the end of a run.
  const asked = models.has(`${model}[1m]`) ? 1_000_000 : undefined
  return {tokens, window: total?.contextWindow ?? asked}
}
