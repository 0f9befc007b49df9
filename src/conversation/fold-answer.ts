import type {Block, MessageOf} from '../model/index.ts'
import {isCopied} from './book-answer.ts'
import {foldCall} from './fold-call.ts'
import {takePartial} from './fold-partial.ts'
import {foldToolResults} from './fold-tool-results.ts'
import {addItem, currentTurn} from './items.ts'
import {endUnanswered} from './runs.ts'
import type {Context} from './state.ts'

/** Folds a line of an answer: one block of it, or in old transcripts the whole. */
export function foldAnswer(context: Context, message: MessageOf<'assistant'>): void {
  const {session, thread} = context
  moveOn(context, message.messageId ?? message.id ?? `line-${context.state.lines}`)
  const copied = isCopied(context, message)
  if (message.model !== undefined && !message.synthetic) session.models.add(message.model)
  if (thread.agent) thread.agent.type ??= message.agentType
  else currentTurn(context).answered = true
  for (const block of message.blocks) foldBlock(context, message, block, copied)
  if (!thread.agent && message.error !== undefined) session.last = {kind: 'failed', reason: message.error}
}

/** A thread that speaks anew has left behind the calls of its earlier answers. */
function moveOn(context: Context, answer: string): void {
  const {session, thread} = context
  if (thread.lastMessage === answer) return
  thread.lastMessage = answer
  thread.rejected = []
  for (const id of [...thread.openCalls.keys()]) {
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
      foldToolResults(context, [block])
      return
    default:
      addItem(context, 'content', {block, messageId})
  }
}
