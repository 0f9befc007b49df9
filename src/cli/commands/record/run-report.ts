import type {ToolRunState, Usage} from '../../../model/index.ts'
import type {RecordedRun} from './ci-files.ts'
import type {TurnCosts} from './run-costs.ts'

/** What a recorded run used and cost, for programs. `null` is what nobody knows. */
export interface RunReport {
  readonly format: 'recount-usage'
  readonly version: 1
  readonly recording: string
  readonly exitCode: number | null
  readonly signal: string | null
  readonly outcome: string | null
  readonly sessions: readonly string[]
  readonly models: readonly string[]
  /** What the client reported, with the computed cost of what came after; if it reported nothing, the computed cost. */
  readonly costUsd: number | null
  readonly reportedCostUsd: number | null
  /** By known prices; `null` if a model has none. */
  readonly computedCostUsd: number | null
  readonly usage: Usage
  readonly usageComplete: boolean
  /** How full the window of the model was at its last answer. */
  readonly context: {readonly tokens: number; readonly window: number | null} | null
  readonly tools: Readonly<Record<ToolRunState, number>>
  readonly turns: readonly {readonly reportedUsd: number | null; readonly computedUsd: number | null}[]
  /** By the call that started each. */
  readonly agents: readonly {readonly call: string; readonly computedUsd: number}[]
}

/** Adds up a recorded run. */
export function createRunReport({path, end, costs}: RecordedRun): RunReport {
  const {conversation, summarizer} = costs
  const {context} = summarizer
  const {computed, unknownTokens} = costs.costs
  const {sessions, outcome, usage, isComplete, reportedCostUsd} = conversation.document()
  return {
    format: 'recount-usage',
    version: 1,
    recording: path,
    exitCode: end.code ?? null,
    signal: end.signal ?? null,
    outcome: outcome?.state ?? null,
    sessions: sessions.map(({sessionId}) => sessionId),
    models: [...new Set(sessions.flatMap(({models}) => models))],
    costUsd: costs.total ?? null,
    reportedCostUsd,
    computedCostUsd: computed === undefined || unknownTokens > 0 ? null : computed / 1_000_000,
    usage,
    usageComplete: isComplete,
    context: context === undefined ? null : {tokens: context.tokens, window: context.window ?? null},
    tools: conversation.runCounts,
    turns: costs.turns.map(turnReport),
    agents: [...costs.agents].map(([call, computedUsd]) => ({call, computedUsd})),
  }
}

const turnReport = ({reported, computed}: TurnCosts) => ({
  reportedUsd: reported ?? null,
  computedUsd: computed ?? null,
})
