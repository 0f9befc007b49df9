import {asObject, asText, object, text} from '../../model/fields.ts'
import type {JsonObject, Message, MessageBase} from '../../model/index.ts'
import type {Dialect} from '../dialect.ts'
import {makeMessage} from '../shared/make-message.ts'
import {readBlocks} from '../shared/read-blocks.ts'
import {readTime} from '../shared/read-time.ts'
import {shapeOf} from '../shared/shape-of.ts'
import {streamJson} from '../stream-json/dialect.ts'
import {rowReaders} from './read-row.ts'

/** Conversation stores: seed 001's envelope around a stream message, and the rows Chorus really wrote. */
export const stored: Dialect = {
  name: 'stored',
  recognizes(record) {
    if (asObject(record.claudeMessage)) return true
    return rowReaders.has(asText(record.type) ?? '') && shapeOf(record) === 'stored'
  },
  read(record) {
    const kept = object(record, 'claudeMessage')
    if (kept) {
      const message = streamJson.read(kept)
      return message && Object.assign({}, withRowText(message, record), storedEnvelope(record, message))
    }
    const reading = rowReaders.get(text(record, 'type') ?? '')?.(record)
    return reading && makeMessage(storedEnvelope(record, undefined), reading)
  },
}

/** Chorus wrote all words of a turn into one row, and kept of the turn's answers only the last beside them. */
function withRowText(message: Message, row: JsonObject): Message {
  if (message.kind !== 'assistant' || row['type'] !== 'assistant') return message
  const others = message.blocks.filter((block) => block.type !== 'text')
  return {...message, blocks: [...others, ...readBlocks(row['content'])]}
}

function storedEnvelope(record: JsonObject, kept: MessageBase | undefined): MessageBase {
  return {
    dialect: 'stored',
    type: kept?.type ?? text(record, 'type') ?? '',
    // A line that names none belongs to the session of the lines before it; `conversationOf` names those that have none.
    session: kept?.session ?? text(record, 'sessionId'),
    id: kept?.id ?? text(record, 'id') ?? text(record, 'uuid'),
    parent: undefined,
    logicalParent: undefined,
    time: kept?.time ?? readTime(record['timestamp']),
    sidechain: false,
    agent: kept?.agent,
    parentCall: kept?.parentCall,
    version: kept?.version,
    cwd: kept?.cwd,
    gitBranch: undefined,
    entrypoint: undefined,
    record,
  }
}
