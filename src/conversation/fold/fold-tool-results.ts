import {agentTools} from '../../model/agents.ts'
import type {ToolResultBlock, ToolRun} from '../../model/index.ts'
import {inputFields} from '../../model/index.ts'
import {countSearches, searchTool} from '../../model/web-tools.ts'
import {noteCompletedCall} from '../costs/ledger.ts'
import {findResultAgent, linkAgent, noteWorkflowCall, settleAgent} from '../state/agents.ts'
import {noteRunningTask, noteTaskResult} from '../state/background-tasks.ts'
import {addItem, removeItem} from '../state/items.ts'
import type {FoldContext} from '../state/state.ts'
import {endRun, forgetRun} from '../state/tool-runs.ts'

/** Folds the results of calls. One whose call is nowhere is shown by itself, until the call turns up. */
export function foldToolResults(context: FoldContext, results: readonly ToolResultBlock[]): void {
  const {state, session} = context
  for (const block of results) {
    const run = block.callId === '' ? undefined : endRun(context, block)
    if (block.callId === '') addItem(context, 'content', {block, responseId: undefined})
    else if (run) {
      foldAgentResult(context, run, block)
      noteRunningTask(context, run)
      noteTaskResult(context, run)
      if (run.state === 'completed')
        noteCompletedCall(state.ledger, {
          id: run.id,
          tool: run.name,
          message: run.responseId,
          searches: run.name === searchTool ? countSearches(block) : 0,
        })
      // The call of an agent is asked for again when the agent's own file comes.
      const done = run.state === 'completed' && !agentTools.has(run.name)
      const {keep} = state.options
      if (done && (keep === 'nothing' || (keep === 'open' && !run.background))) forgetRun(session, run.id)
    } else if (!session.forgottenCalls.has(block.callId) && !session.unclaimedResults.has(block.callId)) {
      const shown = addItem(context, 'content', {block, responseId: undefined})
      session.unclaimedResults.set(block.callId, {block, shown})
    }
  }
}

/** Gives a call the result that came before it. */
export function claimResult(context: FoldContext, callId: string): void {
  const {session} = context
  const early = session.unclaimedResults.get(callId)
  if (!early) return
  session.unclaimedResults.delete(callId)
  removeItem(context, early.shown)
  foldToolResults(context, [early.block])
}

/** A result may name the agent it is the answer of. */
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
