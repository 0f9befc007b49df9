import type {MessageOf} from '../../model/index.ts'
import {readForkOrigin} from '../lineage/compare-lineage.ts'
import type {FoldContext} from '../state/state.ts'
import {noteResponse, type Response} from './ledger.ts'
import {mergeResponses} from './merge-responses.ts'

/** With `keep: 'open'`, this many responses of a stream are kept one by one. */
const maxResponses = 2048

/**
 * Books what a response used. If another session had it first, this one begins with a copy of that session's history. A
 * response without an id is identified by its record.
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
  const response = noteResponse(state.ledger, {
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
  if (response.session === session.id) return response
  session.copiedFrom = response.session
  session.lineage.add(response.session)
  state.sessions.get(response.session)?.lineage.add(session.id)
  return response
}

/** Whether another session had a response first. */
export function isCopiedResponse({state, session}: FoldContext, message: MessageOf<'assistant'>): boolean {
  const response = state.ledger.responses.get(message.responseId ?? message.id ?? '')
  return response !== undefined && response.session !== session.id
}
