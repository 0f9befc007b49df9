import type {ToolResultBlock, ToolRun} from '../model/index.ts'
import {inputFields} from '../model/index.ts'
import {linkAgent, settleAgent} from './agents.ts'
import {addItem} from './items.ts'
import {agentTools, answerRun} from './runs.ts'
import type {Context} from './state.ts'

/** Folds the results of calls. One whose call is nowhere is shown by itself. */
export function foldResults(context: Context, results: readonly ToolResultBlock[]): void {
  for (const block of results) {
    const run = answerRun(context, block)
    if (run) foldAgentResult(context, run, block)
    else if (!context.session.forgotten.has(block.callId))
      addItem(context, 'content', {block, messageId: undefined})
  }
}

/** A result may name the agent it is the answer of. */
function foldAgentResult(context: Context, run: ToolRun, block: ToolResultBlock): void {
  const {state, session} = context
  if (!agentTools.has(run.name)) return
  const {agentId} = inputFields(block.structured ?? null)
  if (typeof agentId === 'string') linkAgent(state, session, agentId, run.id)
  const agent = session.agentsByCall.get(run.id)
  if (!agent) return
  settleAgent(session, agent, run)
  state.changes.push({type: 'agent-changed', session, agent})
}
