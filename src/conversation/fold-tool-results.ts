import {agentTools} from '../model/agents.ts'
import type {ToolResultBlock, ToolRun} from '../model/index.ts'
import {inputFields} from '../model/index.ts'
import {countSearches, searchTool} from '../model/web-tools.ts'
import {agentOfResult, linkAgent, noteWorkflowCall, settleAgent} from './agents.ts'
import {noteTaskResult, noteTaskRuns} from './background.ts'
import {addItem, removeItem} from './items.ts'
import {noteCall} from './ledger.ts'
import {answerRun, forgetRun} from './runs.ts'
import type {Context} from './state.ts'

/** Folds the results of calls. One whose call is nowhere is shown by itself, until the call turns up. */
export function foldToolResults(context: Context, results: readonly ToolResultBlock[]): void {
  const {state, session} = context
  for (const block of results) {
    const run = block.callId === '' ? undefined : answerRun(context, block)
    if (block.callId === '') addItem(context, 'content', {block, responseId: undefined})
    else if (run) {
      foldAgentResult(context, run, block)
      noteTaskRuns(context, run)
      noteTaskResult(context, run)
      if (run.state === 'completed')
        noteCall(state.ledger, {
          id: run.id,
          tool: run.name,
          message: run.responseId,
          searches: run.name === searchTool ? countSearches(block) : 0,
        })
      // The call of an agent is asked for again when the agent's own file comes.
      const done = run.state === 'completed' && !agentTools.has(run.name)
      const {keep} = state.options
      if (done && (keep === 'nothing' || (keep === 'open' && !run.background))) forgetRun(session, run.id)
    } else if (!session.forgotten.has(block.callId) && !session.unclaimed.has(block.callId)) {
      const shown = addItem(context, 'content', {block, responseId: undefined})
      session.unclaimed.set(block.callId, {block, shown})
    }
  }
}

/** Gives a call the result that came before it. */
export function claimResult(context: Context, callId: string): void {
  const {session} = context
  const early = session.unclaimed.get(callId)
  if (!early) return
  session.unclaimed.delete(callId)
  removeItem(context, early.shown)
  foldToolResults(context, [early.block])
}

/** A result may name the agent it is the answer of. */
function foldAgentResult(context: Context, run: ToolRun, block: ToolResultBlock): void {
  const {state, session} = context
  const {agentId, runId} = inputFields(block.structured ?? null)
  if (run.name === 'Workflow' && typeof runId === 'string') noteWorkflowCall(context, runId, run.id)
  if (!agentTools.has(run.name)) return
  if (typeof agentId === 'string') linkAgent(context, agentId, run.id)
  const agent = agentOfResult(context, run)
  if (!agent) return
  settleAgent(session, agent, run)
  state.changes.push({type: 'agent-changed', session, agent})
}
