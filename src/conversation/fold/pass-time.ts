import {type Instant, inputFields, type ToolRun} from '../../model/index.ts'
import type {Change} from '../change.ts'
import type {ConversationState, SessionState} from '../state/state.ts'
import {forgetSettled, giveUpRun} from '../state/tool-runs.ts'

const defaultSilenceMs = 30_000

/** Tools that are silent for long: commands, agents, and for any time those that wait for the user. */
const maxSilenceByTool: ReadonlyMap<string, number> = new Map([
  ['Bash', 120_000],
  ['PowerShell', 120_000],
  ['Task', 600_000],
  ['Agent', 600_000],
  ['AskUserQuestion', Number.POSITIVE_INFINITY],
  ['ExitPlanMode', Number.POSITIVE_INFINITY],
])

/** Lets time pass for live outputs: a call that is silent for too long is orphaned. A late result still counts. */
export function passTime(state: ConversationState, now: Instant): readonly Change[] {
  forgetSettled(state)
  state.changes = []
  for (const session of state.sessions.values()) {
    for (const thread of new Set([session.main, ...session.agentThreads.values()])) {
      for (const [id, {seenAt}] of thread.openCalls) {
        const run = session.runs.get(id)
        if (!run || seenAt === undefined) continue
        const patience = maxSilence(state, session, run)
        if (now - seenAt > patience) giveUpRun({state, session, time: now}, id, patience)
      }
    }
  }
  return state.changes
}

/** An agent that waits for a call has as long as that call. */
function maxSilence({options}: ConversationState, session: SessionState, run: ToolRun): number {
  const agent = session.agentsByCall.get(run.id)
  const inner = agent && session.agentThreads.get(agent.key)?.openCalls.size
  if (inner) return Number.POSITIVE_INFINITY
  const {timeout} = inputFields(run.input)
  const own = typeof timeout === 'number' ? timeout : undefined
  if (options.maxSilenceMs !== undefined) return Math.max(options.maxSilenceMs, own ?? 0)
  return Math.max(defaultSilenceMs, own ?? maxSilenceByTool.get(run.name) ?? 0)
}
