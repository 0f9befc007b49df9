import type {RunJson} from '../../../json/index.ts'
import {toMicros} from '../../../json/index.ts'
import type {RecordedRun} from './ci-files.ts'
import type {TurnCosts} from './run-costs.ts'

/** Adds up a recorded run. */
export function createRunReport({path, end, costs}: RecordedRun): RunJson {
  const {conversation, summarizer} = costs
  const {context} = summarizer
  const {computed, unknownTokens} = costs.costs
  const {sessions, outcome, usage, isComplete, reportedCostUsd} = conversation.document()
  return {
    format: 'recount-run',
    version: 1,
    recording: path,
    exitCode: end.code ?? null,
    signal: end.signal ?? null,
    outcome: outcome?.state ?? null,
    sessionIds: sessions.map(({sessionId}) => sessionId),
    models: [...new Set(sessions.flatMap(({models}) => models))],
    costUsd: costs.total ?? null,
    costMicros: toMicros(costs.total),
    reportedCostUsd,
    computedCostUsd: computed === undefined || unknownTokens > 0 ? null : computed / 1_000_000,
    usage,
    isComplete,
    context: context === undefined ? null : {tokens: context.tokens, window: context.window ?? null},
    toolCalls: conversation.runCounts,
    turns: costs.turns.map(turnReport),
    agents: [...costs.agents].map(([toolCallId, computedCostUsd]) => ({toolCallId, computedCostUsd})),
  }
}

const turnReport = ({reported, computed}: TurnCosts) => ({
  reportedCostUsd: reported ?? null,
  computedCostUsd: computed ?? null,
})
