import type {ToolResultBlock, ToolRun} from '../model/index.ts'
import {inputFields} from '../model/index.ts'
import {linkAgent} from './agents.ts'
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

/** The result of the call that started an agent is the agent's answer, unless it only says that one was started. */
function foldAgentResult(context: Context, run: ToolRun, block: ToolResultBlock): void {
  const {state, session, time} = context
  if (!agentTools.has(run.name)) return
  const {agentId} = inputFields(block.structured ?? null)
  if (typeof agentId === 'string') linkAgent(state, session, agentId, run.id)
  const agent = session.agentsByCall.get(run.id)
  if (!agent) return
  if (run.background) {
    agent.background = true
    session.callOfTask.set(run.background.taskId, run.id)
  } else {
    agent.state = run.state === 'completed' ? 'completed' : 'failed'
    agent.endedAt = time
    agent.answer = block.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
  }
  state.changes.push({type: 'agent-changed', session, agent})
}
