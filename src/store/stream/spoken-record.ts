import type {Block, JsonObject, Message} from '../../model/index.ts'
import type {StreamPlace} from './stream-record.ts'
import {envelopeOf} from './stream-record.ts'

/** The line of a stream for what was said, called or answered in a dialect that is neither a stream's nor a transcript's. */
export function spokenRecord(message: Message, place: StreamPlace): JsonObject | undefined {
  const time = message.time === undefined ? {} : {timestamp: new Date(message.time).toISOString()}
  const envelope = {...envelopeOf(message, place), ...time}
  switch (message.kind) {
    case 'prompt':
      return {
        type: 'user',
        message: {role: 'user', content: contentOf(message.blocks)},
        ...envelope,
        isReplay: true,
      }
    case 'tool-result':
      return {type: 'user', message: {role: 'user', content: contentOf(message.results)}, ...envelope}
    case 'assistant': {
      const id = message.messageId ?? message.id ?? null
      const said = {id, type: 'message', role: 'assistant', model: message.model ?? null}
      return {
        type: 'assistant',
        message: {...said, content: contentOf(message.blocks), stop_reason: null},
        ...envelope,
      }
    }
    case 'notice':
      return {
        type: 'system',
        subtype: 'informational',
        content: message.text,
        level: message.level,
        ...envelope,
      }
    default:
      return undefined
  }
}

const contentOf = (blocks: readonly Block[]): readonly JsonObject[] => blocks.map(wireBlock)

function wireBlock(block: Block): JsonObject {
  switch (block.type) {
    case 'text':
      return {type: 'text', text: block.text}
    case 'thinking':
      return {type: 'thinking', thinking: block.text, signature: block.signature ?? ''}
    case 'tool-call':
      return {type: 'tool_use', id: block.id, name: block.name, input: block.input}
    case 'tool-result':
      return {
        type: 'tool_result',
        tool_use_id: block.callId,
        content: contentOf(block.content),
        is_error: block.isError,
      }
    case 'image':
      return block.source.kind === 'base64'
        ? {
            type: 'image',
            source: {type: 'base64', media_type: block.source.mediaType, data: block.source.data},
          }
        : {type: 'text', text: '[image]'}
    default:
      return {type: 'text', text: `[${block.type}]`}
  }
}
