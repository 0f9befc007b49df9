import type {Block, Message, MessageOf, ToolCallBlock} from '../model/index.ts'
import {noteAgentCall} from './agents.ts'
import {takePartial} from './fold-partial.ts'
import {claimResult, foldResults} from './fold-results.ts'
import {addItem, currentTurn} from './items.ts'
import {noteAnswer} from './ledger.ts'
import {agentTools, endUnanswered, startRun} from './runs.ts'
import type {Context} from './state.ts'

/** Folds a line of an answer: one block of it, or in old transcripts the whole. */
export function foldAnswer(context: Context, message: MessageOf<'assistant'>): void {
  const {session, thread} = context
  const answer = message.messageId ?? message.id ?? `line-${context.state.order}`
  moveOn(context, answer)
  const copied = noteUsage(context, message)
  if (message.model !== undefined && !message.synthetic) session.models.add(message.model)
  if (thread.agent) thread.agent.type ??= message.agentType
  else currentTurn(context).answered = true
  for (const block of message.blocks) foldBlock(context, message, block, copied)
  if (!thread.agent && message.error !== undefined) session.last = {kind: 'failed', reason: message.error}
}

/** Takes the better numbers from a copy of an answer that is here already. */
export function noteUsage(context: Context, message: MessageOf<'assistant'>): boolean {
  const {state, session, thread} = context
  if (message.messageId === undefined || message.synthetic) return false
  const first = noteAnswer(state.ledger, {
    messageId: message.messageId,
    session: session.id,
    agent: thread.agent?.key,
    stream: message.dialect === 'transcript' ? undefined : context.line.at.source,
    usage: message.usage,
    final: message.usageFinal,
    costUsd: message.costUsd,
  })
  if (first === session.id) return false
  session.copiedFrom ??= first
  session.relatives.add(first)
  state.sessions.get(first)?.relatives.add(session.id)
  return true
}

/** A thread that speaks anew has left behind the calls of its earlier answers. */
function moveOn(context: Context, answer: string): void {
  const {session, thread} = context
  if (thread.lastMessage === answer) return
  thread.lastMessage = answer
  thread.rejected = []
  for (const id of [...thread.openCalls]) {
    if (session.runs.get(id)?.messageId !== answer) endUnanswered(context, id, 'interrupted')
  }
}

function foldBlock(context: Context, message: MessageOf<'assistant'>, block: Block, copied: boolean): void {
  const {session, thread} = context
  const {messageId} = message
  switch (block.type) {
    case 'text': {
      if (block.text === '' || takePartial(context, message, block)) return
      const {synthetic, error, aborted} = message
      addItem(context, 'text', {text: block.text, messageId, partial: false, synthetic, error, aborted})
      if (!thread.agent && !synthetic) session.last = {kind: 'said', reason: ''}
      return
    }
    case 'thinking':
      if (takePartial(context, message, block)) return
      addItem(context, 'thinking', {text: block.text, redacted: block.redacted, messageId, partial: false})
      return
    case 'tool-call':
      takePartial(context, message, block)
      foldCall(context, block, messageId, copied)
      return
    case 'tool-result':
      foldResults(context, [block])
      return
    default:
      addItem(context, 'content', {block, messageId})
  }
}

/** Begins a call, and the agent it may start. */
export function foldCall(
  context: Context,
  call: ToolCallBlock,
  messageId: string | undefined,
  copied: boolean,
): void {
  const {state, session, thread} = context
  startRun(context, call, messageId, copied)
  const run = session.runs.get(call.id)
  if (run && agentTools.has(run.name)) noteAgentCall(state, session, run)
  claimResult(context, call.id)
  if (!thread.agent) session.last = {kind: 'called', reason: call.name}
}

/** True for messages of the assistant. */
export const isAnswer = (message: Message): message is MessageOf<'assistant'> => message.kind === 'assistant'
