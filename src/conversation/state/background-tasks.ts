import {readTaskStatus, taskIdOf} from '../../model/agents.ts'
import {object, text} from '../../model/fields.ts'
import {type Background, inputFields, type TaskStatus, type ToolRun} from '../../model/index.ts'
import {addToSet} from '../../model/maps.ts'
import type {Agent} from '../session.ts'
import type {FoldContext, SessionContext, SessionState} from './state.ts'
import {noteBackground} from './tool-runs.ts'

/** Tools that stop a background task, by all their names. */
const stopTools = new Set(['TaskStop', 'KillShell', 'KillBash'])

/** Tools that read the output of a background task; their results name its state. */
const outputTools = new Set(['TaskOutput', 'BashOutput', 'AgentOutputTool'])

/** Notes that a call left work running in the background, and which source says so. */
export function noteRunningTask({session, line}: FoldContext, run: ToolRun): void {
  const {background} = run
  if (!background) return
  linkTask(session, background.taskId, run.id)
  if (hasTaskEnded(background.state)) return
  const {source} = line.at
  session.openTasks.set(run.id, source)
  addToSet(session.openTasksBySource, source, run.id)
}

/** Notes which call started a background task; earlier reports are then the call's. */
export function linkTask(session: SessionState, taskId: string, callId: string): void {
  session.callOfTask.set(taskId, callId)
  const reports = session.unlinkedReports.get(taskId)
  if (!reports) return
  session.unlinkedReports.delete(taskId)
  session.reportsOfCall.set(callId, [...(session.reportsOfCall.get(callId) ?? []), ...reports])
}

/**
 * Notes what the result of a call says about a background task: that it was stopped, or how it ended. Transcripts say
 * nothing else about a stopped task, and clients before 2.0 nothing else about any task.
 */
export function noteTaskResult(context: FoldContext, run: ToolRun): void {
  if (run.state !== 'completed') return
  const state = stopTools.has(run.name)
    ? readStopState(run)
    : outputTools.has(run.name)
      ? readOutputState(run)
      : undefined
  const taskId = taskIdOf(inputFields(run.input))
  const callId = taskId === undefined ? undefined : context.session.callOfTask.get(taskId)
  if (callId !== undefined && state !== undefined && hasTaskEnded(state)) endTask(context, callId, state)
}

/** Notes that the client has stopped all agents that worked in the background. */
export function stopBackgroundAgents(moment: SessionContext): void {
  for (const id of [...moment.session.openTasks.keys()])
    if (moment.session.agentsByCall.has(id)) endTask(moment, id, 'stopped')
}

/**
 * Ends the tasks that were running when their source ended. The end of a stream is the end of its client, which takes
 * its tasks with it. A transcript may end while its client continues: what became of its tasks is unknown.
 */
export function endSourceTasks(moment: SessionContext, source: string): void {
  const {session} = moment
  const state = session.streams.has(source) ? 'stopped' : 'unknown'
  for (const id of session.openTasksBySource.get(source) ?? [])
    if (session.openTasks.get(id) === source) endTask(moment, id, state)
  session.openTasksBySource.delete(source)
}

/** Whether the end of a task is known. */
export const hasTaskEnded = (state: Background['state']): boolean =>
  state !== 'running' && state !== 'unknown'

/** Notes how the background task of a call ended, unless that is known. */
export function endTask(moment: SessionContext, callId: string, state: Background['state']): void {
  const {session, time} = moment
  const background = session.runs.get(callId)?.background
  const isOver = !background || hasTaskEnded(background.state)
  if (isOver || hasTaskEnded(state)) session.openTasks.delete(callId)
  if (isOver || background.state === state) return
  noteBackground(moment, callId, {...background, state})
  const agent = session.agentsByCall.get(callId)
  if (!agent?.background) return
  agent.state = state
  agent.answer ??= lastText(agent)
  if (hasTaskEnded(state)) agent.endedAt ??= time
  moment.state.changes.push({type: 'agent-changed', session, agent})
}

/** The last text of a completed background agent, if its lines are kept: its task may only say that it ended. */
export function lastText({state, items}: Agent): string | undefined {
  if (state !== 'completed') return undefined
  const item = items.findLast(({kind}) => kind === 'text')
  return item?.kind === 'text' ? item.text : undefined
}

/** Clients say that nothing was stopped by an error or by `success: false`. */
function readStopState({result}: ToolRun): TaskStatus | undefined {
  return inputFields(result?.structured ?? null)['success'] === false ? undefined : 'stopped'
}

const statusTag = /<status>(\w{1,20})<\/status>/

function readOutputState({result}: ToolRun): TaskStatus | undefined {
  const fields = inputFields(result?.structured ?? null)
  const [first] = result?.content ?? []
  const said = first?.type === 'text' ? statusTag.exec(first.text.slice(0, 400))?.[1] : undefined
  const status = text(object(fields, 'task') ?? fields, 'status') ?? said
  return readTaskStatus(status)
}
