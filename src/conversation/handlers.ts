import type {MessageKind, MessageOf} from '../model/index.ts'
import {linkAgent} from './agents.ts'
import {stopAgents} from './background.ts'
import {foldAnswer} from './fold-answer.ts'
import {foldPartial} from './fold-partial.ts'
import {
  foldCommand,
  foldInterruption,
  foldNotification,
  foldOutput,
  foldPrompt,
  foldQueue,
  foldShell,
  foldSteering,
  foldTeammate,
} from './fold-person.ts'
import {foldTask} from './fold-task.ts'
import {foldTitle} from './fold-title.ts'
import {foldToolResults} from './fold-tool-results.ts'
import {foldTurnEnd} from './fold-turn-end.ts'
import {addItem, addQuietly, replaceItem} from './items.ts'
import {noteCostState} from './ledger.ts'
import {noteLife, overrule} from './runs.ts'
import type {ItemMap, PlainMessage} from './session.ts'
import type {Context} from './state.ts'
import {beginTurn, endTurn, startTurn, turnOf} from './turns.ts'

/** What each kind of message does to the conversation; a new kind fails the build until it stands here. */
export type Handlers = {readonly [Kind in MessageKind]: (context: Context, message: MessageOf<Kind>) => void}

const quietly = (context: Context, message: PlainMessage): void => {
  addQuietly(context, 'message', {message})
}

const openly = (context: Context, message: PlainMessage): void => {
  addItem(context, 'message', {message})
}

export const handlers: Handlers = {
  prompt: foldPrompt,
  steering: foldSteering,
  'slash-command': foldCommand,
  'command-output': foldOutput,
  'bash-input': foldShell,
  'bash-output': foldOutput,
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
  assistant: foldAnswer,
  partial: foldPartial,
  init(context, message) {
    if (message.model !== undefined) context.session.models.add(message.model)
    if (!context.thread.agent) noteInit(context)
    // It is the first word of a turn; hooks and notices that came before wait for it.
    openly(context, message)
  },
  result: foldTurnEnd,
  title: foldTitle,
  leaf(context, message) {
    const {leaf} = message
    if (leaf !== undefined) context.session.leafMark = {leaf, records: context.session.graph.ids.size}
  },
  compaction(context, message) {
    const {waitingFrom} = context.thread
    if (waitingFrom) waitingFrom.compactedAt = message.time
    quietly(context, message)
  },
  hook: foldHook,
  task: foldTask,
  progress(context, message) {
    noteLife(context, message.callId)
    if (
      message.agentId !== undefined &&
      message.callId !== undefined &&
      context.session.runs.has(message.callId)
    ) {
      linkAgent(context, message.agentId, message.callId)
    }
  },
  permission(context, message) {
    if (message.phase === 'asked') noteLife(context, message.callId)
    else if (message.callId !== undefined) {
      context.session.denied.add(message.callId)
      if (context.session.runs.get(message.callId)?.state === 'failed')
        overrule(context, message.callId, 'denied')
    }
    quietly(context, message)
  },
  control: quietly,
  notice(context, message) {
    const {session, thread} = context
    // The client has answered, and nobody else will.
    if (message.name === 'unknown_command' && !thread.agent && session.last.kind === 'asked')
      session.last = {kind: 'said', reason: ''}
    if (message.name === 'agents_killed') stopAgents(context)
    quietly(context, message)
  },
  recap: quietly,
  status: quietly,
  auth: quietly,
  queue: foldQueue,
  attachment(context, message) {
    if (message.name === 'max_turns_reached')
      context.session.last = {kind: 'failed', reason: 'error_max_turns'}
    if (message.name === 'structured_output') noteTurnEnded(context)
    quietly(context, message)
  },
  snapshot: quietly,
  'cost-state': ({state, session, line}, {costUsd, totals}) =>
    noteCostState(state.ledger, session.id, {source: line.at.source, costUsd, totals}),
  'rate-limit': quietly,
  reset: quietly,
  'turn-duration'(context, message) {
    const turn = turnOf(context)
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
function noteInit(context: Context): void {
  const turn = turnOf(context)
  if (!turn) beginTurn(context, 'continuation')
  else if (turn.answered && turn.open === 0) startTurn(context, 'notification')
}

/** A turn may end with a call: with `--json-schema` the model answers by calling StructuredOutput, and says nothing more. */
function noteTurnEnded({session, thread}: Context): void {
  if (!thread.agent && session.last.kind === 'called') session.last = {kind: 'said', reason: ''}
}

/** Folds a step of a hook. Its output is given anew, not added, with each step. */
function foldHook(context: Context, message: MessageOf<'hook'>): void {
  const {session} = context
  const {hooks} = session
  const {hookId, callId} = message
  if (message.phase === 'summary' && callId !== undefined && session.lastHook === callId) {
    // Newer clients sum up what each of the hooks has said itself.
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
