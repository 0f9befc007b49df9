import type {MessageOf} from '../../model/index.ts'
import {readForkOrigin} from '../lineage/compare-lineage.ts'
import type {FoldContext} from '../state/state.ts'
import type {Response} from './ledger.ts'
import {noteResponse} from './ledger.ts'
import {mergeResponses} from './merge-responses.ts'

/** So many answers of a stream that is only followed are known one by one. */
const maxResponses = 2048

/**
 * Books what an answer used. Where another session had it first, this one begins with a copy of that one's history.
 * An answer without an id of its own goes by its record's.
 */
export function bookResponse(context: FoldContext, message: MessageOf<'assistant'>): Response | undefined {
  const {state, session, thread} = context
  const id = message.responseId ?? message.id
  if (id === undefined || message.synthetic) return undefined
  const known = state.ledger.responses.has(id)
  const isStream = message.dialect !== 'transcript'
  if (isStream && state.options.keep === 'open') {
    state.ledger.unmergedIds.add(id)
    if (state.ledger.unmergedIds.size > maxResponses) mergeResponses(state.ledger, maxResponses / 2)
  }
  const answer = noteResponse(state.ledger, {
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
  if (session.ownResponses === 0) session.forkedFrom ??= readForkOrigin(message)
  if (!known) session.ownResponses += 1
  if (answer.session === session.id) return answer
  session.copiedFrom = answer.session
  session.lineage.add(answer.session)
  state.sessions.get(answer.session)?.lineage.add(session.id)
  return answer
}

/** Tells whether an answer was another session's first. */
export function isCopiedResponse({state, session}: FoldContext, message: MessageOf<'assistant'>): boolean {
  const answer = state.ledger.responses.get(message.responseId ?? message.id ?? '')
  return answer !== undefined && answer.session !== session.id
}
