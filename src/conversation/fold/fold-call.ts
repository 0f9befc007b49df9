import {agentTools} from '../../model/agents.ts'
import type {ToolCallBlock} from '../../model/index.ts'
import {noteAgentCall} from '../state/agents.ts'
import type {FoldContext} from '../state/state.ts'
import {startRun} from '../state/tool-runs.ts'
import {claimResult} from './fold-tool-results.ts'

/** Begins a call, and the agent it may start, and gives it the result that may have come before it. */
export function foldCall(
  context: FoldContext,
  given: ToolCallBlock,
  responseId: string | undefined,
  copied: boolean,
): void {
  const {state, session, thread} = context
  // Some programs that write transcripts leave ids out; each such call is one of its own.
  const call = given.id === '' ? {...given, id: `unnamed-${state.itemCount + 1}`} : given
  startRun(context, call, responseId, copied)
  const run = session.runs.get(call.id)
  if (run && agentTools.has(run.name)) noteAgentCall(context, run)
  claimResult(context, call.id)
  if (!thread.agent) session.lastEvent = {kind: 'called', reason: call.name}
}
