import {agentTools} from '../model/agents.ts'
import type {ToolCallBlock} from '../model/index.ts'
import {noteAgentCall} from './agents.ts'
import {claimResult} from './fold-tool-results.ts'
import {startRun} from './runs.ts'
import type {Context} from './state.ts'

/** Begins a call, and the agent it may start, and gives it the result that may have come before it. */
export function foldCall(
  context: Context,
  given: ToolCallBlock,
  responseId: string | undefined,
  copied: boolean,
): void {
  const {state, session, thread} = context
  // Some programs that write transcripts leave ids out; each such call is one of its own.
  const call = given.id === '' ? {...given, id: `unnamed-${state.items + 1}`} : given
  startRun(context, call, responseId, copied)
  const run = session.runs.get(call.id)
  if (run && agentTools.has(run.name)) noteAgentCall(context, run)
  claimResult(context, call.id)
  if (!thread.agent) session.last = {kind: 'called', reason: call.name}
}
