import type {Conversation} from '../conversation/index.ts'
import {bestCost} from '../conversation/index.ts'
import type {Spent} from '../page/index.ts'
import type {PriceOverrides} from '../prices/index.ts'
import type {Summarizer} from './summarizer.ts'
import {totalTokens} from './summarizer.ts'

/** What was used and what it cost so far, for outputs that can redraw it. */
export function spentOf(
  conversation: Conversation,
  summarizer: Summarizer,
  overrides?: PriceOverrides,
): Spent {
  const {total} = conversation.costs(overrides)
  return {tokens: totalTokens(total.usage), costUsd: bestCost(total)?.usd, context: summarizer.context}
}
