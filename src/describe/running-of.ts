import type {ConversationState} from '../conversation/index.ts'
import {spendingOf} from '../conversation/index.ts'
import type {Running} from '../page/index.ts'
import type {Narrator} from './narrator.ts'
import type {Summarizer} from './summarizer.ts'
import {totalTokens} from './summarizer.ts'

/** What goes on right now and what it cost so far, for outputs that can redraw it. */
export function runningOf(state: ConversationState, narrator: Narrator, summarizer: Summarizer): Running {
  const {usage, reportedCostUsd} = spendingOf(state)
  return {
    ...narrator.running(),
    spent: {tokens: totalTokens(usage), costUsd: reportedCostUsd, context: summarizer.context},
  }
}
