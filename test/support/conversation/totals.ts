import type {Conversation, ConversationDocument} from '../../../src/conversation/index.ts'
import type {InspectionJson} from '../../../src/json/index.ts'
import type {Usage} from '../../../src/model/index.ts'
import {addUsage, noUsage} from '../../../src/model/index.ts'
import type {PageJson} from '../../../src/render/json/page-json.ts'

/** What an output says of everything it was given: how many calls ended how, tokens, and the dollars that the client reported. */
export interface Totals {
  readonly states: Readonly<Record<string, number>>
  readonly usage: Usage
  readonly complete: boolean
  readonly micros: number | undefined
}

export const microsOf = (dollars: number | null | undefined): number | undefined =>
  dollars === null || dollars === undefined ? undefined : Math.round(dollars * 1_000_000)

const withoutZeros = (counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

export function foldedTotals(conversation: Conversation): Totals {
  const {usage, complete, reportedCostUsd} = conversation.spending()
  return {states: withoutZeros(conversation.runCounts), usage, complete, micros: microsOf(reportedCostUsd)}
}

export const inspectedTotals = ({toolCalls, usage, isComplete, reportedCostUsd}: InspectionJson): Totals => ({
  states: withoutZeros(toolCalls),
  usage,
  complete: isComplete,
  micros: microsOf(reportedCostUsd),
})

export function shownTotals({usage, isComplete, reportedCostUsd, toolCalls}: ConversationDocument): Totals {
  const states: Record<string, number> = {}
  for (const {state, isCopied} of toolCalls) if (!isCopied) states[state] = (states[state] ?? 0) + 1
  return {states, usage, complete: isComplete, micros: microsOf(reportedCostUsd)}
}

/** The totals that pages have. */
export interface PageTotals {
  readonly calls: number
  readonly failed: number
  readonly denied: number
  readonly usage: Usage
  readonly micros: number | undefined
}

export const pageTotals = ({states, usage, micros}: Totals): PageTotals => ({
  calls: sumOf(Object.values(states)),
  failed: states['failed'] ?? 0,
  denied: states['denied'] ?? 0,
  usage,
  micros,
})

export function exportedTotals({sessions}: PageJson): PageTotals {
  const summaries = sessions.map(({summary}) => summary)
  const reported = summaries.flatMap(({reportedCostUsd}) => reportedCostUsd ?? [])
  return {
    calls: sumOf(summaries.map(({toolCalls}) => toolCalls)),
    failed: sumOf(summaries.map(({failedToolCalls}) => failedToolCalls)),
    denied: sumOf(summaries.map(({deniedToolCalls}) => deniedToolCalls)),
    usage: sessions.flatMap(({usage}) => usage ?? []).reduce(addUsage, noUsage),
    micros: reported.length === 0 ? undefined : microsOf(sumOf(reported)),
  }
}

/** The responses of which anything is shown. */
export function shownResponses({sessions, agents, toolCalls}: ConversationDocument): number {
  const items = [...sessions.flatMap(({turns}) => turns), ...agents].flatMap((turn) => turn.items)
  return new Set([...items, ...toolCalls].flatMap(({responseId}) => responseId ?? [])).size
}
