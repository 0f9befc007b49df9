import type {Billing, Block, Instant, JsonValue, MessageOf, PartialEvent} from '../model/index.ts'
import {foldCall} from './fold-call.ts'
import {addItem, replaceItem} from './items.ts'
import {noteAnswer} from './ledger.ts'
import type {PartialAnswer, PartialBlock} from './partial-answer.ts'
import type {Context, PlacedItem} from './state.ts'
import {currentTurn} from './turns.ts'

/** Folds one step of an answer that is still streaming: its blocks appear and grow. */
export function foldPartial(context: Context, message: MessageOf<'partial'>): void {
  const {thread} = context
  const {event} = message
  if (event.event === 'message-start') {
    // An answer begins before any line of it; one that is known was told by another reading.
    const isKnown = context.state.ledger.answers.has(event.responseId)
    thread.partial = {responseId: event.responseId, blocks: new Map(), indexes: new Map(), isKnown}
    context.session.writing.add(thread)
    // It may be all that is ever heard of the answer.
    if (event.responseId !== '') {
      noteUsage(context, thread.partial, event, message.time)
      if (!isKnown) context.session.ownAnswers += 1
    }
    return
  }
  const answer = thread.partial
  if (!answer || (answer.isKnown && event.event !== 'message-delta')) return
  switch (event.event) {
    case 'block-start':
      dropBlock(answer, event.index)
      addBlock(answer, event.index, startBlock(context, answer, event.block))
      return
    case 'block-delta': {
      const block = answer.blocks.get(event.index)
      if (block && !block.ended) growBlock(context, block, event.delta)
      return
    }
    case 'block-end': {
      const block = answer.blocks.get(event.index)
      if (block && !block.ended) endBlock(context, answer, block)
      return
    }
    case 'message-delta':
      // The only place in a stream where an answer's final usage stands.
      if (event.usage) noteUsage(context, answer, event, message.time)
      return
    default:
  }
}

/**
 * Finishes the partial block that a whole line now gives, and tells whether there was one. The line comes
 * before the block's own end.
 */
export function takePartial(context: Context, message: MessageOf<'assistant'>, block: Block): boolean {
  const answer = context.thread.partial
  if (answer === undefined || answer.responseId !== message.responseId) return false
  const [index] = answer.indexes.get(block.type) ?? []
  const partial = index === undefined ? undefined : dropBlock(answer, index)
  if (partial?.shown) finishItem(context, partial.shown, block, message)
  return partial?.shown !== undefined
}

function addBlock({blocks, indexes}: PartialAnswer, index: number, partial: PartialBlock): void {
  const {type} = partial.block
  blocks.set(index, partial)
  indexes.set(type, (indexes.get(type) ?? new Set()).add(index))
}

function dropBlock({blocks, indexes}: PartialAnswer, index: number): PartialBlock | undefined {
  const partial = blocks.get(index)
  if (partial) indexes.get(partial.block.type)?.delete(index)
  blocks.delete(index)
  return partial
}

function finishItem(
  context: Context,
  shown: PlacedItem,
  block: Block,
  message: MessageOf<'assistant'>,
): void {
  const {item} = shown
  if (item.kind === 'text' && block.type === 'text') {
    const {id, error, synthetic, aborted, stopReason} = message
    const whole = {...item, id, text: block.text, partial: false, error, synthetic, aborted, stopReason}
    replaceItem(context, shown, whole)
  } else if (item.kind === 'thinking' && block.type === 'thinking') {
    const {text, redacted} = block
    replaceItem(context, shown, {...item, id: message.id, text, redacted, partial: false})
  }
  if (item.kind === 'text' && !context.thread.agent) context.session.last = {kind: 'said', reason: ''}
}

function startBlock(context: Context, answer: PartialAnswer, block: Block): PartialBlock {
  const {responseId} = answer
  let shown: PlacedItem | undefined
  if (!context.thread.agent) currentTurn(context)
  if (block.type === 'text') {
    shown = addItem(context, 'text', {...growing, text: block.text, responseId, partial: true})
  } else if (block.type === 'thinking') {
    shown = addItem(context, 'thinking', {
      text: block.text,
      redacted: block.redacted,
      responseId,
      partial: true,
    })
  }
  return {block, pieces: [], shown, ended: false}
}

const growing = {synthetic: false, error: undefined, aborted: false, stopReason: undefined} as const

function growBlock(context: Context, partial: PartialBlock, delta: string): void {
  partial.pieces.push(delta)
  const {shown} = partial
  if (shown?.item.kind !== 'text' && shown?.item.kind !== 'thinking') return
  // V8 joins strings lazily, so adding to a long text costs the piece and not the text.
  replaceItem(context, shown, {...shown.item, text: shown.item.text + delta})
}

/** The block ended without a line of its own, as when only partial messages were recorded. */
function endBlock(context: Context, answer: PartialAnswer, partial: PartialBlock): void {
  partial.ended = true
  const {shown, block} = partial
  if (shown?.item.kind === 'text' || shown?.item.kind === 'thinking') {
    replaceItem(context, shown, {...shown.item, partial: false})
  } else if (block.type === 'tool-call') {
    const json = partial.pieces.join('')
    foldCall(
      context,
      {...block, input: json === '' ? block.input : parseInput(json)},
      answer.responseId,
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

function noteUsage(
  {state, session, thread, line}: Context,
  {responseId}: PartialAnswer,
  event: Billing & PartialEvent,
  time: Instant | undefined,
): void {
  noteAnswer(state.ledger, {
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
