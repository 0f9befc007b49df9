import type {Instant, ToolRun} from '../model/index.ts'
import {inputFields} from '../model/index.ts'
import type {Change} from './change.ts'
import {forgetSettled} from './forget-settled.ts'
import {giveUp} from './runs.ts'
import type {ConversationState, SessionState} from './state.ts'

const patience = 30_000

/** How long tools may be silent: their own timeout where they have one, and for ever where a person must answer. */
const patienceOf: ReadonlyMap<string, (timeout: unknown) => number> = new Map([
  ['Bash', (timeout: unknown) => Math.max(patience, typeof timeout === 'number' ? timeout : 120_000)],
  ['AskUserQuestion', () => Number.POSITIVE_INFINITY],
  ['ExitPlanMode', () => Number.POSITIVE_INFINITY],
])

/** Lets time pass for live outputs: a call that has shown no life for too long is orphaned. A late result still wins. */
export function foldTime(state: ConversationState, now: Instant): readonly Change[] {
  forgetSettled(state)
  state.changes = []
  for (const session of state.sessions.values()) {
    for (const thread of new Set([session.main, ...session.agentThreads.values()])) {
      for (const [id, {seenAt}] of thread.openCalls) {
        const run = session.runs.get(id)
        if (!run || seenAt === undefined || now - seenAt <= allowedSilence(session, run)) continue
        giveUp({state, session, time: now}, id)
      }
    }
  }
  return state.changes
}

/** An agent at work on a call of its own has as long as that call. */
function allowedSilence(session: SessionState, run: ToolRun): number {
  const agent = session.agentsByCall.get(run.id)
  const inner = agent && session.agentThreads.get(agent.key)?.openCalls.size
  if (inner) return Number.POSITIVE_INFINITY
  return patienceOf.get(run.name)?.(inputFields(run.input)['timeout']) ?? patience
}
