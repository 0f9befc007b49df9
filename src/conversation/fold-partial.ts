import type {Billing, Block, Instant, JsonValue, MessageOf, PartialEvent} from '../model/index.ts'
import {foldCall} from './fold-call.ts'
import {addItem, replaceItem} from './items.ts'
import {noteAnswer} from './ledger.ts'
import type {PartialAnswer, PartialBlock} from './partial-answer.ts'
import type {Item} from './session.ts'
import type {Context} from './state.ts'
import {currentTurn} from './turns.ts'

/** Folds one step of an answer that is still streaming: its blocks appear and grow. */
export function foldPartial(context: Context, message: MessageOf<'partial'>): void {
  const {thread} = context
  const {event} = message
  if (event.event === 'message-start') {
    // An answer begins before any line of it; one that is known was told by another reading.
    const isKnown = context.state.ledger.answers.has(event.messageId)
    thread.partial = {messageId: event.messageId, blocks: new Map(), isKnown}
    // It may be all that is ever heard of the answer.
    if (event.messageId !== '') {
      noteUsage(context, thread.partial, event, message.time)
      if (!isKnown) context.session.ownAnswers += 1
    }
    return
  }
  const answer = thread.partial
  if (!answer || (answer.isKnown && event.event !== 'message-delta')) return
  switch (event.event) {
    case 'block-start':
      answer.blocks.set(event.index, startBlock(context, answer, event.block))
      return
    case 'block-delta': {
      const block = answer.blocks.get(event.index)
      if (block?.progress === 'growing') growBlock(context, block, event.delta)
      return
    }
    case 'block-end': {
      const block = answer.blocks.get(event.index)
      if (block?.progress === 'growing') endBlock(context, answer, block)
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
  if (answer === undefined || answer.messageId !== message.messageId) return false
  for (const partial of answer.blocks.values()) {
    if (partial.block.type !== block.type || partial.progress === 'whole') continue
    partial.progress = 'whole'
    if (partial.item) finishItem(context, partial, block, message)
    return partial.item !== undefined
  }
  return false
}

function finishItem(
  context: Context,
  partial: PartialBlock,
  block: Block,
  message: MessageOf<'assistant'>,
): void {
  const {item} = partial
  if (item?.kind === 'text' && block.type === 'text') {
    const {id, error, synthetic, aborted, stopReason} = message
    partial.item = {...item, id, text: block.text, partial: false, error, synthetic, aborted, stopReason}
  } else if (item?.kind === 'thinking' && block.type === 'thinking') {
    partial.item = {...item, id: message.id, text: block.text, redacted: block.redacted, partial: false}
  }
  if (item && partial.item) replaceItem(context, item, partial.item)
  if (item?.kind === 'text' && !context.thread.agent) context.session.last = {kind: 'said', reason: ''}
}

function startBlock(context: Context, answer: PartialAnswer, block: Block): PartialBlock {
  const {messageId} = answer
  let item: Item | undefined
  if (!context.thread.agent) currentTurn(context)
  if (block.type === 'text') {
    item = addItem(context, 'text', {...growing, text: block.text, messageId, partial: true})
  } else if (block.type === 'thinking') {
    item = addItem(context, 'thinking', {
      text: block.text,
      redacted: block.redacted,
      messageId,
      partial: true,
    })
  }
  return {block, pieces: [], item, progress: 'growing'}
}

const growing = {synthetic: false, error: undefined, aborted: false, stopReason: undefined} as const

function growBlock(context: Context, partial: PartialBlock, delta: string): void {
  partial.pieces.push(delta)
  const {item} = partial
  if (item?.kind !== 'text' && item?.kind !== 'thinking') return
  // V8 joins strings lazily, so adding to a long text costs the piece and not the text.
  const grown = {...item, text: item.text + delta}
  replaceItem(context, item, grown)
  partial.item = grown
}

/** The block ended without a line of its own, as when only partial messages were recorded. */
function endBlock(context: Context, answer: PartialAnswer, partial: PartialBlock): void {
  partial.progress = 'ended'
  const {item, block} = partial
  if (item?.kind === 'text' || item?.kind === 'thinking') {
    partial.item = {...item, partial: false}
    replaceItem(context, item, partial.item)
  } else if (block.type === 'tool-call') {
    const json = partial.pieces.join('')
    foldCall(
      context,
      {...block, input: json === '' ? block.input : parseInput(json)},
      answer.messageId,
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
  {messageId}: PartialAnswer,
  event: Billing & PartialEvent,
  time: Instant | undefined,
): void {
  noteAnswer(state.ledger, {
    messageId,
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
