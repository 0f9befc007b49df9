import type {Block, InterruptedBy, MessageOf} from '../../model/index.ts'
import {isCopiedResponse} from '../costs/book-response.ts'
import type {Response} from '../costs/ledger.ts'
import {parentAt, type RecordGraph, roleAt} from '../graph/record-graph.ts'
import {addItem} from '../state/items.ts'
import type {FoldContext, OpenCall} from '../state/state.ts'
import {interruptRun} from '../state/tool-runs.ts'
import {ensureTurn} from '../state/turns.ts'
import {finishPartial} from './fold-partial.ts'
import {foldCall, foldToolResults} from './fold-tools.ts'

/** Folds a line of a response: one block of it, or in old transcripts all of them. */
export function foldResponse(context: FoldContext, message: MessageOf<'assistant'>): void {
  const {session, thread} = context
  moveOn(context, message)
  const copied = isCopiedResponse(context, message)
  if (message.model !== undefined && !message.synthetic) session.models.add(message.model)
  if (thread.agent) thread.agent.type ??= message.agentType
  else ensureTurn(context).hasResponse = true
  for (const block of message.blocks) foldBlock(context, message, block, copied)
  if (!thread.agent && message.error !== undefined)
    session.lastEvent = {kind: 'failed', reason: message.error}
}

/** A thread with a new response no longer waits for the calls of its earlier ones. */
function moveOn(context: FoldContext, message: MessageOf<'assistant'>): void {
  const {state, session, thread} = context
  const response = message.responseId ?? message.id ?? `line-${state.lineCount}`
  if (thread.lastMessage === response) return
  thread.lastMessage = response
  thread.rejected = []
  const by = message.blocks.some(({type}) => type === 'tool-call') ? 'next-call' : 'moved-on'
  const leave = (id: string, call: OpenCall, by: InterruptedBy): void => {
    const {responseId} = session.runs.get(id) ?? {}
    if (responseId === response) return
    const maker = responseId === undefined ? undefined : state.ledger.responses.get(responseId)
    if (!isOnOtherPath(session.graph, message.parent, call.record, maker)) interruptRun(context, id, by)
  }
  for (const [id, call] of [...thread.openCalls]) leave(id, call, by)
  // A session that is resumed days later continues without the calls that were open when its client was killed.
  for (const [id, call] of thread.orphanedCalls) leave(id, call, 'moved-on')
  thread.orphanedCalls.clear()
}

function foldBlock(
  context: FoldContext,
  message: MessageOf<'assistant'>,
  block: Block,
  copied: boolean,
): void {
  const {session, thread} = context
  const {responseId} = message
  switch (block.type) {
    case 'text': {
      if (block.text === '' || finishPartial(context, message, block)) return
      const {synthetic, error, aborted, stopReason} = message
      const said = {text: block.text, responseId, synthetic, error, aborted, stopReason}
      addItem(context, 'text', {...said, partial: false})
      if (!thread.agent && !synthetic) session.lastEvent = {kind: 'said', reason: ''}
      return
    }
    case 'thinking':
      if (finishPartial(context, message, block)) return
      addItem(context, 'thinking', {text: block.text, redacted: block.redacted, responseId, partial: false})
      return
    case 'tool-call':
      finishPartial(context, message, block)
      foldCall(context, block, responseId, copied)
      return
    case 'tool-result':
      foldToolResults(context, [block])
      return
    default:
      addItem(context, 'content', {block, responseId})
  }
}

/**
 * Whether a call is on another path than the record that now follows `parent`: two clients may write to one session, and
 * the one does not wait for the calls of the other. `maker` is the response the call is a part of.
 */
function isOnOtherPath(
  graph: RecordGraph,
  parent: string | null | undefined,
  call: string | undefined,
  maker: Response | undefined,
): boolean {
  const made = graph.ids.placeOf(call ?? '')
  let place = graph.ids.placeOf(parent ?? '')
  if (made === undefined || place === undefined || maker === undefined || roleAt(graph, made) === 'outside')
    return false
  // Followed backwards, the same path passes the response that made the call; another path leads to a record before it.
  while (place > made && graph.responses[place] !== maker) {
    const before = parentAt(graph, place)
    if (before >= place) return false
    place = before
  }
  return place !== -1 && graph.responses[place] !== maker
}
