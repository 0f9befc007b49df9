import type {MessageOf} from '../../model/index.ts'
import {addToList, getOrAdd} from '../../model/maps.ts'
import {noteAgentPrompt} from '../state/agents.ts'
import {lastText} from '../state/background-tasks.ts'
import {addItem, addQuietly, replaceItem} from '../state/items.ts'
import type {FoldContext, SteeringCount} from '../state/state.ts'
import {interruptRun, noteBackground, overruleRun} from '../state/tool-runs.ts'
import {beginTurn, currentTurn} from '../state/turns.ts'
import {noteFirstPrompt} from './fold-title.ts'

/** Folds a prompt: it begins a turn, except in an agent's thread and in the middle of a turn. */
export function foldPrompt(context: FoldContext, message: MessageOf<'prompt'>): void {
  const {session, thread} = context
  if (thread.agent) {
    const first = thread.agent.prompt === undefined || thread.agent.prompt === message.text
    noteAgentPrompt(context, thread.agent, message.text)
    if (!first) addItem(context, 'message', {message})
    return
  }
  // A transcript has it as a queued prompt.
  if (message.replay && session.queuedIds.has(message.id ?? '')) return
  noteFirstPrompt(context, message)
  if (message.replay && currentTurn(context)?.hasResponse) {
    // A stream repeats a queued prompt at the moment the model takes it up.
    if (isFirstReport(context, message.text, 'stream'))
      addItem(context, 'message', {message: {...message, kind: 'steering', sourceId: message.id}})
    return
  }
  beginTurn(context, 'prompt')
  addItem(context, 'message', {message})
  session.lastEvent = {kind: 'asked', reason: ''}
}

/** Folds a prompt that was queued while Claude worked, unless the queue or a stream has shown it already. */
export function foldSteering(context: FoldContext, message: MessageOf<'steering'>): void {
  const {sourceId} = message
  if (sourceId !== undefined) context.session.queuedIds.add(sourceId)
  if (sourceId !== undefined && context.session.graph.ids.has(sourceId)) return
  if (isFirstReport(context, message.text, 'attachment')) addItem(context, 'message', {message})
}

/** Follows the client's queue. What is removed from it was taken up in the middle of a turn. */
export function foldQueue(context: FoldContext, message: MessageOf<'queue'>): void {
  const {queue} = context.session
  switch (message.operation) {
    case 'enqueue':
    case 'append':
      queue.add(message.text ?? '')
      // It may never be taken up.
      addQuietly(context, 'message', {message})
      return
    case 'dequeue':
      queue.take()
      return
    case 'remove': {
      const text = message.text ?? queue.take()
      if (text === undefined || text === '' || text.startsWith('<') || !isFirstReport(context, text, 'queue'))
        return
      const blocks = [{type: 'text', text}] as const
      addItem(context, 'message', {
        message: {...message, kind: 'steering', text, blocks, sourceId: undefined},
      })
      return
    }
    default:
      queue.clear()
  }
}

/** Queue, attachment and stream each report a queued prompt once, in any order; the first report is shown. */
function isFirstReport({session}: FoldContext, text: string, side: keyof SteeringCount): boolean {
  const counts = getOrAdd(session.steeringCounts, text, () => ({queue: 0, attachment: 0, stream: 0}))
  const before = Math.max(counts.queue, counts.attachment, counts.stream)
  counts[side] += 1
  return counts[side] > before
}

/** Folds a slash command, which waits for its output. */
export function foldSlashCommand(context: FoldContext, message: MessageOf<'slash-command'>): void {
  const {name, args, contents} = message
  if (isRepeated(context, message)) return
  if (!context.thread.agent) beginTurn(context, 'command')
  context.thread.waitingCommand = addItem(context, 'command', {name, args, contents, output: undefined})
  context.thread.waitingCommandInfo = {type: message.type, compactedAt: undefined}
  noteFirstPrompt(context, message)
}

/**
 * Whether a command is the one that still waits for its output. 2.1.203 writes `/compact` twice: as
 * `system/local_command` when it is given, and as `user` after the boundary, with the time at which it was given. A
 * command that was really given again is after the output of the first, or after the compaction.
 */
function isRepeated({thread}: FoldContext, {name, args, type, time}: MessageOf<'slash-command'>): boolean {
  const {waitingCommandInfo} = thread
  const waiting = thread.waitingCommand?.item
  if (waiting?.kind !== 'command' || waiting.name !== name || waiting.args !== args || !waitingCommandInfo)
    return false
  if (waitingCommandInfo.type === type) return time !== undefined && time === waiting.time
  const {compactedAt} = waitingCommandInfo
  return compactedAt === undefined || time === undefined || time <= compactedAt
}

/** Folds a shell line, which waits for its output. */
export function foldShellInput(context: FoldContext, message: MessageOf<'bash-input'>): void {
  if (!context.thread.agent) beginTurn(context, 'shell')
  context.thread.waitingCommand = addItem(context, 'shell', {command: message.command, output: undefined})
}

/** Gives an output to the command or shell line before it. */
export function foldCommandOutput(
  context: FoldContext,
  message: MessageOf<'command-output' | 'bash-output'>,
): void {
  const {waitingCommand} = context.thread
  const {stdout, stderr} = message
  context.thread.waitingCommand = undefined
  const item = waitingCommand?.item
  if (waitingCommand && item?.kind === (message.kind === 'bash-output' ? 'shell' : 'command')) {
    replaceItem(context, waitingCommand, {...item, output: {stdout, stderr}})
    if (!context.thread.agent) context.session.lastEvent = {kind: 'said', reason: ''}
  } else addQuietly(context, 'message', {message})
}

/** Folds a notification: it wakes the model, unless it was queued into the current turn. */
export function foldNotification(context: FoldContext, message: MessageOf<'task-notification'>): void {
  const {state, session, thread, time} = context
  const {taskId, status, summary} = message
  const callId = message.callId ?? (taskId === undefined ? undefined : session.callOfTask.get(taskId))
  if (taskId !== undefined) noteBackground(context, callId, {taskId, state: status, summary})
  const agent = callId === undefined ? undefined : session.agentsByCall.get(callId)
  if (agent?.background) {
    agent.state = status
    agent.answer = message.result || (lastText(agent) ?? summary)
    agent.endedAt = time
    state.changes.push({type: 'agent-changed', session, agent})
  }
  if (!thread.agent && !message.queued) beginTurn(context, 'notification')
  const {item} = addItem(context, 'message', {message})
  if (taskId === undefined || state.options.keep !== 'all') return
  if (callId === undefined) addToList(session.unlinkedReports, taskId, item)
  else addToList(session.reportsOfCall, callId, item)
}

/** Folds a message of another agent of a team. */
export function foldTeammate(context: FoldContext, message: MessageOf<'teammate-message'>): void {
  if (!context.thread.agent && !message.queued) beginTurn(context, 'teammate')
  addItem(context, 'message', {message})
}

/**
 * Folds an interruption: open calls end with it. Newer clients write the same result for an interrupted call as for a
 * refused one; it was an interruption if they name the response it cut, or if the session has no user who could refuse.
 */
export function foldInterruption(context: FoldContext, message: MessageOf<'interruption'>): void {
  const {session, thread} = context
  for (const id of [...thread.openCalls.keys()]) interruptRun(context, id, 'user')
  const unattended =
    session.entrypoint === undefined ? message.dialect !== 'transcript' : session.entrypoint !== 'cli'
  if (message.responseId !== undefined || unattended) {
    for (const id of thread.rejected) overruleRun(context, id, 'interrupted')
  }
  thread.rejected = []
  addItem(context, 'message', {message})
  if (!thread.agent) session.lastEvent = {kind: 'interrupted', reason: ''}
}
