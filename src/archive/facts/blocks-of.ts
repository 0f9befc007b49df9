import type {Block, Message} from '../../model/index.ts'

/** The blocks of messages that have any: answers, and what stands beside results. */
export function blocksOf(message: Message): readonly Block[] {
  if (message.kind === 'assistant') return message.blocks
  if (message.kind !== 'tool-result') return none
  return message.blocks.length === 0 ? message.results : [...message.results, ...message.blocks]
}

const none: readonly never[] = []
