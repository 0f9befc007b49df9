import {Conversation} from '../../conversation/index.ts'
import {Summarizer} from '../../describe/index.ts'
import type {ToolRunState, Usage} from '../../model/index.ts'
import {readFileLines} from '../../sources/index.ts'
import type {RecordedFor} from './ci-files.ts'
import type {Spending} from './cost-meter.ts'

/** What a recorded run used and cost, for programs. `null` is what nobody knows. */
export interface UsageReport {
  readonly format: 'recount-usage'
  readonly version: 1
  readonly recording: string
  readonly exitCode: number | null
  readonly signal: string | null
  readonly outcome: string | null
  readonly sessions: readonly string[]
  readonly models: readonly string[]
  /** The client's own sum where it told one, else what prices make of the tokens. */
  readonly costUsd: number | null
  readonly reportedCostUsd: number | null
  readonly usage: Usage
  readonly usageComplete: boolean
  /** How full the window of the model was at its last answer. */
  readonly context: {readonly tokens: number; readonly window: number | null} | null
  readonly tools: Readonly<Record<ToolRunState, number>>
  readonly turns: readonly {readonly reportedUsd: number | null; readonly computedUsd: number | null}[]
  /** By the call that started each. */
  readonly agents: readonly {readonly call: string; readonly computedUsd: number}[]
}

/** Adds up a recording. */
export function usageReport({path, end, meter}: RecordedFor): UsageReport {
  const state = new Conversation({keep: 'nothing'})
  const summarizer = new Summarizer()
  for (const line of readFileLines(path)) {
    state.add(line)
    summarizer.look(line)
  }
  state.end(path)
  const {context} = summarizer
  const {sessions, outcome, usage, usageComplete, reportedCostUsd} = state.document()
  return {
    format: 'recount-usage',
    version: 1,
    recording: path,
    exitCode: end.code ?? null,
    signal: end.signal ?? null,
    outcome: outcome?.state ?? null,
    sessions: sessions.map(({id}) => id),
    models: [...new Set(sessions.flatMap(({models}) => models))],
    costUsd: meter.total ?? null,
    reportedCostUsd,
    usage,
    usageComplete,
    context: context === undefined ? null : {tokens: context.tokens, window: context.window ?? null},
    tools: state.runCounts,
    turns: meter.turns.map(turnOf),
    agents: [...meter.agents].map(([call, computedUsd]) => ({call, computedUsd})),
  }
}

const turnOf = ({reported, computed}: Spending) => ({
  reportedUsd: reported ?? null,
  computedUsd: computed ?? null,
})
