import {agentTools} from '../../model/agents.ts'
import {inputFields, type ToolCallBlock, type ToolResultBlock, type ToolRun} from '../../model/index.ts'
import {countSearches, searchTool} from '../../model/web-tools.ts'
import {noteCompletedCall} from '../costs/ledger.ts'
import {findResultAgent, linkAgent, noteAgentCall, noteWorkflowCall, settleAgent} from '../state/agents.ts'
import {noteRunningTask, noteTaskResult} from '../state/background-tasks.ts'
import {addItem, removeItem} from '../state/items.ts'
import type {FoldContext} from '../state/state.ts'
import {endRun, forgetRun, startRun} from '../state/tool-runs.ts'

/** Begins a call and the agent it may start, and gives it its result if that was read first. */
export function foldCall(
  context: FoldContext,
  given: ToolCallBlock,
  responseId: string | undefined,
  copied: boolean,
): void {
  const {state, session, thread} = context
  // Some programs that write transcripts omit ids; each such call gets a new id.
  const call = given.id === '' ? {...given, id: `unnamed-${state.itemCount + 1}`} : given
  startRun(context, call, responseId, copied)
  const run = session.runs.get(call.id)
  if (run && agentTools.has(run.name)) noteAgentCall(context, run)
  const early = session.unclaimedResults.get(call.id)
  if (early) {
    session.unclaimedResults.delete(call.id)
    removeItem(context, early.shown)
    foldToolResults(context, [early.block])
  }
  if (!thread.agent) session.lastEvent = {kind: 'called', reason: call.name}
}

/** Folds the results of calls. A result without a call is a separate item until the call is read. */
export function foldToolResults(context: FoldContext, results: readonly ToolResultBlock[]): void {
  const {session} = context
  for (const block of results) {
    const {callId} = block
    const run = callId === '' ? undefined : endRun(context, block)
    if (run) foldResultOfRun(context, run, block)
    else if (callId === '' || !(session.forgottenCalls.has(callId) || session.unclaimedResults.has(callId))) {
      const shown = addItem(context, 'content', {block, responseId: undefined})
      if (callId !== '') session.unclaimedResults.set(callId, {block, shown})
    }
  }
}

function foldResultOfRun(context: FoldContext, run: ToolRun, block: ToolResultBlock): void {
  const {state, session} = context
  foldAgentResult(context, run, block)
  noteRunningTask(context, run)
  noteTaskResult(context, run)
  if (run.state !== 'completed') return
  noteCompletedCall(state.ledger, {
    id: run.id,
    tool: run.name,
    message: run.responseId,
    searches: run.name === searchTool ? countSearches(block) : 0,
  })
  const {keep} = state.options
  // The call of an agent is needed again when the agent's file is read.
  if (agentTools.has(run.name)) return
  if (keep === 'nothing' || (keep === 'open' && !run.background)) forgetRun(session, run.id)
}

/** A result may name the agent whose report it is. */
function foldAgentResult(context: FoldContext, run: ToolRun, block: ToolResultBlock): void {
  const {state, session} = context
  const {agentId, runId} = inputFields(block.structured ?? null)
  if (run.name === 'Workflow' && typeof runId === 'string') noteWorkflowCall(context, runId, run.id)
  if (!agentTools.has(run.name)) return
  if (typeof agentId === 'string') linkAgent(context, agentId, run.id)
  const agent = findResultAgent(context, run)
  if (!agent) return
  settleAgent(session, agent, run)
  state.changes.push({type: 'agent-changed', session, agent})
}
