import type {Billing, Block, Instant, JsonValue, MessageOf, PartialEvent} from '../../model/index.ts'
import {addToSet} from '../../model/maps.ts'
import {noteResponse} from '../costs/ledger.ts'
import {addItem, replaceItem} from '../state/items.ts'
import type {FoldContext, PartialBlock, PartialResponse, PlacedItem} from '../state/state.ts'
import {ensureTurn} from '../state/turns.ts'
import {foldCall} from './fold-tools.ts'

/** Folds one step of a response that is still streaming: its blocks appear and grow. */
export function foldPartial(context: FoldContext, message: MessageOf<'partial'>): void {
  const {thread} = context
  const {event} = message
  if (event.event === 'message-start') {
    // A response begins before any line of it; one that is known was read from another source.
    const isKnown = context.state.ledger.responses.has(event.responseId)
    thread.partial = {responseId: event.responseId, blocks: new Map(), indexes: new Map(), isKnown}
    context.session.streamingThreads.add(thread)
    // The response may have no other record.
    if (event.responseId !== '') {
      notePartialUsage(context, thread.partial, event, message.time)
      if (!isKnown) context.session.ownResponses += 1
    }
    return
  }
  const response = thread.partial
  if (!response || (response.isKnown && event.event !== 'message-delta')) return
  switch (event.event) {
    case 'block-start':
      dropBlock(response, event.index)
      addBlock(response, event.index, startBlock(context, response, event.block))
      return
    case 'block-delta': {
      const block = response.blocks.get(event.index)
      if (block && !block.ended) growBlock(context, block, event.delta)
      return
    }
    case 'block-end': {
      const block = response.blocks.get(event.index)
      if (block && !block.ended) endBlock(context, response, block)
      return
    }
    case 'message-delta':
      // The only event of a stream that has a response's final usage.
      if (event.usage) notePartialUsage(context, response, event, message.time)
      return
    default:
  }
}

/**
 * Finishes the partial block that a line now has completely. Returns whether there was one. The line is before the
 * block's end event.
 */
export function finishPartial(context: FoldContext, message: MessageOf<'assistant'>, block: Block): boolean {
  const response = context.thread.partial
  if (response === undefined || response.responseId !== message.responseId) return false
  const [index] = response.indexes.get(block.type) ?? []
  const partial = index === undefined ? undefined : dropBlock(response, index)
  if (partial?.shown) finishItem(context, partial.shown, block, message)
  return partial?.shown !== undefined
}

function addBlock({blocks, indexes}: PartialResponse, index: number, partial: PartialBlock): void {
  const {type} = partial.block
  blocks.set(index, partial)
  addToSet(indexes, type, index)
}

function dropBlock({blocks, indexes}: PartialResponse, index: number): PartialBlock | undefined {
  const partial = blocks.get(index)
  if (partial) indexes.get(partial.block.type)?.delete(index)
  blocks.delete(index)
  return partial
}

function finishItem(
  context: FoldContext,
  shown: PlacedItem,
  block: Block,
  message: MessageOf<'assistant'>,
): void {
  const {item} = shown
  if (item.kind === 'text' && block.type === 'text') {
    const {id, error, synthetic, aborted, stopReason} = message
    const complete = {...item, id, text: block.text, partial: false, error, synthetic, aborted, stopReason}
    replaceItem(context, shown, complete)
  } else if (item.kind === 'thinking' && block.type === 'thinking') {
    const {text, redacted} = block
    replaceItem(context, shown, {...item, id: message.id, text, redacted, partial: false})
  }
  if (item.kind === 'text' && !context.thread.agent) context.session.lastEvent = {kind: 'said', reason: ''}
}

function startBlock(context: FoldContext, response: PartialResponse, block: Block): PartialBlock {
  const {responseId} = response
  let shown: PlacedItem | undefined
  if (!context.thread.agent) ensureTurn(context)
  if (block.type === 'text') {
    shown = addItem(context, 'text', {...streamingText, text: block.text, responseId, partial: true})
  } else if (block.type === 'thinking') {
    shown = addItem(context, 'thinking', {
      text: block.text,
      redacted: block.redacted,
      responseId,
      partial: true,
    })
  }
  return {block, deltas: [], shown, ended: false}
}

const streamingText = {synthetic: false, error: undefined, aborted: false, stopReason: undefined} as const

function growBlock(context: FoldContext, partial: PartialBlock, delta: string): void {
  partial.deltas.push(delta)
  const {shown} = partial
  if (shown?.item.kind !== 'text' && shown?.item.kind !== 'thinking') return
  // V8 joins strings lazily, so adding to a long text costs the delta and not the text.
  replaceItem(context, shown, {...shown.item, text: shown.item.text + delta})
}

/** The block ended without a line, as when only partial messages were recorded. */
function endBlock(context: FoldContext, response: PartialResponse, partial: PartialBlock): void {
  partial.ended = true
  const {shown, block} = partial
  if (shown?.item.kind === 'text' || shown?.item.kind === 'thinking') {
    replaceItem(context, shown, {...shown.item, partial: false})
  } else if (block.type === 'tool-call') {
    const json = partial.deltas.join('')
    foldCall(
      context,
      {...block, input: json === '' ? block.input : parseInput(json)},
      response.responseId,
      false,
    )
  }
}

function parseInput(json: string): JsonValue {
  try {
    return JSON.parse(json)
  } catch {
    return {__unparsedToolInput: {raw: json}}
  }
}

function notePartialUsage(
  {state, session, thread, line}: FoldContext,
  {responseId}: PartialResponse,
  event: Billing & PartialEvent,
  time: Instant | undefined,
): void {
  noteResponse(state.ledger, {
    responseId,
    session: session.id,
    agent: thread.agent?.key,
    stream: line.at.source,
    model: event.event === 'message-start' ? event.model : undefined,
    usage: event.usage,
    webSearches: event.webSearches,
    modes: event.modes,
    final: event.event === 'message-delta',
    time,
    costUsd: undefined,
  })
}
