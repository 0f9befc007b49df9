import {agentTools} from '../model/agent-tools.ts'
import {addUsage, noUsage} from '../model/index.ts'
import type {Spending} from './session.ts'
import type {AgentCall, SessionSpending, Settlement} from './settle-sessions.ts'
import {plusDollars, settleSessions} from './settle-sessions.ts'
import type {ConversationState} from './state.ts'

/** What each session used and cost. */
export const spendingOfSessions = (state: ConversationState): ReadonlyMap<string, SessionSpending> =>
  settle(state).sessions

/** What everything together used and cost. */
export function spendingOf(state: ConversationState): Spending {
  let total: Spending = {usage: noUsage, complete: true, reportedCostUsd: undefined}
  for (const {usage, complete, reportedCostUsd} of spendingOfSessions(state).values()) {
    total = {
      usage: addUsage(total.usage, usage),
      complete: total.complete && complete,
      reportedCostUsd: plusDollars(total.reportedCostUsd, reportedCostUsd),
    }
  }
  return total
}

const settle = (state: ConversationState): Settlement =>
  settleSessions(state.ledger, (session) => state.sessions.get(session)?.relatives ?? [], agentCallsIn(state))

function agentCallsIn({sessions}: ConversationState): readonly AgentCall[] {
  const found: AgentCall[] = []
  for (const {id, runs} of sessions.values()) {
    for (const {name, state, copied, messageId} of runs.values()) {
      if (agentTools.has(name) && !copied && state !== 'failed' && state !== 'denied')
        found.push({session: id, message: messageId})
    }
  }
  return found
}
