import type {MessageOf} from '../model/index.ts'
import {noteAnswer} from './ledger.ts'
import type {Context} from './state.ts'

/**
 * Books what an answer used, and tells whether another session had it first: then this one begins with a copy of
 * that one's history. An answer without an id of its own goes by its record's.
 */
export function bookAnswer(context: Context, message: MessageOf<'assistant'>): boolean {
  const {state, session, thread} = context
  const answer = message.messageId ?? message.id
  if (answer === undefined || message.synthetic) return false
  const known = state.ledger.answers.has(answer)
  const first = noteAnswer(state.ledger, {
    messageId: answer,
    session: session.id,
    agent: thread.agent?.key,
    stream: message.dialect === 'transcript' ? undefined : context.line.at.source,
    usage: message.usage,
    final: message.usageFinal && !message.aborted,
    costUsd: message.costUsd,
  })
  if (first === session.id) {
    if (!known) session.ownAnswers += 1
    return false
  }
  session.copiedFrom ??= first
  session.relatives.add(first)
  state.sessions.get(first)?.relatives.add(session.id)
  return true
}
