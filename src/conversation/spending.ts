import {addUsage, noUsage} from '../model/index.ts'
import type {Spending} from './conversation.ts'
import type {SessionLedger} from './ledger.ts'
import {spendingBySession} from './ledger.ts'
import type {ConversationState} from './state.ts'

/** What each session used and cost, history it copied from others not counted again. */
export function spendingOfSessions(state: ConversationState): ReadonlyMap<string, SessionLedger> {
  return spendingBySession(state.ledger, (id) => state.sessions.get(id)?.relatives ?? [])
}

/** What everything together used and cost. */
export function spendingOf(state: ConversationState): Spending {
  let total: Spending = {usage: noUsage, complete: true, reportedCostUsd: undefined}
  for (const session of spendingOfSessions(state).values()) {
    const {reportedCostUsd: cost} = session
    total = {
      usage: addUsage(total.usage, session.usage),
      complete: total.complete && session.complete,
      reportedCostUsd: cost === undefined ? total.reportedCostUsd : (total.reportedCostUsd ?? 0) + cost,
    }
  }
  return total
}
