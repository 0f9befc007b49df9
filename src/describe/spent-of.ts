import type {Conversation} from '../conversation/index.ts'
import type {Spent} from '../page/index.ts'
import type {Summarizer} from './summarizer.ts'
import {totalTokens} from './summarizer.ts'

/** What was used and paid so far, for outputs that can redraw it. */
export function spentOf(state: Conversation, summarizer: Summarizer): Spent {
  const {usage, reportedCostUsd} = state.spending()
  return {tokens: totalTokens(usage), costUsd: reportedCostUsd, context: summarizer.context}
}
