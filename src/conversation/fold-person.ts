import type {MessageOf} from '../model/index.ts'
import {notePrompt} from './agents.ts'
import {noteFirstPrompt} from './fold-title.ts'
import {addItem, addQuietly, replaceItem} from './items.ts'
import {lastWords} from './last-words.ts'
import {interrupt, noteBackground, overrule} from './runs.ts'
import type {Item} from './session.ts'
import type {Context, SteeringCount} from './state.ts'
import {beginTurn, turnOf} from './turns.ts'

/** Folds a prompt: it begins a turn, except in an agent's thread and in the middle of a turn that goes on. */
export function foldPrompt(context: Context, message: MessageOf<'prompt'>): void {
  const {session, thread} = context
  if (thread.agent) {
    const first = thread.agent.prompt === undefined || thread.agent.prompt === message.text
    notePrompt(context, thread.agent, message.text)
    if (!first) addItem(context, 'message', {message})
    return
  }
  // A transcript has told of it as what was queued.
  if (message.replay && session.queuedIds.has(message.id ?? '')) return
  noteFirstPrompt(context, message)
  if (message.replay && turnOf(context)?.answered) {
    // A stream gives a queued prompt back at the moment the model takes it up.
    if (tells(context, message.text, 'stream'))
      addItem(context, 'message', {message: {...message, kind: 'steering', sourceId: message.id}})
    return
  }
  beginTurn(context, 'prompt')
  addItem(context, 'message', {message})
  session.last = {kind: 'asked', reason: ''}
}

/** Folds a prompt that was queued while Claude worked, unless the queue or a stream has shown it already. */
export function foldSteering(context: Context, message: MessageOf<'steering'>): void {
  const {sourceId} = message
  if (sourceId !== undefined) context.session.queuedIds.add(sourceId)
  if (sourceId !== undefined && context.session.graph.ids.has(sourceId)) return
  if (tells(context, message.text, 'attachment')) addItem(context, 'message', {message})
}

/** Follows the client's queue. What is removed from it was taken up in the middle of a turn. */
export function foldQueue(context: Context, message: MessageOf<'queue'>): void {
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
      if (text === undefined || text === '' || text.startsWith('<') || !tells(context, text, 'queue')) return
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

/** Queue, attachment and stream tell each queued prompt once, in any order; the first to tell it shows it. */
function tells({session}: Context, text: string, side: keyof SteeringCount): boolean {
  const told = session.steered.get(text) ?? {queue: 0, attachment: 0, stream: 0}
  session.steered.set(text, told)
  const before = Math.max(told.queue, told.attachment, told.stream)
  told[side] += 1
  return told[side] > before
}

/** Folds a slash command, which waits for its output. */
export function foldCommand(context: Context, message: MessageOf<'slash-command'>): void {
  const {name, args, contents} = message
  if (isRepeated(context, message)) return
  if (!context.thread.agent) beginTurn(context, 'command')
  context.thread.waiting = addItem(context, 'command', {name, args, contents, output: undefined})
  context.thread.waitingFrom = {type: message.type, compactedAt: undefined}
  noteFirstPrompt(context, message)
}

/**
 * Tells whether a command is the one that still waits for its output. 2.1.203 writes `/compact` twice: as
 * `system/local_command` when it is given, and as `user` behind the boundary, with the time at which it was given. A
 * command that was given again comes after the output of the first, or after the compaction.
 */
function isRepeated({thread}: Context, {name, args, type, time}: MessageOf<'slash-command'>): boolean {
  const {waitingFrom} = thread
  const waiting = thread.waiting?.item
  if (waiting?.kind !== 'command' || waiting.name !== name || waiting.args !== args || !waitingFrom)
    return false
  if (waitingFrom.type === type) return time !== undefined && time === waiting.time
  const {compactedAt} = waitingFrom
  return compactedAt === undefined || time === undefined || time <= compactedAt
}

/** Folds a shell line, which waits for its output. */
export function foldShell(context: Context, message: MessageOf<'bash-input'>): void {
  if (!context.thread.agent) beginTurn(context, 'shell')
  context.thread.waiting = addItem(context, 'shell', {command: message.command, output: undefined})
}

/** Gives an output to the command or shell line before it. */
export function foldOutput(context: Context, message: MessageOf<'command-output' | 'bash-output'>): void {
  const {waiting} = context.thread
  const {stdout, stderr} = message
  context.thread.waiting = undefined
  const item = waiting?.item
  if (waiting && item?.kind === (message.kind === 'bash-output' ? 'shell' : 'command')) {
    replaceItem(context, waiting, {...item, output: {stdout, stderr}})
    if (!context.thread.agent) context.session.last = {kind: 'said', reason: ''}
  } else addQuietly(context, 'message', {message})
}

/** Folds a notification: it wakes the model, unless it was queued into a turn that is going on. */
export function foldNotification(context: Context, message: MessageOf<'task-notification'>): void {
  const {state, session, thread, time} = context
  const {taskId, status, summary} = message
  const callId = message.callId ?? (taskId === undefined ? undefined : session.callOfTask.get(taskId))
  if (taskId !== undefined) noteBackground(context, callId, {taskId, state: status, summary})
  const agent = callId === undefined ? undefined : session.agentsByCall.get(callId)
  if (agent?.background) {
    agent.state = status
    agent.answer = message.result || (lastWords(agent) ?? summary)
    agent.endedAt = time
    state.changes.push({type: 'agent-changed', session, agent})
  }
  if (!thread.agent && !message.queued) beginTurn(context, 'notification')
  const {item} = addItem(context, 'message', {message})
  if (taskId === undefined || state.options.keep !== 'all') return
  if (callId === undefined) append(session.unlinkedReports, taskId, item)
  else append(session.reportsOfCall, callId, item)
}

function append(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}

/** Folds what another agent of a team said. */
export function foldTeammate(context: Context, message: MessageOf<'teammate-message'>): void {
  if (!context.thread.agent && !message.queued) beginTurn(context, 'teammate')
  addItem(context, 'message', {message})
}

/**
 * Folds an interruption: open calls end with it. Newer clients answer an interrupted call with the same words as
 * a refused one; it was an interruption if they name the answer it cut, or if nobody sat there to refuse.
 */
export function foldInterruption(context: Context, message: MessageOf<'interruption'>): void {
  const {session, thread} = context
  for (const id of [...thread.openCalls.keys()]) interrupt(context, id, 'user')
  const unattended =
    session.entrypoint === undefined ? message.dialect !== 'transcript' : session.entrypoint !== 'cli'
  if (message.responseId !== undefined || unattended) {
    for (const id of thread.rejected) overrule(context, id, 'interrupted')
  }
  thread.rejected = []
  addItem(context, 'message', {message})
  if (!thread.agent) session.last = {kind: 'interrupted', reason: ''}
}
