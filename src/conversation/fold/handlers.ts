import type {MessageKind, MessageOf} from '../../model/index.ts'
import {noteCostState} from '../costs/ledger.ts'
import type {ItemMap, PlainMessage} from '../session.ts'
import {linkAgent} from '../state/agents.ts'
import {stopBackgroundAgents} from '../state/background-tasks.ts'
import {addItem, addQuietly, replaceItem} from '../state/items.ts'
import type {FoldContext} from '../state/state.ts'
import {noteActivity, overruleRun} from '../state/tool-runs.ts'
import {beginTurn, currentTurn, endTurn, startTurn} from '../state/turns.ts'
import {foldPartial} from './fold-partial.ts'
import {foldResponse} from './fold-response.ts'
import {foldResult} from './fold-result.ts'
import {foldTask} from './fold-task.ts'
import {foldTitle} from './fold-title.ts'
import {foldToolResults} from './fold-tools.ts'
import {
  foldCommandOutput,
  foldInterruption,
  foldNotification,
  foldPrompt,
  foldQueue,
  foldShellInput,
  foldSlashCommand,
  foldSteering,
  foldTeammate,
} from './fold-user-input.ts'

/** What each kind of message does to the conversation; a new kind fails the build until it is here. */
export type Handlers = {
  readonly [Kind in MessageKind]: (context: FoldContext, message: MessageOf<Kind>) => void
}

const quietly = (context: FoldContext, message: PlainMessage): void => {
  addQuietly(context, 'message', {message})
}

const openly = (context: FoldContext, message: PlainMessage): void => {
  addItem(context, 'message', {message})
}

export const handlers: Handlers = {
  prompt: foldPrompt,
  steering: foldSteering,
  'slash-command': foldSlashCommand,
  'command-output': foldCommandOutput,
  'bash-input': foldShellInput,
  'bash-output': foldCommandOutput,
  'compact-summary': quietly,
  memory: openly,
  'teammate-message': foldTeammate,
  'task-notification': foldNotification,
  instruction: quietly,
  interruption: foldInterruption,
  'tool-result'(context, message) {
    foldToolResults(context, message.results)
    for (const block of message.blocks) addItem(context, 'content', {block, responseId: undefined})
    if (message.endsTurn) noteTurnEnded(context)
  },
  assistant: foldResponse,
  partial: foldPartial,
  init(context, message) {
    if (message.model !== undefined) context.session.models.add(message.model)
    if (!context.thread.agent) noteInit(context)
    // It begins a turn; earlier hooks and notices wait for it.
    openly(context, message)
  },
  result: foldResult,
  title: foldTitle,
  leaf(context, message) {
    const {leaf} = message
    if (leaf !== undefined) context.session.leafMark = {leaf, records: context.session.graph.ids.size}
  },
  compaction(context, message) {
    const {waitingCommandInfo} = context.thread
    if (waitingCommandInfo) waitingCommandInfo.compactedAt = message.time
    quietly(context, message)
  },
  hook: foldHook,
  task: foldTask,
  progress(context, message) {
    noteActivity(context, message.callId)
    if (
      message.agentId !== undefined &&
      message.callId !== undefined &&
      context.session.runs.has(message.callId)
    ) {
      linkAgent(context, message.agentId, message.callId)
    }
  },
  permission(context, message) {
    if (message.phase === 'asked') noteActivity(context, message.callId)
    else if (message.callId !== undefined) {
      context.session.deniedCalls.add(message.callId)
      if (context.session.runs.get(message.callId)?.state === 'failed')
        overruleRun(context, message.callId, 'denied')
    }
    quietly(context, message)
  },
  control: quietly,
  notice(context, message) {
    const {session, thread} = context
    // The client has responded, and the model will not.
    if (message.name === 'unknown_command' && !thread.agent && session.lastEvent.kind === 'asked')
      session.lastEvent = {kind: 'said', reason: ''}
    if (message.name === 'agents_killed') stopBackgroundAgents(context)
    quietly(context, message)
  },
  recap: quietly,
  status: quietly,
  auth: quietly,
  queue: foldQueue,
  attachment(context, message) {
    if (message.name === 'max_turns_reached')
      context.session.lastEvent = {kind: 'failed', reason: 'error_max_turns'}
    if (message.name === 'structured_output') noteTurnEnded(context)
    quietly(context, message)
  },
  snapshot: quietly,
  'cost-state': ({state, session, line}, {costUsd, totals}) =>
    noteCostState(state.ledger, session.id, {source: line.at.source, costUsd, totals}),
  'rate-limit': quietly,
  reset: quietly,
  'turn-duration'(context, message) {
    const turn = currentTurn(context)
    quietly(context, message)
    if (!turn) return
    turn.durationMs = message.durationMs
    endTurn(context, turn)
  },
  suggestion: quietly,
  'api-log': quietly,
  metadata: quietly,
}

/** A stream begins each turn with an init, and may leave out the result of one after which background work woke the model. */
function noteInit(context: FoldContext): void {
  const turn = currentTurn(context)
  if (!turn) beginTurn(context, 'continuation')
  else if (turn.hasResponse && turn.openCallCount === 0) startTurn(context, 'notification')
}

/** A turn may end with a call: with `--json-schema` the model calls StructuredOutput instead of a final text. */
function noteTurnEnded({session, thread}: FoldContext): void {
  if (!thread.agent && session.lastEvent.kind === 'called') session.lastEvent = {kind: 'said', reason: ''}
}

/** Folds a step of a hook. Each step has the complete output so far. */
function foldHook(context: FoldContext, message: MessageOf<'hook'>): void {
  const {session} = context
  const {hooks} = session
  const {hookId, callId} = message
  if (message.phase === 'summary' && callId !== undefined && session.lastHook === callId) {
    // Newer clients sum up the hooks that were reported one by one.
    addQuietly(context, 'message', {message})
    return
  }
  session.lastHook = callId
  const before = hookId === undefined ? undefined : hooks.get(hookId)
  const fields = hookFields(message)
  const placed = before ?? addQuietly(context, 'hook', fields)
  if (before) replaceItem(context, before, {...before.item, ...fields, kind: 'hook'})
  if (hookId === undefined) return
  if (message.phase === 'finished') hooks.delete(hookId)
  else if (placed) hooks.set(hookId, placed)
}

const hookFields = (message: MessageOf<'hook'>): ItemMap['hook'] => ({
  hookId: message.hookId,
  name: message.name,
  event: message.event,
  callId: message.callId,
  stdout: message.stdout,
  stderr: message.stderr,
  exitCode: message.exitCode,
  outcome: message.outcome ?? 'running',
  reason: message.reason,
})
