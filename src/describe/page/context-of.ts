import type {Conversation, Item, Session} from '../../conversation/index.ts'
import {promptOf} from '../../model/billing.ts'
import type {Spent} from '../../page/index.ts'

/** How full the model's window was at the last answer of the main thread. */
export function contextOf({responses}: Conversation, {turns, totals}: Session): Spent['context'] {
  for (const {items} of [...turns].reverse()) {
    for (const item of [...items].reverse()) {
      const usage = responses.get(answerOf(item) ?? '')?.usage
      const tokens = usage && promptOf(usage)
      // Helpers have windows of their own, and are smaller.
      const windows = totals?.models.map(({contextWindow}) => contextWindow ?? 0) ?? []
      if (tokens) return {tokens, window: Math.max(0, ...windows) || undefined}
    }
  }
  return undefined
}

const answerOf = (item: Item): string | undefined => ('messageId' in item ? item.messageId : undefined)
