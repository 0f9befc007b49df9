import {placeSummaries} from './fold/fold-title.ts'
import type {ConversationState, SessionState} from './state/state.ts'

/** The sessions in which something was said or done, with the best titles that are known by now. */
export function substantialSessions(state: ConversationState): readonly SessionState[] {
  placeSummaries(state)
  return [...state.sessions.values()].filter(({substantial}) => substantial)
}
