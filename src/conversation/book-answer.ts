import type {MessageOf} from '../model/index.ts'
import type {Answer} from './ledger.ts'
import {noteAnswer} from './ledger.ts'
import {forkOf} from './lineage.ts'
import {mergeAnswers} from './merge-answers.ts'
import type {Context} from './state.ts'

/** So many answers of a stream that is only followed are known one by one. */
const mostAnswers = 2048

/**
 * Books what an answer used. Where another session had it first, this one begins with a copy of that one's history.
 * An answer without an id of its own goes by its record's.
 */
export function bookAnswer(context: Context, message: MessageOf<'assistant'>): Answer | undefined {
  const {state, session, thread} = context
  const id = message.responseId ?? message.id
  if (id === undefined || message.synthetic) return undefined
  const known = state.ledger.answers.has(id)
  const isStream = message.dialect !== 'transcript'
  if (isStream && state.options.keep === 'open') {
    state.ledger.single.add(id)
    if (state.ledger.single.size > mostAnswers) mergeAnswers(state.ledger, mostAnswers / 2)
  }
  const answer = noteAnswer(state.ledger, {
    responseId: id,
    session: session.id,
    agent: thread.agent?.key,
    stream: isStream ? context.line.at.source : undefined,
    model: message.model,
    usage: message.usage,
    webSearches: message.webSearches,
    modes: message.modes,
    final: message.usageFinal && !message.aborted,
    time: message.time,
    costUsd: message.costUsd,
  })
  if (session.ownAnswers === 0) session.forkedFrom ??= forkOf(message)
  if (!known) session.ownAnswers += 1
  if (answer.session === session.id) return answer
  session.copiedFrom = answer.session
  session.relatives.add(answer.session)
  state.sessions.get(answer.session)?.relatives.add(session.id)
  return answer
}

/** Tells whether an answer was another session's first. */
export function isCopied({state, session}: Context, message: MessageOf<'assistant'>): boolean {
  const answer = state.ledger.answers.get(message.responseId ?? message.id ?? '')
  return answer !== undefined && answer.session !== session.id
}
