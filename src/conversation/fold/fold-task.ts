import {agentTools} from '../../model/agents.ts'
import type {MessageOf} from '../../model/index.ts'
import {linkAgent} from '../state/agents.ts'
import {hasTaskEnded, lastText, linkTask, noteRunningTask} from '../state/background-tasks.ts'
import type {FoldContext} from '../state/state.ts'
import {noteActivity, noteBackground} from '../state/tool-runs.ts'

/** Folds an event of the client's task list. Tasks are agents, background commands, and long foreground ones. */
export function foldTask(context: FoldContext, message: MessageOf<'task'>): void {
  const {state, session, time} = context
  const {taskId, status} = message
  if (message.callId !== undefined) linkTask(session, taskId, message.callId)
  const callId = message.callId ?? session.callOfTask.get(taskId)
  if (callId === undefined) return
  noteActivity(context, callId)
  const run = session.runs.get(callId)
  if (message.taskType === 'local_agent' || (run && agentTools.has(run.name)))
    linkAgent(context, taskId, callId)
  if (run?.background && status !== undefined) {
    const {state: known, summary} = run.background
    // Another source may have reported its end already.
    if (status !== 'running' || !hasTaskEnded(known))
      noteBackground(context, callId, {taskId, state: status, summary: message.summary ?? summary})
    noteRunningTask(context, session.runs.get(callId) ?? run)
    if (status !== 'running' && context.reading.isTurnOver) session.isWokenByTask = true
  }
  const agent = session.agentsByCall.get(callId)
  if (!agent) return
  agent.type ??= message.agentType
  agent.description ??= message.description
  agent.prompt ??= message.prompt
  agent.startedAt ??= time
  if (message.parentTask !== undefined) agent.parent ??= session.agentsById.get(message.parentTask)?.key
  // The call of an agent's agent is in no stream: only its task says how it ended.
  if ((agent.background || !run) && status !== undefined && status !== 'running') {
    agent.state = status
    agent.endedAt = message.endedAt ?? time
    if (agent.background) agent.answer ??= lastText(agent) ?? message.summary
  }
  state.changes.push({type: 'agent-changed', session, agent})
}
